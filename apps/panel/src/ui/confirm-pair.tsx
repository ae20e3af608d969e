import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button';

/** The button that was pressed is gone; the keyboard goes on at its successor. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

type Props = { name: string; onConfirm: () => void; busy?: boolean };

/** Delete that asks in its own place, with one button for each answer. */
export function ConfirmPair({ name, onConfirm, busy = false }: Props) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button
        look="quietDanger"
        disabled={busy}
        title={name}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Eliminar
      </Button>
    );
  return (
    <span role="group" aria-label={`¿Eliminar ${name}?`} className="inline-flex gap-2">
      <Button
        look="danger"
        ref={focusOnce}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        Confirmar
      </Button>
      <Button onClick={() => setAsking(false)}>Cancelar</Button>
    </span>
  );
}
