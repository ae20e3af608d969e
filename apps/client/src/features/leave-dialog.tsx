import type { ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import type { Leaving } from '#device/leaving';
import { useLog } from '#device/use-log';
import { unsentWords } from '#features/log-words';

type Props = { open: boolean; busy: boolean; failure: ReactNode; onLeave: (how: Leaving) => void; onClose: () => void };

/** Question before leaving a phone that has something unsent. */
export function LeaveDialog({ open, busy, failure, onLeave, onClose }: Props) {
  const log = useLog();
  const unsent = log ? unsentWords(log) : '';
  return (
    <Dialog open={open} onClose={onClose} title={`Hay ${unsent} sin enviar.`}>
      <div className="grid gap-2 p-5">
        <Button look="primary" busy={busy} disabled={busy} onClick={() => onLeave('send')}>
          Enviar y salir
        </Button>
        <Button disabled={busy} onClick={() => onLeave('keep')}>
          Salir y dejarlo guardado
        </Button>
        <Button look="danger" disabled={busy} onClick={() => onLeave('erase')}>
          Salir y borrarlo
        </Button>
        <Button look="quiet" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        {failure}
      </div>
    </Dialog>
  );
}
