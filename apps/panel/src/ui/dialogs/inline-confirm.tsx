import { Trash2 } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, isSecondClick } from '@pulso/web/ui/controls/button';

/** The pressed button is unmounted, so the focus goes to its replacement. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

type Props = {
  name: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Consequence, shown with the question. */
  question?: ReactNode;
};

/** Delete button that asks in its own place, with one button for each answer; Esc means 'no'. */
export function InlineConfirm({ name, onConfirm, busy = false, question }: Props) {
  const [state, setState] = useState<'idle' | 'asking' | 'cancelled'>('idle');
  if (state !== 'asking')
    return (
      <Button
        look="quietDanger"
        disabled={busy}
        title={name}
        icon={<Trash2 aria-hidden className="size-4" />}
        ref={state === 'cancelled' ? focusOnce : undefined}
        onClick={() => setState('asking')}
      >
        <span className="max-sm:sr-only">Eliminar</span>
      </Button>
    );
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setState('cancelled');
    // A key held down counts as one press.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons within
    <span
      role="group"
      aria-label={`¿Eliminar ${name}?`}
      className="inline-flex flex-wrap items-center justify-end gap-2"
      onKeyDown={keys}
    >
      {question !== undefined && <span className="max-sm:basis-full max-sm:text-right">{question}</span>}
      <Button
        look="armed"
        ref={focusOnce}
        onClick={(event) => {
          if (isSecondClick(event)) return;
          setState('idle');
          onConfirm();
        }}
      >
        Confirmar
      </Button>
      <Button onClick={(event) => !isSecondClick(event) && setState('cancelled')}>Cancelar</Button>
    </span>
  );
}
