import { Component, useEffect, useState, type ReactNode } from 'react';
import { NO_RESPONSE_MESSAGE } from '@pulso/web/answers';
import { buttonClass } from '@pulso/web/ui/controls/button';
import { useOnline } from '@pulso/web/ui/hooks/use-online';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { entryAddresses } from '#entrances';

/** A second reload within this time would not help; later, the cause is the next deployed version. */
const RELOAD_WINDOW_MS = 60_000;
const reloadKey = (path: string) => `pulso-reloaded ${path}`;
const wasJustReloaded = (path: string) =>
  Date.now() - Number(sessionStorage.getItem(reloadKey(path)) ?? 0) < RELOAD_WINDOW_MS;

/** True if a screen's code is gone from the server: a new version was deployed while this tab was open. */
const isOutdatedVersion = (error: unknown) =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message);

export function ScreenFailure({ error }: { error: unknown }) {
  // Evaluated once: the effect itself records the reload.
  const [stale] = useState(() => isOutdatedVersion(error) && !wasJustReloaded(location.pathname));
  const online = useOnline();
  useEffect(() => {
    // A reload without a connection would lose the panel too.
    if (!stale || !online) return;
    sessionStorage.setItem(reloadKey(location.pathname), String(Date.now()));
    location.reload();
  }, [stale, online]);
  useTitle('Algo salió mal');
  if (stale && online) return null;
  return (
    <div role="alert" className="mx-auto max-w-lg px-6 py-24 text-center">
      <h1 className="text-2xl font-bold">Algo salió mal</h1>
      <p className="mt-2 text-muted">
        {stale ? NO_RESPONSE_MESSAGE : 'No se pudo mostrar esta pantalla. Tus datos guardados están a salvo.'}
      </p>
      <div hidden={stale} className="mt-6 flex flex-wrap justify-center gap-2">
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

type Props = { place?: object; children: ReactNode };
type State = { place: object | undefined; failed: boolean; error?: unknown };

/** Keeps the layout standing when a screen fails, and starts afresh at the next place. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, failed: false };
  }

  override render() {
    return this.state.failed ? <ScreenFailure error={this.state.error} /> : this.props.children;
  }
}
