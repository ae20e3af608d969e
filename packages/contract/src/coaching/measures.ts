import * as z from 'zod/mini';
import { choice, date, INVALID_DATE } from '../kit/fields';
import { bodyKinds, MAX_MEASURE_CELLS, type BodyKind } from './measures.labels';
import { versioned } from './workouts';

const INVALID = 'La medida no es válida';

/** A value of one kind and day; null if it was erased. */
export const measureCell = z.object({
  kind: choice(bodyKinds, INVALID),
  day: date(INVALID_DATE),
  value: z.nullable(z.number(INVALID)),
  ...versioned,
});
export type MeasureCell = z.infer<typeof measureCell>;

export const measuresInput = z.object({
  cells: z.array(measureCell, INVALID).check(z.minLength(1, INVALID), z.maxLength(MAX_MEASURE_CELLS, INVALID)),
});
export type MeasuresInput = z.infer<typeof measuresInput>;

const answered = z.object({ day: z.iso.date(), value: z.nullable(z.number()), v: z.int(), by: z.string() });
/** The kinds that the business asks for, weight first, and the newest values of every kind that was ever noted. */
export const myMeasures = z.object({
  kinds: z.array(z.enum(bodyKinds)),
  values: z.record(z.string(), z.array(answered)),
});
export type MyMeasures = { kinds: BodyKind[]; values: Partial<Record<BodyKind, z.infer<typeof answered>[]>> };

export const measuresAnswer = z.object({
  cells: z.array(z.object({ kind: z.enum(bodyKinds), ...answered.shape })),
  refused: z.array(z.object({ kind: z.enum(bodyKinds), day: z.iso.date(), message: z.string() })),
});
export type MeasuresAnswer = z.infer<typeof measuresAnswer>;
