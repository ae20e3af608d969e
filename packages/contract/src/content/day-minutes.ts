import type { PrescribedSet } from './sets-line';

/** The places of a day by what is done in turns: a place that is linked to the next one stands in its group. */
export function groupSupersets<T extends { superset?: boolean }>(places: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const [index, place] of places.entries())
    if (index > 0 && places[index - 1]?.superset) groups.at(-1)?.push(place);
    else groups.push([place]);
  return groups;
}

const SECONDS_PER_REPETITION = 4;
const ROUNDED_TO_MINUTES = 5;

/** How long a day takes, up to the next five minutes: the work, and the rests but the last. A superset rests after a round, for the longest. */
export function dayMinutes(places: readonly { sets: readonly PrescribedSet[]; superset: boolean }[]): number {
  const work = places
    .flatMap(({ sets }) => sets)
    .reduce(
      (sum, { reps, reps_max, seconds }) => sum + (seconds ?? SECONDS_PER_REPETITION * (reps_max ?? reps ?? 0)),
      0,
    );
  const rests = groupSupersets(places).flatMap((group) => {
    const rounds = Math.max(...group.map(({ sets }) => sets.length));
    return Array.from({ length: rounds }, (_, round) => Math.max(...group.map(({ sets }) => sets[round]?.rest ?? 0)));
  });
  const rest = rests.slice(0, -1).reduce((sum, seconds) => sum + seconds, 0);
  return Math.ceil((work + rest) / 60 / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES;
}
