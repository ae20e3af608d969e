/** Later than it should be by more than this, and the process has more to do than it can. */
const LATE_MS = 30;
const SLOWEST = 5;

/**
 * So many a second and no more, in small portions; and fewer while the process is behind with its work, because then
 * whoever uses the panel waits for us.
 */
export function openPace(perSecond: number, now = () => performance.now()) {
  let rate = perSecond;
  let saved = 1;
  let at = now();
  const most = () => Math.max(rate / 10, 1);
  return {
    /** How many of those wanted may go now. */
    take(wanted: number): number {
      const moment = now();
      saved = Math.min(most(), saved + ((moment - at) * rate) / 1_000);
      at = moment;
      const taken = Math.min(Math.floor(saved), wanted);
      saved -= taken;
      return taken;
    },
    giveBack(unused: number) {
      saved = Math.min(most(), saved + unused);
    },
    /** How late a timer was: half the pace at once, and back to the whole of it little by little. */
    heed(lateMs: number) {
      rate = lateMs > LATE_MS ? Math.max(rate / 2, SLOWEST) : Math.min(rate + perSecond / 100, perSecond);
    },
  };
}
