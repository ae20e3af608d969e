import { DUPLICATE_SENT } from '@pulso/contract/desk/notifications';
import { CallFailure } from '@pulso/web/answers';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';

export const isDuplicateRefusal = (error: unknown) =>
  error instanceof CallFailure && error.status === 409 && error.serverMessage === DUPLICATE_SENT;

type Props = { open: boolean; reached: string; onYes: () => void; onNo: () => void };

/** Asks whether the same is to be sent again. */
export function RepeatQuestion({ open, reached, onYes, onNo }: Props) {
  return (
    <ConfirmDialog
      open={open}
      title="¿Enviarla otra vez?"
      text={`${DUPLICATE_SENT} Si la envías de nuevo, ${reached} dos veces.`}
      yes="Enviar otra vez"
      no="No enviar"
      onYes={onYes}
      onNo={onNo}
    />
  );
}
