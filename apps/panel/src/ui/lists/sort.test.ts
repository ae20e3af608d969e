import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortRows, type Sortable, type SortValue } from '#ui/lists/sort';

type Row = { id: number; value: SortValue };
const columns: Sortable<Row>[] = [
  { key: 'value', title: 'Valor', sortBy: ({ value }) => value },
  { key: 'id', title: 'ID', sortBy: 'server' },
  { key: 'plain', title: 'Sin orden' },
];
const rowsOf = (...values: SortValue[]): Row[] => values.map((value, index) => ({ id: index + 1, value }));
const sortValues = (values: SortValue[], order: 'asc' | 'desc' = 'asc') =>
  sortRows(rowsOf(...values), columns, { by: 'value', order });

describe('sortRows', () => {
  it('sorts names as a Spanish reader expects: without case and accents, ñ after n', () => {
    const names = ['Zoe', 'ñata', 'Nora', 'Ángela', 'nube', 'ana', 'Ñandú'];
    const expected = ['ana', 'Ángela', 'Nora', 'nube', 'Ñandú', 'ñata', 'Zoe'];
    expect(sortValues(names).map(({ value }) => value)).toEqual(expected);
    expect(sortValues(names, 'desc').map(({ value }) => value)).toEqual(expected.toReversed());
  });

  it('sorts numbers by size, and no before yes', () => {
    expect(sortValues([10, 9, -1, 100]).map(({ value }) => value)).toEqual([-1, 9, 10, 100]);
    expect(sortValues([true, false, true]).map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it('leaves equal rows in their order and what is not known at the end, both ways', () => {
    for (const order of ['asc', 'desc'] as const)
      expect(sortValues([null, 'b', '', 'B', undefined, NaN, 'b'], order).map(({ id }) => id)).toEqual([
        2, 4, 7, 1, 3, 5, 6,
      ]);
  });

  it('leaves the rows as they are without an order that a column has', () => {
    const rows = rowsOf(3, 1, 2);
    for (const by of ['id', 'plain', 'toString', '']) expect(sortRows(rows, columns, { by, order: 'desc' })).toBe(rows);
    expect(sortRows(rows, columns, undefined)).toBe(rows);
  });

  it('loses and doubles no row, and changes nothing of what it was given', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.oneof(fc.string(), fc.double()))), fc.boolean(), (values, down) => {
        const rows = rowsOf(...values);
        const before = [...rows];
        const after = sortRows(rows, columns, { by: 'value', order: down ? 'desc' : 'asc' });
        expect(after.map(({ id }) => id).sort((a, b) => a - b)).toEqual(before.map(({ id }) => id));
        expect(rows).toEqual(before);
      }),
    );
  });
});
