import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useOnline } from '../hooks/use-online';

/** A second reload within this time would not help; later, the cause is the next deployed version. */
const RELOAD_WINDOW_MS = 60_000;
const reloadKey = (path: string) => `pulso-reloaded ${path}`;
const wasJustReloaded = (path: string) =>
  Date.now() - Number(sessionStorage.getItem(reloadKey(path)) ?? 0) < RELOAD_WINDOW_MS;

/** True if a screen's code is gone from the server: a new version was deployed while this page was open. */
const isOutdatedVersion = (error: unknown) =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message);

/** Loads the page of the new version, once, if that is why a screen failed; `isReloading` while it does. */
export function useReloadIfOutdated(error: unknown): { isOutdated: boolean; isReloading: boolean } {
  // Evaluated once: the effect itself records the reload.
  const [isOutdated] = useState(() => isOutdatedVersion(error) && !wasJustReloaded(location.pathname));
  // A reload without a connection would lose what is there too.
  const isReloading = useOnline() && isOutdated;
  useEffect(() => {
    if (!isReloading) return;
    sessionStorage.setItem(reloadKey(location.pathname), String(Date.now()));
    location.reload();
  }, [isReloading]);
  return { isOutdated, isReloading };
}

type Props = { place?: object; Failure: ComponentType<{ error: unknown }>; children: ReactNode };
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
    const { Failure, children } = this.props;
    return this.state.failed ? <Failure error={this.state.error} /> : children;
  }
}
