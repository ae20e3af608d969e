import { useState, type ReactNode } from 'react';
import { useLeaveGuard } from '#forms/use-leave-guard';
import { Ask } from '#ui/ask';

/** Asks before discarding what was typed: when the form calls `ask`, or on navigation. */
export function useDiscardQuestion(unsaved: boolean, onDiscard: () => void): { ask: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const blocker = useLeaveGuard(unsaved);
  const leaving = blocker.state === 'blocked';
  const question = (
    <Ask
      open={asking || leaving}
      title="¿Descartar los cambios?"
      text="Lo que escribiste todavía no se guardó."
      yes="Descartar"
      no="Seguir editando"
      onYes={() => {
        if (leaving) blocker.proceed();
        setAsking(false);
        onDiscard();
      }}
      onNo={() => {
        if (leaving) blocker.reset();
        setAsking(false);
      }}
    />
  );
  return { ask: () => setAsking(true), question };
}
