import { speak } from '@pulso/web/ui/feedback/live-region';
import { giveSignal } from '#device/signals';
import { clockWords } from '#features/session/session.rules';
import { useSecondsUntil } from '#features/session/use-seconds';

const COUNTDOWN_MS = 3_000;

/** A hold that runs: the moment in which it begins, after 3 – 2 – 1, and the one in which it is done. */
export type Running = { set: string; starts: number; ends: number };

export function startHold(set: string, seconds: number): Running {
  const starts = Date.now() + COUNTDOWN_MS;
  return { set, starts, ends: starts + seconds * 1000 };
}

export const heldSeconds = ({ starts }: Running): number => Math.floor((Date.now() - starts) / 1000);

type Props = { running: Running; onHeld: () => void };

/** 3 – 2 – 1, then the seconds that are left. */
export function HoldClock({ running: { starts, ends }, onHeld }: Props) {
  const before = useSecondsUntil(starts, () => speak('Ya', 'hold'));
  const left = useSecondsUntil(ends, () => {
    giveSignal();
    onHeld();
  });
  return (
    <p
      role="timer"
      aria-live="off"
      className={`text-center text-5xl font-bold tracking-tight tabular-nums ${before > 0 ? 'text-muted' : 'text-text'}`}
    >
      {before > 0 ? before : clockWords(left)}
    </p>
  );
}
