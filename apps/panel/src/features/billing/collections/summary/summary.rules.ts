import type { CollectionSummary, Figure } from '@pulso/contract/billing/collections.summary';
import { isObject } from '@pulso/web/answers';

const FIGURES = [
  'due_today',
  'due_soon',
  'overdue',
  'lapsed',
  'no_plan',
  'debt',
  'promised',
  'unverified',
] as const satisfies (keyof CollectionSummary)[];

const readNumber = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN);

function readFigure(value: unknown): Figure {
  const { count, sum } = isObject(value) ? value : {};
  return { count: readNumber(count), sum: readNumber(sum) };
}

/** The summary without the contract's schemas, which would come with every screen: its badges stand in the menu. */
export function readSummary(data: unknown): CollectionSummary | undefined {
  if (!isObject(data)) return undefined;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, readFigure(data[name])]));
  const since = data.till_since;
  return {
    ...(figures as Record<(typeof FIGURES)[number], Figure>),
    till_since: typeof since === 'string' ? since : null,
  };
}
