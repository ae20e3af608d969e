import type { ExerciseSet } from '@pulso/contract/content/exercises';
import { formatNumber } from '#ui/text/numbers';

const isNumber = (value: number | null): value is number => typeof value === 'number' && Number.isFinite(value);

const formatEffort = ({ reps, duration_seconds }: ExerciseSet) => {
  if (isNumber(reps)) return String(reps);
  return isNumber(duration_seconds) ? `${duration_seconds} s` : undefined;
};

/** '40 kg', or '40–60 kg' where the sets differ. */
function formatRange(values: (number | null)[], unit: string): string | undefined {
  const positiveValues = values.filter((value) => isNumber(value) && value > 0) as number[];
  if (positiveValues.length === 0) return undefined;
  const [least, most] = [Math.min(...positiveValues), Math.max(...positiveValues)].map(formatNumber);
  return `${least === most ? least : `${least}–${most}`} ${unit}`;
}

/** All sets of an exercise in one line: '4 × 12 · 40 kg · desc. 60 s', or '12, 10, 8' where they differ. */
export function summarizeSets(sets: readonly ExerciseSet[]): string {
  const efforts = sets
    .toSorted((one, other) => one.set_number - other.set_number)
    .map(formatEffort)
    .filter((effort) => effort !== undefined);
  const isSame = efforts.every((effort) => effort === efforts[0]);
  const rest = formatRange(
    sets.map(({ rest_seconds }) => rest_seconds),
    's',
  );
  const weight = formatRange(
    sets.map((set) => set.weight),
    'kg',
  );
  return [
    isSame && efforts[0] ? `${efforts.length} × ${efforts[0]}` : efforts.join(', '),
    weight,
    rest && `desc. ${rest}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
