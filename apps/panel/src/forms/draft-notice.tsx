import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { History, RotateCw } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { valueText, type FormStart, type Values } from '#forms/draft.rules';
import type { FieldNote } from '#forms/form';
import { typeText } from '#forms/typed-field';

const PARTIAL_DRAFT_NOTE = ' Las contraseñas y las imágenes no se conservan: vuelve a ponerlas.';

type Props = {
  id: string;
  kind: NonNullable<FormStart['notice']>;
  /** True if something was typed that no draft stores. */
  isPartial: boolean;
  /** Time at which the draft was stored. */
  at: number | undefined;
  onAccept: () => void;
  onDiscard: () => void;
};

function noticeText({ kind, isPartial, at = 0 }: Props): string {
  const rest = isPartial ? PARTIAL_DRAFT_NOTE : '';
  const when = new Date(at);
  switch (kind) {
    case 'offered':
      return `El ${formatDate(when.toISOString())} a las ${formatClock(when)} quedó algo sin guardar.`;
    case 'resumed':
      return `Esto es lo que habías escrito.${rest}`;
    case 'merged':
      return `Se cargó lo que guardó la otra persona. Lo que tú cambiaste sigue como lo escribiste; donde difiere, se ve lo suyo debajo.${rest}`;
  }
}

/** Notice above a form: it has a draft, begins with one, or was merged with another person's save. */
export function DraftNotice(props: Props) {
  const { id, kind, onAccept, onDiscard } = props;
  const Icon = kind === 'merged' ? RotateCw : History;
  return (
    <div
      id={id}
      tabIndex={-1}
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-blue-soft p-3 text-sm text-blue print:hidden"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-48">{noticeText(props)}</p>
      {kind !== 'merged' && (
        <span className={kind === 'offered' ? 'flex gap-2 max-sm:w-full max-sm:flex-col' : undefined}>
          {kind === 'offered' && <Button onClick={onAccept}>Seguir con lo que escribiste</Button>}
          <Button look="quiet" onClick={onDiscard}>
            Descartar
          </Button>
        </span>
      )}
    </div>
  );
}

/** Puts a value into a control as a person would, so that React and the form notice. */
function setControlValue(controlId: string, stored: unknown) {
  const control = document.getElementById(controlId);
  if (!control) return;
  if (!(control instanceof HTMLInputElement) || control.type !== 'checkbox') typeText(control, valueText(stored));
  else if (control.checked !== Boolean(stored)) control.click();
  control.focus();
}

/** Notes under the fields that another person has saved too. A list has no control to put the other value into. */
export function noteConflicts(theirs: Values): FieldNote {
  return (name, controlId, show = valueText) => {
    if (!(name in theirs)) return undefined;
    if (!controlId)
      return <p className="mb-2 text-sm text-yellow">La otra persona también cambió esta lista; aquí está la tuya.</p>;
    const text = show(theirs[name]);
    return (
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-yellow">
        <span className="wrap-anywhere">La otra persona guardó: {text === '' ? 'nada' : `«${text}»`}</span>
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4 hover:no-underline sm:min-h-8"
          onClick={() => setControlValue(controlId, theirs[name])}
        >
          Usar lo suyo
        </button>
      </p>
    );
  };
}
