import { Component, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';

const RELOADED_KEY = 'pulso-mi-recargada';
/** A second reload within this time would not help. */
const RELOAD_WINDOW_MS = 60_000;

/** True if a screen's code is gone from the server: a new version was deployed while this page was open. */
const isOutdated = (error: unknown) =>
  error instanceof Error && /dynamically imported|Importing a module|preload/i.test(error.message);

/** Loads the page of the new version, once. */
function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (!navigator.onLine || Date.now() - last < RELOAD_WINDOW_MS) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
  return true;
}

export function ScreenFailure({ error }: { error: unknown }) {
  if (isOutdated(error) && reloadOnce()) return null;
  return (
    <FailureState
      message="No se pudo mostrar esta pantalla."
      reason={reasonOf(error, 'Por favor intenta de nuevo.')}
      onRetry={() => location.reload()}
    />
  );
}

type Props = { place: object; children: ReactNode };
type State = { place: object; failed: boolean; error?: unknown };

/** Keeps the foot standing when a screen fails, and starts afresh at the next place. */
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
