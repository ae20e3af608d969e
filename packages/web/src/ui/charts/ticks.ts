const STEPS = [1, 2, 2.5, 5, 10];

/** Lowest and highest value of an axis; a single one has room above and below. */
function rangeOf(values: readonly number[], fromZero: boolean): [low: number, high: number] {
  if (fromZero || values.length === 0) return [Math.min(0, ...values), Math.max(0, ...values)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? [low - 1, high + 1] : [low, high];
}

/** Round values of an axis that holds all of these, from zero on if it is to begin there. */
export function ticksFor(values: readonly number[], fromZero: boolean): number[] {
  const [low, high] = rangeOf(values, fromZero);
  const rough = (high - low) / 3 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough * (1 - 1e-9))!;
  const whole = step < 1 ? 1 : step;
  const first = Math.floor(low / whole);
  const count = Math.max(1, Math.ceil(high / whole - 1e-9) - first);
  return Array.from({ length: count + 1 }, (_, at) => (first + at) * whole);
}
