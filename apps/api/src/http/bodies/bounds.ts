import { definitionOf, fieldsOf, maxLength, type Schema } from '@pulso/contract/kit/schema-walk';
import * as z from 'zod/mini';

/** How much a JSON text has: its bytes, its values at every depth, the items of its longest list, and its keys, which cost most to read. */
export type Bounds = { bytes: number; values: number; items: number; keys: number };

const MAX_DEPTH = 32;
/** A character may be written as `\u00e9`. */
const BYTES_PER_CHARACTER = 6;
/** Commas, quotes and a reader's indentation around a value or a key. */
const PUNCTUATION_BYTES = 16;
/** A number, a flag or a word of a list, each with what is around it. */
const SHORT_VALUE: Bounds = { bytes: 32, values: 1, items: 0, keys: 0 };
/** Dates, and texts that only a pattern bounds. */
const UNBOUNDED_TEXT_LENGTH = 64;
const UNBOUNDED_LIST_LENGTH = 100;
/** JSON of any kind. */
const ANY_JSON: Bounds = { bytes: 4_096, values: 500, items: 500, keys: 500 };

const addBounds = (a: Bounds, b: Bounds): Bounds => ({
  bytes: a.bytes + b.bytes,
  values: a.values + b.values,
  items: Math.max(a.items, b.items),
  keys: a.keys + b.keys,
});
const multiplyBounds = (count: number, { bytes, values, items, keys }: Bounds): Bounds => ({
  bytes: count * bytes,
  values: count * values,
  items: Math.max(count, items),
  keys: count * keys,
});
const maxBounds = (a: Bounds, b: Bounds): Bounds => ({
  bytes: Math.max(a.bytes, b.bytes),
  values: Math.max(a.values, b.values),
  items: Math.max(a.items, b.items),
  keys: Math.max(a.keys, b.keys),
});

const SHORT_TYPES = new Set<string>(['transform', 'number', 'boolean', 'enum', 'literal']);

/** The longest valid value of a schema, in the longest of its spellings; or what it declares itself. */
export function boundsOf(schema: Schema): Bounds {
  const declared = z.globalRegistry.get(schema as z.core.$ZodType)?.bounds as Omit<Bounds, 'items'> | undefined;
  if (declared) return { ...declared, items: declared.values };
  const def = definitionOf(schema);
  if (SHORT_TYPES.has(def.type)) return SHORT_VALUE;
  if (def.type === 'optional' || def.type === 'nullable') return boundsOf(def.innerType);
  if (def.type === 'pipe') return maxBounds(boundsOf(def.in), boundsOf(def.out));
  if (def.type === 'string')
    return {
      ...SHORT_VALUE,
      bytes: BYTES_PER_CHARACTER * (maxLength(schema) ?? UNBOUNDED_TEXT_LENGTH) + PUNCTUATION_BYTES,
    };
  if (def.type === 'array') {
    const item = addBounds({ bytes: PUNCTUATION_BYTES, values: 0, items: 0, keys: 0 }, boundsOf(def.element));
    return addBounds(SHORT_VALUE, multiplyBounds(maxLength(schema) ?? UNBOUNDED_LIST_LENGTH, item));
  }
  if (def.type !== 'object') return ANY_JSON;
  return fieldsOf(schema)
    .map(([key, field]) =>
      addBounds({ bytes: key.length + PUNCTUATION_BYTES, values: 0, items: 0, keys: 1 }, boundsOf(field)),
    )
    .reduce(addBounds, SHORT_VALUE);
}

/** A client may send further fields, and whole rows back. */
const SPARE_COUNT = 1_000;
export const withSpare = ({ bytes, values, items, keys }: Bounds): Bounds => ({
  bytes,
  values: 2 * values + SPARE_COUNT,
  items: 2 * items + SPARE_COUNT,
  keys: 2 * keys + SPARE_COUNT,
});

/** So many keys may all be different, which costs most to read; beyond them so many names in all. */
const UNCOUNTED_KEYS = 20_000;
const MAX_NAMES = 1_000;

/** True if a JSON text is too deep or has too much in it to be parsed. It stops at the first that is too much. */
export function exceedsBounds(text: string, limits: Pick<Bounds, 'values' | 'items' | 'keys'>): boolean {
  let depth = 0;
  let values = 0;
  let keys = 0;
  let nameStart = 0;
  let nameEnd = 0;
  const names = new Set<string>();
  /** Items so far of the list at each depth; an object's fields are counted as keys. */
  const items: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        nameStart = at;
        nameEnd = at = endOfText(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        items[depth] = text[at] === '[' ? 1 : -Infinity;
        if (depth > MAX_DEPTH || values > limits.values) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        items[depth] = (items[depth] ?? 0) + 1;
        if (values > limits.values || (items[depth] ?? 0) > limits.items) return true;
        break;
      case 0x3a: // :
        keys += 1;
        if (keys > UNCOUNTED_KEYS) names.add(text.slice(nameStart, nameEnd));
        if (keys > limits.keys || names.size > MAX_NAMES) return true;
        break;
    }
  }
  return false;
}

/** The position of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === 0x5c) before -= 1; // \
  return (at - before) % 2 === 0;
}
