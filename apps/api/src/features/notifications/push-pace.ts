/** So many a second and no more, but never more at once than in a tenth of it. */
export function openPace(perSecond: number, now = () => performance.now()) {
  const most = Math.max(perSecond / 10, 1);
  let saved = most;
  let at = now();
  return {
    /** How many of those wanted may go now. */
    take(wanted: number): number {
      const moment = now();
      saved = Math.min(most, saved + ((moment - at) * perSecond) / 1_000);
      at = moment;
      const taken = Math.min(Math.floor(saved), wanted);
      saved -= taken;
      return taken;
    },
    giveBack(unused: number) {
      saved = Math.min(most, saved + unused);
    },
    /** Long enough for some more. */
    pauseMs: Math.max(1_000 / perSecond, 20),
  };
}
