import {
  DEFAULT_ACCENT,
  GRACE_DAYS,
  lapsedChoices,
  lapsedSeesLabels,
  MAX_MEASURES,
  measureKinds,
  measureLabels,
  type MeasureKind,
} from '@pulso/contract/billing/business.labels';
import { isColour } from '@pulso/contract/kit/contrast';
import { useId } from 'react';
import { accentTones, type Tones } from '@pulso/web/accent-tones';
import { controlClass, FieldFrame, TextField, useControl } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { SelectField } from '#forms/select-field';
import { typeText } from '#forms/typed-field';
import { useFieldValue } from '#forms/use-field-value';
import { useRows } from '#forms/use-rows';

/** Grounds of the app in its two themes. */
const GROUNDS = { light: '#ffffff', dark: '#1d1c1a' };
const themeLabels = { light: 'Claro', dark: 'Oscuro' };

function ToneSample({ theme, tones }: { theme: keyof typeof GROUNDS; tones: Tones }) {
  return (
    <div
      className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2 rounded-control border border-line px-3 py-2 text-sm font-semibold"
      style={{ backgroundColor: GROUNDS[theme], color: tones.text }}
    >
      {themeLabels[theme]}
      <span className="rounded-control px-3 py-1.5" style={{ backgroundColor: tones.mark, color: tones.onMark }}>
        Ya lo hice
      </span>
    </div>
  );
}

function AccentField() {
  const { id, error, text, note, control } = useControl('accent', ' ');
  const typed = String(useFieldValue('accent', text) ?? '').trim();
  const accent = isColour(typed) ? typed.toLowerCase() : DEFAULT_ACCENT;
  const tones = accentTones(accent);
  const isAdjusted = [tones.light, tones.dark].some(({ text: shown, mark }) => shown !== accent || mark !== accent);
  const pick = (colour: string) => {
    const field = document.getElementById(id);
    if (field) typeText(field, colour);
  };
  return (
    <div className="sm:col-span-2">
      <FieldFrame id={id} label="Color" error={error} note={note}>
        <div className="flex gap-2">
          <input
            {...control}
            defaultValue={text}
            maxLength={20}
            placeholder="#1A73E8"
            autoComplete="off"
            spellCheck={false}
            className={`${controlClass} h-11`}
          />
          <input
            type="color"
            aria-label="Elegir color"
            value={accent}
            onChange={({ target }) => pick(target.value)}
            className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
          />
        </div>
      </FieldFrame>
      <div aria-hidden className="mt-2 flex gap-2 max-sm:flex-col">
        <ToneSample theme="light" tones={tones.light} />
        <ToneSample theme="dark" tones={tones.dark} />
      </div>
      <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
        {isAdjusted && typed !== '' ? 'Lo ajustamos un poco para que se lea' : 'Sin color, el de Pulso.'}
      </p>
    </div>
  );
}

function MeasuresField() {
  const id = useId();
  const { rows, error, arrange, control } = useRows<MeasureKind, MeasureKind[]>('measures', (stored) => stored ?? []);
  const toggle = (kind: MeasureKind) =>
    arrange((before) =>
      before.includes(kind)
        ? before.filter((one) => one !== kind)
        : measureKinds.filter((one) => one === kind || before.includes(one)),
    );
  return (
    <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`} className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">Medidas que anotan</legend>
      {control}
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {measureKinds.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              checked={rows.includes(kind)}
              disabled={!rows.includes(kind) && rows.length >= MAX_MEASURES}
              onChange={() => toggle(kind)}
              className="size-5 shrink-0"
            />
            {measureLabels[kind]}
          </label>
        ))}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted">
        Además de su peso; hasta {MAX_MEASURES}.
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Settings of the clients' app: parts of the business that it shows, and to whom. */
export function ClientAppFields() {
  return (
    <FormSection title="La app de tus clientes">
      <p className="text-sm text-muted sm:col-span-2">Su nombre y su ícono son el nombre y el logo de tu negocio.</p>
      <AccentField />
      <SelectField
        name="lapsed_sees"
        label="Qué ve un cliente con el plan vencido"
        options={lapsedChoices.map((value) => ({ value, label: lapsedSeesLabels[value] }))}
      />
      <TextField
        name="grace_days"
        label="Días de gracia"
        type="number"
        inputMode="numeric"
        min={GRACE_DAYS.min}
        max={GRACE_DAYS.max}
        required
        hint="Después del vencimiento sigue viendo todo esos días."
      />
      <MeasuresField />
    </FormSection>
  );
}
