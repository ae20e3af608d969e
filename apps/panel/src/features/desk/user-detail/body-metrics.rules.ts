const NOT_COMPUTABLE = 'N/A';

export type BmiCategory = 'Bajo peso' | 'Normal' | 'Sobrepeso' | 'Obesidad';

type Measure = number | null | undefined;

// Beyond any human being, so most likely another unit (1.75 for metres) or a slip: better no figure than an absurd one.
const HEIGHT_RANGE_CM = { min: 50, max: 300 };
const WEIGHT_RANGE_KG = { min: 1, max: 700 };
const CM_PER_INCH = 2.54;

const isPlausible = (value: Measure, { min, max }: { min: number; max: number }): value is number =>
  typeof value === 'number' && value >= min && value <= max;

const formatOneDecimal = (value: number) => value.toFixed(1).replace('.', ',');

/** kg / m², unrounded. In whole hundredths, as the form's step is: 64 kg and 160 cm are 25, not 24.999999999999996. */
export function bodyMassIndex(heightCm: Measure, weightKg: Measure): number | undefined {
  if (!isPlausible(heightCm, HEIGHT_RANGE_CM) || !isPlausible(weightKg, WEIGHT_RANGE_KG)) return undefined;
  const height = Math.round(heightCm * 100);
  return (Math.round(weightKg * 100) * 1_000_000) / (height * height);
}

/** Takes the unrounded index: 24.96 is shown as 25,0 and is still 'Normal'. */
export function bmiCategory(bmi: number | undefined): BmiCategory | undefined {
  if (bmi === undefined || !Number.isFinite(bmi)) return undefined;
  if (bmi < 18.5) return 'Bajo peso';
  if (bmi < 25) return 'Normal';
  return bmi < 30 ? 'Sobrepeso' : 'Obesidad';
}

/** Ideal weight in kg. Under 60 inches nothing is taken off; every gender but Male goes with 'otherwise'. */
export function idealWeightKg(heightCm: Measure, gender: string | null | undefined): number | undefined {
  if (!isPlausible(heightCm, HEIGHT_RANGE_CM)) return undefined;
  const inchesOver = Math.max(0, heightCm / CM_PER_INCH - 60);
  return (gender === 'Male' ? 50 : 45.5) + 2.3 * inchesOver;
}

/** Reason why there is no index; undefined if there is one. */
export function missingBmiReason(heightCm: Measure, weightKg: Measure): string | undefined {
  const problems = [
    describeMeasure('la altura', heightCm, HEIGHT_RANGE_CM, 'cm'),
    describeMeasure('el peso', weightKg, WEIGHT_RANGE_KG, 'kg'),
  ].filter((problem) => problem !== undefined);
  return problems.length > 0 ? `Para calcularlo: ${problems.join(' y ')}.` : undefined;
}

function describeMeasure(name: string, value: Measure, range: { min: number; max: number }, unit: string) {
  if (isPlausible(value, range)) return undefined;
  return typeof value === 'number' ? `corrige ${name} (${String(value).replace('.', ',')} ${unit})` : `carga ${name}`;
}

export function formatBmi(bmi: number | undefined): string {
  return bmi === undefined || !Number.isFinite(bmi) ? NOT_COMPUTABLE : formatOneDecimal(bmi);
}

export function formatIdealWeight(weightKg: number | undefined): string {
  return weightKg === undefined || !Number.isFinite(weightKg) ? NOT_COMPUTABLE : `${formatOneDecimal(weightKg)} kg`;
}
