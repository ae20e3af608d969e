import { measureKinds, measureLabels, type MeasureKind } from '../billing/business.labels';
import { addDays, type DateText } from '../kit/dates';
import { textOf } from './merge';
import type { MeasureCell } from './measures';

/** The weight, which every client may note, and the measures that a business may ask for. */
export type BodyKind = 'weight' | MeasureKind;
export const bodyKinds = ['weight', ...measureKinds] as const;
export const bodyLabels: Record<BodyKind, string> = { weight: 'Mi peso', ...measureLabels };

type Limits = { min: number; max: number; unit: 'kg' | 'cm' | '%' };
const IN_CENTIMETRES: Limits = { min: 10, max: 300, unit: 'cm' };
export const limitsOf = (kind: BodyKind): Limits => {
  if (kind === 'weight') return { min: 20, max: 400, unit: 'kg' };
  return kind === 'body_fat' ? { min: 1, max: 75, unit: '%' } : IN_CENTIMETRES;
};

const valueFormat = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2, useGrouping: false });
/** '72,4 kg' */
export const measureWords = (kind: BodyKind, value: number): string =>
  `${valueFormat.format(value)} ${limitsOf(kind).unit}`;

/** How far back a measure may be noted. */
export const MEASURE_DAYS = 366;
export const MAX_MEASURE_CELLS = 100;
export const STRANGE_VALUE = 'El valor no parece correcto';

/** Fault of one measure, which holds up no other. */
export function measureFault({ kind, day, value }: MeasureCell, today: DateText): string | undefined {
  if (day > today || day < addDays(today, -MEASURE_DAYS)) return 'La fecha no es válida';
  const { min, max } = limitsOf(kind);
  const isStrange = value !== null && (value < min || value > max || Number(value.toFixed(2)) !== value);
  return isStrange ? STRANGE_VALUE : undefined;
}

/** The greater version wins; of equal ones the greater writer, then the greater text: the same on every phone. */
export function mergeMeasures(one: MeasureCell, other: MeasureCell): MeasureCell {
  const order =
    one.v - other.v ||
    Number(one.by > other.by) - Number(one.by < other.by) ||
    Number(textOf(one) > textOf(other)) - Number(textOf(one) < textOf(other));
  return order >= 0 ? one : other;
}
