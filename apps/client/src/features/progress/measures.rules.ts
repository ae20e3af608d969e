import type { MeasureCell, MyMeasures } from '@pulso/contract/coaching/measures';
import {
  bodyKinds,
  measureFault,
  mergeMeasures,
  STRANGE_VALUE,
  type BodyKind,
} from '@pulso/contract/coaching/measures.labels';
import type { DateText } from '@pulso/contract/kit/dates';
import { sendingOf, type Sending } from './progress.rules';
import { readNumber } from '../typed-number';

/** A cell of this phone. */
export type OwnMeasure = MeasureCell & { unsent: boolean; refused?: { message: string } };
export type Measured = { day: DateText; value: number; state: Sending };

/** The values of a kind, oldest first: those that the server told, merged with those of this phone. */
export function joinMeasures(kind: BodyKind, { values }: MyMeasures, own: readonly OwnMeasure[]): Measured[] {
  const joined = new Map<DateText, { cell: MeasureCell; state: Sending }>(
    (values[kind] ?? []).map((told) => [told.day, { cell: { kind, ...told }, state: 'sent' }]),
  );
  for (const { unsent, refused, ...cell } of own) {
    if (cell.kind !== kind) continue;
    const told = joined.get(cell.day)?.cell;
    const winner = told ? mergeMeasures(told, cell) : cell;
    joined.set(cell.day, { cell: winner, state: winner === cell ? sendingOf({ unsent, refused }) : 'sent' });
  }
  return [...joined.values()]
    .flatMap(({ cell: { day, value }, state }) => (value === null ? [] : [{ day, value, state }]))
    .toSorted((one, other) => Number(one.day > other.day) - Number(one.day < other.day));
}

/** The kinds that are asked for, then those that were once noted. */
export function shownKinds({ kinds, values }: MyMeasures, own: readonly OwnMeasure[]): BodyKind[] {
  const noted = bodyKinds.filter(
    (kind) => !kinds.includes(kind) && joinMeasures(kind, { kinds, values }, own).length > 0,
  );
  return [...kinds, ...noted];
}

type Typed = { value: number } | { fault: string };

/** A value as it was typed for a day. */
export function readMeasure(kind: BodyKind, day: DateText, typed: string, today: DateText): Typed {
  const value = readNumber(typed);
  if (value === undefined) return { fault: STRANGE_VALUE };
  const fault = measureFault({ kind, day, value, v: 1, by: '' }, today);
  return fault === undefined ? { value } : { fault };
}
