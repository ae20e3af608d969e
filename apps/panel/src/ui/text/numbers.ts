/** A whole percentage that can be the width of a bar: 0 when there is nothing to divide by, never outside 0–100. */
export function toPercentage(part: number, sum: number): number {
  if (!Number.isFinite(part) || !Number.isFinite(sum) || sum <= 0) return 0;
  // Multiplied first: 29 / 200 * 100 is 14.499999999999998, which would round down.
  return Math.min(100, Math.max(0, Math.round((part * 100) / sum)));
}

/** '19,5', in the local notation; without grouping, because these are measures and not amounts. */
export function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(value).replace('.', ',') : '';
}

/** '100.000', for counts. Written by hand, because whether Intl groups four digits depends on the browser. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '.');
}
