/** A timer later than this means that the machine is overloaded. */
const MAX_TIMER_DELAY_MS = 30;
/** At this many API calls a second the rate is halved. */
const HALVING_CALLS_PER_SECOND = 10;
const MIN_PER_SECOND = 5;
/** Unused allowance is kept this long: enough to make up for a late timer, too little for a burst after a quiet hour. */
const MAX_SAVED_ALLOWANCE_MS = 30;
const SAMPLE_MS = 200;

type LimiterContext = {
  /** Number of API calls so far. */
  apiCalls?: () => number;
  now?: () => number;
};

/**
 * A token bucket of evenly spaced sends: a burst would slow down the panel, the same number one by one does not. The rate
 * drops while the API is used or the machine is overloaded, because people who wait for an answer come first.
 */
export function openRateLimiter(
  perSecond: number,
  { apiCalls = () => 0, now = () => performance.now() }: LimiterContext = {},
) {
  /** Share of the whole rate, from 0 to 1; lower while timers are late. */
  let share = 1;
  let sample = { at: now(), calls: apiCalls(), perSecond: 0 };
  let tokens = 1;
  let refilledAt = now();

  const sampleCalls = (moment: number) => {
    if (moment - sample.at < SAMPLE_MS) return;
    const calls = apiCalls();
    sample = { at: moment, calls, perSecond: ((calls - sample.calls) * 1_000) / (moment - sample.at) };
  };
  const rate = () => {
    const reduced = (perSecond * share) / (1 + sample.perSecond / HALVING_CALLS_PER_SECOND);
    return Math.min(perSecond, Math.max(reduced, MIN_PER_SECOND));
  };

  return {
    /** Number of sends allowed now, of those wanted. */
    take(maxCount: number): number {
      const moment = now();
      sampleCalls(moment);
      const capacity = Math.max((rate() * MAX_SAVED_ALLOWANCE_MS) / 1_000, 1);
      tokens = Math.min(capacity, tokens + ((moment - refilledAt) * rate()) / 1_000);
      refilledAt = moment;
      const takenCount = Math.min(Math.floor(tokens), maxCount);
      tokens -= takenCount;
      return takenCount;
    },
    /** Milliseconds until the next send is allowed. */
    pause: () => Math.max(((1 - tokens) * 1_000) / rate(), 0),
    /** Halves the rate when a timer was late, and raises it again step by step when it was not. */
    noteTimerDelay(lateMs: number) {
      share = lateMs > MAX_TIMER_DELAY_MS ? Math.max(share / 2, MIN_PER_SECOND / perSecond) : Math.min(share + 0.01, 1);
    },
  };
}
