/** A set as far as its length goes. */
type TimedSet = { reps: number | null; reps_max: number | null; seconds: number | null; rest: number | null };
type TimedPlace = { sets: readonly TimedSet[]; superset: boolean };

const SECONDS_PER_REP = 4;
const STEP_MINUTES = 5;

const workOf = ({ reps, reps_max, seconds }: TimedSet) => seconds ?? (reps_max ?? reps ?? 0) * SECONDS_PER_REP;
const restOf = (set: TimedSet | undefined) => set?.rest ?? 0;

/** Exercises that are linked one to the next are done in turns. */
export function groupsOf<P extends { superset: boolean }>(places: readonly P[]): P[][] {
  const groups: P[][] = [];
  for (const [index, place] of places.entries()) {
    if (index > 0 && places[index - 1]!.superset) groups.at(-1)!.push(place);
    else groups.push([place]);
  }
  return groups;
}

/** How long a day takes, up to the next five minutes: the work and the rests but the last; of a superset's round only its longest. */
export function minutesOf(places: readonly TimedPlace[]): number {
  let seconds = 0;
  let lastRest = 0;
  for (const group of groupsOf(places)) {
    const rounds = Math.max(0, ...group.map(({ sets }) => sets.length));
    for (let round = 0; round < rounds; round += 1) {
      const sets = group.flatMap((place) => place.sets.slice(round, round + 1));
      lastRest = Math.max(...sets.map(restOf));
      seconds += sets.reduce((sum, set) => sum + workOf(set), 0) + lastRest;
    }
  }
  return Math.ceil((seconds - lastRest) / 60 / STEP_MINUTES) * STEP_MINUTES;
}
