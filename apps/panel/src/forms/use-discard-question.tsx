import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { useLeaveGuard } from '#forms/use-leave-guard';

/** Asks before discarding typed text: when the form calls `ask`, or on navigation. */
export function useDiscardQuestion(unsaved: boolean, onDiscard: () => void): { ask: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  const blockedNavigation = useLeaveGuard(unsaved);
  const question = (
    <ConfirmDialog
      open={isAsking || blockedNavigation !== undefined}
      title="¿Descartar los cambios?"
      text="Lo que escribiste todavía no se guardó."
      yes="Descartar"
      no="Seguir editando"
      onYes={() => {
        blockedNavigation?.stay();
        blockedNavigation?.proceed();
        setAsking(false);
        onDiscard();
      }}
      onNo={() => {
        blockedNavigation?.stay();
        setAsking(false);
      }}
    />
  );
  return { ask: () => setAsking(true), question };
}
