import { Trash2 } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { isSecondClick } from './button';
import { speak } from '../feedback/live-region';

export const ARMED_MS = 3_000;

/** At most one button on the screen is armed, so a second click can only mean that item. */
const armedButton = {
  id: undefined as string | undefined,
  timer: 0,
  listeners: new Set<() => void>(),
  set(id: string | undefined) {
    window.clearTimeout(this.timer);
    this.id = id;
    if (id !== undefined) this.timer = window.setTimeout(() => this.set(undefined), ARMED_MS);
    for (const listener of this.listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  armedButton.listeners.add(listener);
  return () => void armedButton.listeners.delete(listener);
};

const lookClasses = {
  wide: 'px-3 text-muted hover:bg-red-soft hover:text-red focus-visible:text-red disabled:opacity-60',
  small: 'text-muted hover:bg-red-soft hover:text-red focus-visible:text-red',
  outlined: 'border border-red px-4 text-red hover:bg-red-soft disabled:opacity-60',
  armed: 'bg-red-solid px-3 text-white',
  covering: 'px-3 text-muted',
};

type Props = {
  name: string;
  /** Label of the button, if it does more than delete. */
  label?: string;
  onDelete: () => void;
  busy?: boolean;
  /** For the last of a row's actions: an icon until armed, then it covers its neighbours, so that nothing moves. */
  compact?: boolean;
  /** Shows an icon on a phone until armed. */
  phoneIcon?: boolean;
  /** For a button of a dialog: red from the start, because deleting is what that dialog is about. */
  outlined?: boolean;
};

/** The first press arms, a second one within three seconds deletes; Esc or time disarms. */
export function useTwoStepDelete(onDelete: () => void) {
  const id = useId();
  const isArmed = useSyncExternalStore(subscribe, () => armedButton.id === id);

  useEffect(() => {
    if (!isArmed) return undefined;
    const disarm = (event: KeyboardEvent) => event.key === 'Escape' && armedButton.set(undefined);
    window.addEventListener('keydown', disarm);
    return () => window.removeEventListener('keydown', disarm);
  }, [isArmed]);
  useEffect(() => () => (armedButton.id === id ? armedButton.set(undefined) : undefined), [id]);

  const press = (event: { detail: number }) => {
    if (!isArmed) {
      speak('Pulsa otra vez para confirmar', 'armed');
      return armedButton.set(id);
    }
    if (isSecondClick(event)) return undefined;
    armedButton.set(undefined);
    onDelete();
  };
  return { isArmed, press };
}

/** Bar that shows the three seconds running out. */
export function CountdownBar() {
  return <span aria-hidden className="run-out absolute inset-x-0 bottom-0 h-1 bg-white/80" />;
}

export function TwoStepDelete(props: Props) {
  const { name, label = 'Eliminar', onDelete, busy = false, compact = false, phoneIcon, outlined = false } = props;
  const { isArmed, press } = useTwoStepDelete(onDelete);
  // The button stays wide until the item is gone: a hasty third click must not hit the neighbour that it covers.
  const look = isArmed ? 'armed' : outlined ? 'outlined' : !compact ? 'wide' : busy ? 'covering' : 'small';
  const button = (
    <button
      type="button"
      onClick={press}
      // A key held down counts as one press.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      disabled={busy}
      data-armed={isArmed || undefined}
      title={name}
      className={`inline-flex min-h-11 min-w-11 items-center justify-center gap-2 overflow-hidden rounded-control text-sm font-semibold transition-colors duration-150 sm:min-h-10 sm:min-w-10 ${lookClasses[look]} ${
        compact && look !== 'small' ? 'absolute top-0 right-0 z-10' : 'relative'
      }`}
    >
      <Trash2 aria-hidden className="size-4" />
      <span className={look === 'small' ? 'sr-only' : phoneIcon && !isArmed ? 'max-sm:sr-only' : ''}>
        {isArmed ? 'Confirmar' : label}
      </span>
      {isArmed && <CountdownBar />}
    </button>
  );
  if (!compact) return button;
  return (
    <span data-covering={look === 'small' ? undefined : true} className="relative inline-flex size-11 sm:size-10">
      {button}
    </span>
  );
}
