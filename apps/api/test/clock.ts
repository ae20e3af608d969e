import { beforeEach } from 'vitest';

/** The clock of a file's tests, each of which begins at this moment; a day stands for its noon in Buenos Aires. */
export function testClock(first: string) {
  const instantOf = (moment: string) => new Date(moment.includes('T') ? moment : `${moment}T15:00:00Z`);
  let instant = instantOf(first);
  const set = (moment: string) => {
    instant = instantOf(moment);
  };
  beforeEach(() => set(first));
  return { now: () => instant, set };
}
