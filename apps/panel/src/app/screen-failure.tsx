import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { buttonClass } from '#ui/button';

const RELOADED = 'pulso-reloaded';

/** A screen whose code is gone from the server: a new version was deployed while this tab was open. */
const isStale = (error: unknown) =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message);

export function ScreenFailure() {
  const error = useRouteError();
  const stale = isStale(error) && sessionStorage.getItem(RELOADED) !== location.pathname;
  useEffect(() => {
    if (!stale) return;
    // Once for each place: if it fails again the reason is another one.
    sessionStorage.setItem(RELOADED, location.pathname);
    location.reload();
  }, [stale]);
  if (stale) return null;
  return (
    <div role="alert" className="mx-auto max-w-lg px-6 py-24 text-center">
      <h1 className="text-2xl font-bold">Algo salió mal</h1>
      <p className="mt-2 text-muted">No se pudo mostrar esta pantalla. Tus datos guardados están a salvo.</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
          Reintentar
        </button>
        <Link className={buttonClass()} to="/home">
          Volver al inicio
        </Link>
      </div>
    </div>
  );
}
