/** Later than it should be by more than this, and the machine has more to do than it can. */
const LATE_MS = 30;
/** So many calls a second, and half as many go. */
const CROWD = 10;
const SLOWEST = 5;
/** What was not used stays good for so long: the next ones make up for a late timer, and not for a quiet hour. */
const KEPT_MS = 30;
const LOOK_MS = 200;

type Surroundings = {
  /** How many calls have come from outside so far. */
  calls?: () => number;
  now?: () => number;
};

/**
 * So many a second and no more, evenly: who uses the panel notices a crowd, and not the same number one after the other.
 * And the fewer, the more the API is used meanwhile or the more the machine is behind with its work: those who wait
 * for an answer come first.
 */
export function openPace(perSecond: number, { calls = () => 0, now = () => performance.now() }: Surroundings = {}) {
  let share = 1;
  let looked = { at: now(), calls: calls(), perSecond: 0 };
  let saved = 1;
  let at = now();

  const lookAround = (moment: number) => {
    if (moment - looked.at < LOOK_MS) return;
    const count = calls();
    looked = { at: moment, calls: count, perSecond: ((count - looked.calls) * 1_000) / (moment - looked.at) };
  };
  const rate = () => Math.min(perSecond, Math.max((perSecond * share) / (1 + looked.perSecond / CROWD), SLOWEST));

  return {
    /** How many of those wanted may go now. */
    take(wanted: number): number {
      const moment = now();
      lookAround(moment);
      saved = Math.min(Math.max((rate() * KEPT_MS) / 1_000, 1), saved + ((moment - at) * rate()) / 1_000);
      at = moment;
      const taken = Math.min(Math.floor(saved), wanted);
      saved -= taken;
      return taken;
    },
    /** How long until the next one may go. */
    pause: () => Math.max(((1 - saved) * 1_000) / rate(), 0),
    /** How late a timer was: half the pace at once, and back to the whole of it little by little. */
    heed(lateMs: number) {
      share = lateMs > LATE_MS ? Math.max(share / 2, SLOWEST / perSecond) : Math.min(share + 0.01, 1);
    },
  };
}
