import * as z from 'zod/mini';

export const LIBRARY_PATH = '/library';

export const libraryKinds = ['exercise', 'training', 'diet'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** An entry that is there, that was added and deleted since, or that never was. */
export const libraryStates = ['present', 'removed', 'new'] as const;

const key = z
  .string()
  .check(z.regex(/^(?:exercise|training|diet)\/[a-z0-9-]{1,60}$/, 'Hay entradas que no están en la biblioteca'));

/** Something that the library offers, in the order in which it is shown. */
export const libraryRow = z.object({
  key,
  kind: z.enum(libraryKinds),
  title: z.string(),
  /** The body part of an exercise, the type of a training, the meal of a diet. */
  group: z.string(),
  state: z.enum(libraryStates),
  /** Keys of the exercises that a training brings along. */
  brings: z.array(key),
});
export type LibraryRow = z.infer<typeof libraryRow>;

const NOTHING_CHOSEN = 'Elige al menos una entrada';
const MAX_CHOSEN = 300;

export const libraryInput = z.object({
  keys: z
    .array(key, NOTHING_CHOSEN)
    .check(z.minLength(1, NOTHING_CHOSEN), z.maxLength(MAX_CHOSEN, `Hasta ${MAX_CHOSEN} entradas por vez`)),
});
export type LibraryInput = z.infer<typeof libraryInput>;

const count = z.int().check(z.nonnegative());
/** How many rows were made, with those that trainings brought along, and how many of the chosen ones were there already. */
export const libraryResult = z.object({ exercises: count, trainings: count, diets: count, present: count });
export type LibraryResult = z.infer<typeof libraryResult>;
