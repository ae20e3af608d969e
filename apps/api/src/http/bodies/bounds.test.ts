import { idList, list, nullable, optionalText, text } from '@pulso/contract/kit/fields';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { boundsOf, exceedsBounds } from '#http/bodies/bounds';

const AMPLE_BOUNDS = { values: 1_000, items: 1_000, keys: 1_000 };

describe('what is in a JSON text', () => {
  it.each([
    ['texts that look like more', '{"a":"[[[[{{{{,,,,::::"}', { values: 1, keys: 1 }],
    ['quotes inside texts', String.raw`["\"[[[[","\\",[1]]`, { values: 4, keys: 0 }],
    ['values and keys', '{"a":[1,2,{"b":3}],"c":4}', { values: 6, keys: 3 }],
    ['nothing', '', { values: 0, keys: 0 }],
    ['a text without an end', '"[[[', { values: 0, keys: 0 }],
  ])('X13 is counted outside of its texts: %s', (_case, json, { values, keys }) => {
    expect(exceedsBounds(json, { ...AMPLE_BOUNDS, values, keys })).toBe(false);
    if (values > 0) expect(exceedsBounds(json, { ...AMPLE_BOUNDS, values: values - 1, keys })).toBe(true);
    if (keys > 0) expect(exceedsBounds(json, { ...AMPLE_BOUNDS, values, keys: keys - 1 })).toBe(true);
  });

  it('Q7 X13 is too much at a depth of 33, wherever that is', () => {
    const nested = (levels: number) => `{"a":1,"b":[${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}]}`;
    expect(exceedsBounds(nested(32), AMPLE_BOUNDS)).toBe(false);
    expect(exceedsBounds(nested(33), AMPLE_BOUNDS)).toBe(true);
    expect(exceedsBounds(`[${'[],'.repeat(500)}1]`, { ...AMPLE_BOUNDS, values: 2_000, keys: 0 })).toBe(false);
  });

  it('X13 is too much with one list that is too long, at any depth; fields are no items', () => {
    const numbers = (count: number) => Array.from({ length: count }, () => 1).join();
    const most = { ...AMPLE_BOUNDS, items: 3 };
    for (const json of [`[${numbers(3)}]`, `{"a":[[${numbers(3)}],[${numbers(3)}]]}`, '{"a":1,"b":1,"c":1,"d":1}'])
      expect(exceedsBounds(json, most), json).toBe(false);
    for (const json of [`[${numbers(4)}]`, `{"a":[[1],[${numbers(4)}]]}`, '[[1],{"a":1},2,3]'])
      expect(exceedsBounds(json, most), json).toBe(true);
  });
});

describe('the longest value of a schema', () => {
  const part = z.object({ name: text(undefined, 10), note: optionalText });
  const schema = z.object({ parts: list(part, { invalid: 'No', max: 3 }), ids: nullable(idList('No', 20)) });

  it('X13 has a place for every character as an escape, and for every part', () => {
    const { bytes, values, items, keys } = boundsOf(schema);
    const escaped = (length: number) => String.raw`\u00e9`.repeat(length);
    const longest = JSON.stringify({ name: 'n', note: 'm' })
      .replace('n"', `${escaped(10)}"`)
      .replace('m"', `${escaped(5_000)}"`);
    const ids = Array.from({ length: 20 }, () => '2147483647').join(',\n        ');
    const body = `{"parts":[${longest},${longest},${longest}],"ids":[${ids}]}`;
    expect(body.length).toBeLessThanOrEqual(bytes);
    expect(exceedsBounds(body, { values, items, keys })).toBe(false);
    expect(exceedsBounds(body, { values, items: items - 1, keys })).toBe(true);
    expect(keys).toBe(2 + 3 * 2);
  });
});
