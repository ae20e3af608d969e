import { lastDone, restAfter, type SessionSet } from '@pulso/contract/coaching/session';
import { weightFormat, type SetValues } from '@pulso/contract/coaching/sets';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { PRESCRIPTION_LIMITS } from '@pulso/contract/content/sets-line';

export type Amount = keyof SetValues;

/** Of each number its step, its limits, and how fine it is typed. */
const scales: Record<Amount, { step: number; min: number; max: number; fineness: number }> = {
  weight: { step: 2.5, min: 0, max: 999.75, fineness: 0.25 },
  reps: { step: 1, min: 1, max: PRESCRIPTION_LIMITS.reps, fineness: 1 },
  seconds: { step: 5, min: 1, max: PRESCRIPTION_LIMITS.seconds, fineness: 1 },
};

const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(Math.max(value, min), max);
/** Two decimals, so that 22,7 + 2,5 is 25,2. */
const toHundredths = (value: number) => Math.round(value * 100) / 100;

/** A number after − or +; from a blank one the least that makes a difference. */
export function stepped(amount: Amount, value: number | null, direction: 1 | -1): number | null {
  const scale = scales[amount];
  if (value === null) return direction > 0 ? scale.step : null;
  return within(toHundredths(value + direction * scale.step), scale);
}

const NUMBER = /^\d{1,4}(?:[.,]\d{0,4})?$/;

/** A number as it was typed; undefined if it is none. A weight may be left blank. */
export function readTyped(amount: Amount, text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return amount === 'weight' ? null : undefined;
  if (!NUMBER.test(typed)) return undefined;
  const scale = scales[amount];
  return within(Math.round(Number(typed.replace(',', '.')) / scale.fineness) * scale.fineness, scale);
}

export const writeNumber = (value: number | null): string => (value === null ? '' : weightFormat.format(value));

/** 'Más 2,5 kg', 'Menos 1 repetición' */
export function stepWords(amount: Amount, direction: 1 | -1): string {
  const units = { weight: 'kg', reps: 'repetición', seconds: 's' };
  return `${direction > 0 ? 'Más' : 'Menos'} ${weightFormat.format(scales[amount].step)} ${units[amount]}`;
}

/** '0:47' */
export const clockWords = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Names the rest after a set: one that is done again has another. */
const restNameOf = ({ id }: Workout, { name, cell }: SessionSet) => `${id} ${name} ${cell?.at ?? ''}`;

export function restName(workout: Workout): string | undefined {
  const last = lastDone(workout);
  return last && restNameOf(workout, last);
}

/** The end of a rest by this phone's clock, as the person changed it; null of one that was skipped. */
export type ChangedRest = { of: string; ends: number | null };
export type Rest = { of: string; ends: number };

/**
 * The rest after what was done last. It follows from the session itself, so that it outlives the page; what was changed of it
 * is kept beside.
 */
export function restOf(workout: Workout, changed: ChangedRest | undefined, offset: number): Rest | undefined {
  const last = lastDone(workout);
  if (!last?.cell?.at) return undefined;
  const of = restNameOf(workout, last);
  if (changed?.of === of) return changed.ends === null ? undefined : { of, ends: changed.ends };
  const seconds = restAfter(workout, last.name);
  return seconds > 0 ? { of, ends: Date.parse(last.cell.at) - offset + seconds * 1000 } : undefined;
}

/** 'Quedan 5 series sin hacer.' */
export const leftWords = (count: number): string =>
  count === 1 ? 'Queda 1 serie sin hacer.' : `Quedan ${count} series sin hacer.`;

/** '20 series en 52 min' */
export function doneWords(done: number, { started_at }: Pick<Workout, 'started_at'>, endedAt: string): string {
  const minutes = Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(started_at)) / 60_000));
  return `${done === 1 ? '1 serie' : `${done} series`} en ${minutes} min`;
}
