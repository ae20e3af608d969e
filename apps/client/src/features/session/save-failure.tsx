import { reasonOf } from '@pulso/web/answers';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import type { Session } from '#features/session/use-session';

/** Nothing that was set or typed is lost with it. */
export function SaveFailure({ session: { error } }: { session: Pick<Session, 'error'> }) {
  if (error === undefined) return null;
  const reason = reasonOf(error);
  return (
    <div className="mb-2">
      <ErrorBox>
        <p>Error al guardar el entrenamiento. Por favor intenta de nuevo.</p>
        {reason && <p>{reason}</p>}
      </ErrorBox>
    </div>
  );
}
