/**
 * Reads what any server answers into rows that have all their fields, by the contract's schema: behind it texts are texts
 * and lists are lists, a number that is not known is NaN, and a screen need not ask what may be missing.
 */

/** As much of a zod schema as reading by it takes: zod itself is not loaded for it. */
export type Schema<T = unknown> = { _zod: { def: unknown; output: T }; meta?: () => Answer | undefined };

type Def = {
  type: string;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  values?: unknown[];
};
type Answer = Record<string, unknown>;
type Count = { gaps: number };
type Reader = (value: unknown, count: Count) => unknown;
/** What stands where nothing can be read, in place of what the type itself would put there. */
type Gap = { value: unknown };

const defOf = (schema: Schema | undefined) => (schema?._zod.def ?? { type: 'unknown' }) as Def;

export const isObject = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function asText(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined;
}

/** Amounts often come as text: that is how databases keep them exact. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' ? number : undefined;
}

const FLAGS = new Map<unknown, boolean>([true, 1, '1', 'true'].map((yes) => [yes, true]));
for (const no of [false, 0, '0', 'false']) FLAGS.set(no, false);

export function asFlag(value: unknown): boolean | undefined {
  return FLAGS.get(value);
}

const UNREADABLE = Symbol('unreadable');

function reading(read: (value: unknown, count: Count) => unknown, gap: unknown): Reader {
  return (value, count) => {
    const found = read(value, count);
    if (found !== undefined) return found;
    count.gaps += 1;
    return gap;
  };
}

function compile(schema: Schema | undefined, given?: Gap): Reader {
  const def = defOf(schema);
  const told = schema?.meta?.()?.default;
  const gap = told === undefined ? given : { value: told };
  const or = (own: unknown) => (gap ? gap.value : own);
  switch (def.type) {
    case 'string':
    case 'enum':
      return reading(asText, or(''));
    case 'number':
      return reading(asNumber, or(NaN));
    case 'boolean':
      return reading(asFlag, or(false));
    case 'literal':
      return reading(asText, or(def.values?.[0]));
    case 'nullable': {
      const read = compile(def.innerType, { value: null });
      return (value, count) => (value === null ? null : read(value, count));
    }
    case 'optional': {
      const read = compile(def.innerType, { value: undefined });
      return (value, count) => (value === undefined || value === null ? undefined : read(value, count));
    }
    // Of what may be left out when it is sent, but is always answered.
    case 'nonoptional':
      return compile(defOf(def.innerType).type === 'optional' ? defOf(def.innerType).innerType : def.innerType, gap);
    // What is read before it is judged, or turned into something else after.
    case 'pipe':
      return compile(defOf(def.out).type === 'transform' ? def.in : def.out, gap);
    case 'array':
      return compileArray(def, gap);
    case 'object':
      return compileObject(def, gap);
    case 'record':
      return reading((value) => (isObject(value) ? value : undefined), or({}));
    default:
      return (value) => value;
  }
}

function compileArray({ element }: Def, gap: Gap | undefined): Reader {
  const read = compile(element, { value: UNREADABLE });
  const isNumbered = defOf(element).shape?.id !== undefined;
  // A part without an id is told from the others by its place, below zero, where no id is.
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

function compileObject({ shape = {} }: Def, gap: Gap | undefined): Reader {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, read: compile(schema) }));
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
  const known = readers.get(schema);
  if (known) return known;
  const made = compile(schema);
  readers.set(schema, made);
  return made;
}

/** As much of a contract's resource as reading it takes. */
export type Readable<Row> = { path: string; row: Schema<Row>; answered?: (answer: Answer) => Answer };

function readWhole<Row>({ row, answered }: Readable<Row>, value: unknown, count: Count): Row {
  // What was read by the contract's own schema is what its type says.
  return readerOf(row)(isObject(value) && answered ? answered(value) : value, count) as Row;
}

type Id = string | number | undefined;

/** An answer about one thing has the id that it was asked for by, if it does not say so itself. */
const withId = (answer: Answer, id: Id) => (asNumber(answer.id) === undefined ? { ...answer, id } : answer);

/** One thing, or undefined where what came is none. */
export function readRow<Row>(resource: Readable<Row>, value: unknown, id?: Id): Row | undefined {
  return isObject(value) ? readWhole(resource, withId(value, id), { gaps: 0 }) : undefined;
}

const reported = new Set<string>();

/** A list of them. What has no id cannot be opened, changed or told from another: it is left out, and that is said once. */
export function readRows<Row extends { id: number }>(resource: Readable<Row>, values: unknown[]): Row[] {
  const count = { gaps: 0 };
  const rows = values.map((value) => readWhole(resource, value, count)).filter(({ id }) => Number.isInteger(id));
  if (rows.length < values.length && !reported.has(resource.path)) {
    reported.add(resource.path);
    // eslint-disable-next-line no-console -- for whoever runs that server; the person has the rest of the list
    console.warn(`${resource.path}: ${values.length - rows.length} sin un id válido no se muestran`);
  }
  return rows;
}

/** Which fields an answer leaves open: not there, not readable, or a relation that is null beside its id. */
export function gapsIn<Row>({ row, answered }: Readable<Row>, value: unknown, id?: Id): string[] {
  const { shape = {} } = defOf(row);
  const given = isObject(value) ? withId(value, id) : {};
  const answer = answered?.(given) ?? given;
  return Object.entries(shape).flatMap(([name, schema]) => {
    const count = { gaps: 0 };
    readerOf(schema)(answer[name], count);
    const isLost = answer[name] === null && asNumber(answer[`${name}_id`]) !== undefined;
    return count.gaps > 0 || isLost ? [name] : [];
  });
}
