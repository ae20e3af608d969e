import fc from 'fast-check';
import { MAX_ID } from '@pulso/contract/kit/fields';
import { monthOf, shiftMonth } from '@pulso/contract/kit/months';
import { definitionOf, isOptional } from '@pulso/contract/kit/schema-walk';
import * as z from 'zod/mini';

/** The fuzzer's knowledge of stored rows. */
export type KnownRows = {
  /** An id for a field that names another thing ('level_id'): one that exists, if there is one. */
  idFor: (field: string, choice: number) => number;
  /** A text that was stored in a field of this name. */
  textFor: (field: string, choice: number) => string | undefined;
};

type Schema = z.core.$ZodType;
type ValueGenerator = fc.Arbitrary<unknown>;

const digitTexts = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const base64Texts = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPabcdefghijklmnop0123456789-_'),
    minLength: length,
    maxLength: length,
  });
const words = fc.constantFrom(
  'Inicial',
  'Fuerza',
  'Ñandú',
  'Ángela',
  'piernas',
  'İstanbul',
  'Straße',
  '<b>negrita</b>',
  "O'Higgins",
);
const formatDay = (value: Date) => value.toISOString().slice(0, 10);

/** Texts of every kind that a field may ask for; each field keeps those that it accepts. */
const TEXT_GENERATORS: fc.Arbitrary<string>[] = [
  fc.uuid({ version: 7 }),
  fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 999 })).map(([place, id]) => `${place}-${id}`),
  fc.integer({ min: 1, max: 99 }).map((id) => `a${id}`),
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString()),
  fc.tuple(words, fc.nat(9_999)).map(([text, number]) => `${text} ${number}`),
  fc.nat(999_999).map((number) => `persona${number}`),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.integer({ min: 7, max: 15 }).chain(digitTexts),
  fc.nat(9_999).map((number) => `https://ejemplo.com.ar/ñ/${number}?a=1&b=2`),
  fc.nat(9_999).map((number) => `persona${number}@ejemplo.com.ar`),
  fc.date({ min: new Date(), max: new Date(Date.now() + 4e10), noInvalidDate: true }).map(formatDay),
  fc.date({ min: new Date('1930-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map(formatDay),
  fc.nat(60).map((months) => shiftMonth(monthOf(formatDay(new Date())), -months)),
  base64Texts(87),
  base64Texts(22),
  fc.nat(20).map((days) => formatDay(new Date(Date.now() - days * 86_400_000))),
  fc.constantFrom('exercise/plancha', 'exercise/soga', 'diet/oats', 'training/first-steps'),
  fc.constantFrom('due_today', 'due_soon', 'overdue', 'lapsed', 'no_plan', 'debt', 'promised', 'rise:1'),
];

const accepts = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success;

/** The generators that can make a value for the schema, limited to such values. */
function fittingGenerators<T>(made: fc.Arbitrary<T>[], schema: Schema, field: string): fc.Arbitrary<T> {
  const fits = accepts(schema);
  const useful = made.filter((one) => fc.sample(one, { numRuns: 40, seed: 1 }).some(fits));
  if (useful.length === 0) throw new Error(`The fuzzer makes nothing that '${field}' accepts: see values.ts`);
  return fc.oneof(...useful).filter(fits);
}

function numberGenerator(schema: Schema, field: string, known: KnownRows): fc.Arbitrary<number> {
  const { minimum = -1e9, maximum = 1e9 } = (z.globalRegistry.get(schema) ?? {}) as {
    minimum?: number;
    maximum?: number;
  };
  const existing = fc.nat().map((choice) => known.idFor(field, choice));
  if (maximum === MAX_ID) return minimum === 1 ? existing : fc.oneof(existing, fc.constant(0));
  const whole = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 2e9)) });
  const near = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 50)) });
  return fittingGenerators(
    [fc.constantFrom(minimum, maximum), whole, near, near.map((value) => value + 0.25), fc.nat(50)],
    schema,
    field,
  );
}

function objectGenerator({ shape }: z.ZodMiniObject, field: string, known: KnownRows): ValueGenerator {
  const fields = Object.entries<Schema>(shape);
  const made = Object.fromEntries(fields.map(([name, schema]) => [name, generatorFor(schema, name || field, known)]));
  const requiredKeys = fields.filter(([, schema]) => !isOptional(schema)).map(([name]) => name);
  return fc.record(made, { requiredKeys, noNullPrototype: true });
}

/** Values that the contract's schema accepts; rules over several fields are left to `bodyGenerator`, which retries. */
export function generatorFor(schema: Schema, field: string, known: KnownRows): ValueGenerator {
  if (schema instanceof z.ZodMiniOptional) return generatorFor(schema.def.innerType, field, known);
  if (schema instanceof z.ZodMiniNullable)
    return fc.option(generatorFor(schema.def.innerType, field, known), { freq: 4, nil: null });
  // A text form that is read, or a value that is changed afterwards: the other side is what is checked.
  if (schema instanceof z.ZodMiniPipe)
    return generatorFor(schema.def.in instanceof z.ZodMiniTransform ? schema.def.out : schema.def.in, field, known);
  if (schema instanceof z.ZodMiniUnion)
    return fc.oneof(...schema.def.options.map((option) => generatorFor(option, field, known)));
  if (schema instanceof z.ZodMiniNull) return fc.constant(null);
  if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom(...schema.def.values);
  if (schema instanceof z.ZodMiniObject) return objectGenerator(schema, field, known);
  if (schema instanceof z.ZodMiniArray)
    return fc.array(generatorFor(schema.def.element, field, known), { minLength: 1, maxLength: 3 });
  if (schema instanceof z.ZodMiniRecord)
    return fc.dictionary(fc.constantFrom('pantalla', 'ñ', 'x'), fc.jsonValue({ maxDepth: 2 }));
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema.def.entries));
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  if (schema instanceof z.ZodMiniNumber) return numberGenerator(schema, field, known);
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniStringFormat) {
    const made = fittingGenerators(TEXT_GENERATORS, schema, field);
    // Texts stored under the same field name elsewhere may all be invalid here.
    const again = fc.tuple(made, fc.nat()).map(([fresh, choice]) => {
      const stored = known.textFor(field, choice);
      return accepts(schema)(stored) ? stored : fresh;
    });
    return fc.oneof({ weight: 6, arbitrary: made }, { weight: 1, arbitrary: again });
  }
  throw new Error(`The fuzzer makes no ${definitionOf(schema).type} for '${field}': see values.ts`);
}

/** Whole bodies that the contract accepts. */
export const bodyGenerator = (schema: z.ZodMiniType, known: KnownRows) =>
  (generatorFor(schema, 'body', known) as fc.Arbitrary<Record<string, unknown>>).filter(accepts(schema));
