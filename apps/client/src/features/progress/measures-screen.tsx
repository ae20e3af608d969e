import type { MyMeasures } from '@pulso/contract/coaching/measures';
import {
  bodyLabels,
  limitsOf,
  MEASURE_DAYS,
  measureWords,
  type BodyKind,
} from '@pulso/contract/coaching/measures.labels';
import { addDays, formatDate } from '@pulso/contract/kit/dates';
import { ChevronRight } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { parts } from '#features/progress/parts';
import { serverToday } from '#http/server-clock';
import { Field } from '#features/field';
import { joinMeasures, readMeasure, shownKinds, type OwnMeasure } from '#features/progress/measures.rules';
import { FAILURE, ProgressFrame } from '#features/progress/progress-frame';
import { SendingBadge } from '#features/progress/sending-badge';
import { MEASURES_PATH, noteMeasure, NOT_SAVED, useMeasures } from '#features/progress/use-measures';
import { useSaving } from '#features/done';
import { AnswerStates, LinesSkeleton } from '#features/screen';

export function MeasuresScreen() {
  const { answer, own } = useMeasures();
  return (
    <ProgressFrame answer={answer}>
      <AnswerStates path={MEASURES_PATH} answer={answer} failure={FAILURE} skeleton={<LinesSkeleton />}>
        {(told) => (
          <div className="space-y-5">
            <NoteForm told={told} />
            <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
              {shownKinds(told, own).map((kind) => (
                <li key={kind}>
                  <KindLink kind={kind} told={told} own={own} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </AnswerStates>
    </ProgressFrame>
  );
}

type Typed = Partial<Record<BodyKind, string>>;

/** The measures of a day, all that are asked for at once. */
function NoteForm({ told }: { told: MyMeasures }) {
  const today = serverToday();
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState<Typed>({});
  const [faults, setFaults] = useState<Typed>({});
  const form = useRef<HTMLFormElement>(null);
  const { run, busy, failure } = useSaving(NOT_SAVED);
  const filled = told.kinds.filter((kind) => typed[kind]?.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = filled.map((kind) => ({ kind, ...readMeasure(kind, day, typed[kind]!, today) }));
    const found = Object.fromEntries(read.flatMap((one) => ('fault' in one ? [[one.kind, one.fault]] : [])));
    setFaults(found);
    const [wrong] = Object.keys(found);
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    return void run(async () => {
      for (const one of read) if ('value' in one) await noteMeasure(told, one.kind, day, one.value);
      setTyped({});
      speak('Guardado', 'measure');
    });
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Anotar"
      className="grid gap-4 rounded-card border border-line bg-surface p-5"
    >
      <Field
        label="Día"
        type="date"
        error={undefined}
        min={addDays(today, -MEASURE_DAYS)}
        max={today}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <div className="grid items-end gap-4 min-[22.5rem]:grid-cols-2">
        {told.kinds.map((kind) => (
          <Field
            key={kind}
            label={`${bodyLabels[kind]} (${limitsOf(kind).unit})`}
            name={kind}
            error={faults[kind]}
            inputMode="decimal"
            autoComplete="off"
            value={typed[kind] ?? ''}
            onChange={({ target }) => {
              setTyped({ ...typed, [kind]: target.value });
              setFaults({ ...faults, [kind]: undefined });
            }}
          />
        ))}
      </div>
      <Button type="submit" look="primary" busy={busy} disabled={busy || filled.length === 0}>
        Guardar
      </Button>
      {failure}
    </form>
  );
}

function KindLink({ kind, told, own }: { kind: BodyKind; told: MyMeasures; own: readonly OwnMeasure[] }) {
  const last = joinMeasures(kind, told, own).at(-1);
  return (
    <Link to={parts.measure(kind)} className="flex items-center gap-3 px-5 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{bodyLabels[kind]}</span>
        <span className="block text-sm text-muted tabular-nums">
          {last ? formatDate(last.day) : 'Todavía no anotaste nada.'}
        </span>
      </span>
      {last && (
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="font-semibold tabular-nums">{measureWords(kind, last.value)}</span>
          <SendingBadge state={last.state} />
        </span>
      )}
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
