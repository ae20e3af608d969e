import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

export type Sort = { by: string; order: 'asc' | 'desc' };
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Amounts and numbers stand at the right. */
  numeric?: boolean;
  sortable?: boolean;
};
type Props<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => number;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** A row that something is happening to. */
  isBusy?: (row: Row) => boolean;
};

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  const current = sort?.by === column.key ? sort.order : undefined;
  const spoken = current === 'asc' ? 'ascending' : 'descending';
  const Icon = current === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={current && spoken}
      className={`px-4 py-3 text-xs font-semibold whitespace-nowrap text-muted ${column.numeric ? 'text-right' : 'text-left'}`}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="inline-flex min-h-8 items-center gap-1 hover:text-text"
          onClick={() => onSort({ by: column.key, order: current === 'asc' ? 'desc' : 'asc' })}
        >
          {column.title}
          <Icon aria-hidden className={`size-3.5 ${current ? '' : 'opacity-0'}`} />
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

/** A table; on a phone each row becomes a card that names its cells, with the same actions. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, isBusy }: Props<Row>) {
  return (
    <table className="block w-full text-sm md:table md:overflow-hidden md:rounded-card md:border md:border-line md:bg-surface">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden border-b border-line md:table-header-group">
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="block space-y-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            aria-busy={isBusy?.(row) || undefined}
            className="block rounded-card border border-line bg-surface p-4 transition-opacity duration-150 aria-busy:opacity-50 md:table-row md:rounded-none md:border-0 md:border-t"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={`flex min-h-8 items-center justify-between gap-4 py-1 md:table-cell md:px-4 md:py-3 ${
                  column.numeric ? 'tabular-nums md:text-right' : ''
                }`}
              >
                <span aria-hidden className="text-xs font-semibold text-muted md:hidden">
                  {column.title}
                </span>
                <span className="min-w-0 text-right break-words md:text-inherit">{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In the shape of a table of a few rows. */
export function TableSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className="space-y-3 md:space-y-0">
      {Array.from({ length: 6 }, (_, index) => (
        <div
          key={index}
          data-skeleton
          className="flex items-center gap-4 border border-line bg-surface p-4 max-md:rounded-card md:border-b-0 md:first:rounded-t-card md:last:rounded-b-card md:last:border-b"
        >
          <div className="skeleton size-12 shrink-0" />
          <div className="skeleton h-4 w-1/3" />
          <div className="skeleton ml-auto h-4 w-1/4" />
        </div>
      ))}
    </div>
  );
}
