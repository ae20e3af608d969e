import { NO_RESPONSE_MESSAGE } from '@pulso/web/answers';
import { useReloadIfOutdated } from '@pulso/web/ui/feedback/screen-boundary';
import { buttonClass } from '@pulso/web/ui/controls/button';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { entryAddresses } from '#entrances';

export function ScreenFailure({ error }: { error: unknown }) {
  const { isOutdated, isReloading } = useReloadIfOutdated(error);
  useTitle('Algo salió mal');
  if (isReloading) return null;
  return (
    <div role="alert" className="mx-auto max-w-lg px-6 py-24 text-center">
      <h1 className="text-2xl font-bold">Algo salió mal</h1>
      <p className="mt-2 text-muted">
        {isOutdated ? NO_RESPONSE_MESSAGE : 'No se pudo mostrar esta pantalla. Tus datos guardados están a salvo.'}
      </p>
      <div hidden={isOutdated} className="mt-6 flex flex-wrap justify-center gap-2">
        <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
          Reintentar
        </button>
        {/* A full load: the failure may be anywhere. */}
        <a className={buttonClass()} href={entryAddresses.home}>
          Volver al inicio
        </a>
      </div>
    </div>
  );
}
