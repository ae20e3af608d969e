import { useMemo } from 'react';
import { sortText } from '#ui/text/plain-text';

export type Sort = { by: string; order: 'asc' | 'desc' };
/** Sort value of a row; unknown values come last in either direction. */
export type SortValue = string | number | boolean | null | undefined;
/** A column sorted by a value of its rows, or on the server. */
export type Sortable<Row> = { key: string; title: string; sortBy?: ((row: Row) => SortValue) | 'server' };

type Key = string | number | null;

function keyOf(value: SortValue): Key {
  if (typeof value === 'string') return value === '' ? null : sortText(value);
  if (typeof value === 'boolean') return Number(value);
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Sorts stably. A sort by an unknown column is ignored. */
export function sortRows<Row>(rows: Row[], columns: readonly Sortable<Row>[], sort: Sort | undefined): Row[] {
  const sortBy = columns.find(({ key }) => key === sort?.by)?.sortBy;
  if (typeof sortBy !== 'function') return rows;
  const direction = sort?.order === 'desc' ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(sortBy(row)) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return a.key === b.key ? 0 : a.key < b.key ? -direction : direction;
    })
    .map(({ row }) => row);
}

/** Sorts again only if the rows or the order change, not at every key of a search. */
export function useSorted<Row>(rows: Row[] | undefined, columns: readonly Sortable<Row>[], sort: Sort | undefined) {
  const { by, order } = sort ?? {};
  return useMemo(
    () => rows && sortRows(rows, columns, by === undefined || order === undefined ? undefined : { by, order }),
    [rows, columns, by, order],
  );
}
