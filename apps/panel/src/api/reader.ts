import { definitionOf, fieldsOf, type Schema } from '@pulso/contract/kit/schema-walk';
import { isObject } from '@pulso/web/answers';
import * as z from 'zod/mini';

/**
 * Reads any server's answer into rows with all their fields, by the contract's schema: texts are texts, lists are
 * lists, an unknown number is NaN, and screens need not check for missing fields.
 */

type Answer = Record<string, unknown>;
type GapCount = { gaps: number };
type Reader = (value: unknown, count: GapCount) => unknown;
/** Value for an unreadable field, instead of the type's own default. */
type FallbackValue = { value: unknown };

export function asText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** Amounts often come as text: that is how databases keep them exact. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

const FLAG_VALUES = new Map<unknown, boolean>([true, 1, '1', 'true'].map((yes) => [yes, true]));
for (const no of [false, 0, '0', 'false']) FLAG_VALUES.set(no, false);

export function asFlag(value: unknown): boolean | undefined {
  return FLAG_VALUES.get(value);
}

const UNREADABLE = Symbol('unreadable');

function withFallback(read: (value: unknown, count: GapCount) => unknown, gap: unknown): Reader {
  return (value, count) => {
    const result = read(value, count);
    if (result !== undefined) return result;
    count.gaps += 1;
    return gap;
  };
}

function compileReader(schema: Schema, inheritedFallback?: FallbackValue): Reader {
  const def = definitionOf(schema);
  // Only zod's registry is loaded, which holds the defaults.
  const byDefault = z.globalRegistry.get(schema as z.core.$ZodType)?.default;
  const gap = byDefault === undefined ? inheritedFallback : { value: byDefault };
  const or = (typeDefault: unknown) => (gap ? gap.value : typeDefault);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other kinds are taken as they come
  switch (def.type) {
    case 'string':
    case 'enum':
      return withFallback(asText, or(''));
    case 'number':
      return withFallback(asNumber, or(NaN));
    case 'boolean':
      return withFallback(asFlag, or(false));
    case 'literal':
      return withFallback(asText, or(def.values[0]));
    case 'nullable': {
      const read = compileReader(def.innerType, { value: null });
      return (value, count) => (value === null ? null : read(value, count));
    }
    case 'optional': {
      const read = compileReader(def.innerType, { value: undefined });
      const isNullable = definitionOf(def.innerType).type === 'nullable';
      return (value, count) =>
        (value ?? (isNullable ? value : undefined)) === undefined ? undefined : read(value, count);
    }
    // Optional in the input, but always answered.
    case 'nonoptional': {
      const inner = definitionOf(def.innerType);
      return compileReader(inner.type === 'optional' ? inner.innerType : def.innerType, gap);
    }
    // A preprocess or a transform: take the side that is a schema.
    case 'pipe':
      return compileReader(definitionOf(def.out).type === 'transform' ? def.in : def.out, gap);
    case 'array':
      return compileArray(def.element, gap);
    case 'object':
      return compileObject(schema, gap);
    case 'record':
      return withFallback((value) => (isObject(value) ? value : undefined), or({}));
    default:
      return (value) => value;
  }
}

function compileArray(element: Schema, gap: FallbackValue | undefined): Reader {
  const read = compileReader(element, { value: UNREADABLE });
  const isNumbered = fieldsOf(element).some(([name]) => name === 'id');
  // A part without an id gets a negative one from its index, so that keys stay unique.
  const numbered = (part: unknown, index: number) =>
    isNumbered && isObject(part) && Number.isNaN(part.id) ? { ...part, id: -1 - index } : part;
  return (value, count) => {
    if (Array.isArray(value))
      return value
        .map((part) => read(part, count))
        .filter((part) => part !== UNREADABLE)
        .map(numbered);
    count.gaps += 1;
    return gap ? gap.value : [];
  };
}

function compileObject(schema: Schema, gap: FallbackValue | undefined): Reader {
  const fields = fieldsOf(schema).map(([name, field]) => ({ name, read: compileReader(field) }));
  return (value, count) => {
    if (!isObject(value)) {
      count.gaps += 1;
      if (gap) return gap.value;
    }
    const answer = isObject(value) ? value : {};
    const row: Answer = {};
    for (const { name, read } of fields) row[name] = read(answer[name], count);
    return row;
  };
}

const readers = new WeakMap<Schema, Reader>();

function readerOf(schema: Schema): Reader {
  const cachedReader = readers.get(schema);
  if (cachedReader) return cachedReader;
  const newReader = compileReader(schema);
  readers.set(schema, newReader);
  return newReader;
}

/** The part of a contract's resource that the reader uses. */
export type ReadableResource<Row> = { path: string; row: Schema<Row>; answered?: (answer: Answer) => Answer };

function readAnswer<Row>({ row, answered }: ReadableResource<Row>, value: unknown, count: GapCount): Row {
  // The reader follows the schema, so its result has the schema's type.
  return readerOf(row)(isObject(value) && answered ? answered(value) : value, count) as Row;
}

type Id = string | number | undefined;

/** An answer without an id has the id that was requested. */
const withId = (answer: Answer, id: Id) => (asNumber(answer.id) === undefined ? { ...answer, id } : answer);

/** One row, or undefined if the value is no object. */
export function readRow<Row>(resource: ReadableResource<Row>, value: unknown, id?: Id): Row | undefined {
  return isObject(value) ? readAnswer(resource, withId(value, id), { gaps: 0 }) : undefined;
}

const warnedPaths = new Set<string>();

/** A list of rows. Those without an id cannot be opened or edited: they are left out, with one warning. */
export function readRows<Row extends { id: number }>(resource: ReadableResource<Row>, values: unknown[]): Row[] {
  const count = { gaps: 0 };
  const rows = values.map((value) => readAnswer(resource, value, count)).filter(({ id }) => Number.isInteger(id));
  if (rows.length < values.length && !warnedPaths.has(resource.path)) {
    warnedPaths.add(resource.path);
    // oxlint-disable-next-line no-console -- for whoever runs that server; the person has the rest of the list
    console.warn(`${resource.path}: ${values.length - rows.length} sin un id válido no se muestran`);
  }
  return rows;
}

/** The fields an answer lacks: missing, unreadable, or a relation that is null beside its id. */
export function missingFieldsOf<Row>({ row, answered }: ReadableResource<Row>, value: unknown, id?: Id): string[] {
  const answerWithId = isObject(value) ? withId(value, id) : {};
  const answer = answered?.(answerWithId) ?? answerWithId;
  return fieldsOf(row).flatMap(([name, schema]) => {
    const count = { gaps: 0 };
    readerOf(schema)(answer[name], count);
    const isLost = answer[name] === null && asNumber(answer[`${name}_id`]) !== undefined;
    return count.gaps > 0 || isLost ? [name] : [];
  });
}
