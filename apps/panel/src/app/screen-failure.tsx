import { useEffect, useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { addresses } from '#addresses';
import { buttonClass } from '#ui/button';

/** So soon after a reload a second one would not help either; later it is the next version that was deployed. */
const PATIENCE_MS = 60_000;
const keyOf = (path: string) => `pulso-reloaded ${path}`;
const wasJustReloaded = (path: string) => Date.now() - Number(sessionStorage.getItem(keyOf(path)) ?? 0) < PATIENCE_MS;

/** A screen whose code is gone from the server: a new version was deployed while this tab was open. */
const isStale = (error: unknown) =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message);

export function ScreenFailure() {
  const error = useRouteError();
  // Judged once: the effect itself writes down that it reloads.
  const [stale] = useState(() => isStale(error) && !wasJustReloaded(location.pathname));
  useEffect(() => {
    if (!stale) return;
    sessionStorage.setItem(keyOf(location.pathname), String(Date.now()));
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
        <Link className={buttonClass()} to={addresses.home}>
          Volver al inicio
        </Link>
      </div>
    </div>
  );
}
