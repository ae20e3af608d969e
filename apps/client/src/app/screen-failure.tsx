import { reasonOf } from '@pulso/web/answers';
import { useReloadIfOutdated } from '@pulso/web/ui/feedback/screen-boundary';
import { FailureState } from '@pulso/web/ui/feedback/states';

export function ScreenFailure({ error }: { error: unknown }) {
  const { isReloading } = useReloadIfOutdated(error);
  if (isReloading) return null;
  return (
    <FailureState
      message="No se pudo mostrar esta pantalla."
      reason={reasonOf(error, 'Por favor intenta de nuevo.')}
      onRetry={() => location.reload()}
    />
  );
}
