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

/** A table; where there is little room, as on a phone, each row becomes a card that names its cells, with the same actions. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, isBusy }: Props<Row>) {
  return (
    <div className="@container overflow-x-auto">
      <table className="block w-full text-sm @4xl:table @4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface">
        <caption className="sr-only">{caption}</caption>
        <thead className="hidden border-b border-line @4xl:table-header-group">
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @4xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              aria-busy={isBusy?.(row) || undefined}
              className="block rounded-card border border-line bg-surface p-4 transition-opacity duration-150 aria-busy:opacity-50 @4xl:table-row @4xl:rounded-none @4xl:border-0 @4xl:border-t"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`flex min-h-8 items-center justify-between gap-4 py-1 @4xl:table-cell @4xl:px-4 @4xl:py-3 ${
                    column.numeric ? 'tabular-nums @4xl:text-right' : ''
                  }`}
                >
                  <span aria-hidden className="text-xs font-semibold text-muted @4xl:hidden">
                    {column.title}
                  </span>
                  <span className={`min-w-0 text-right break-words ${column.numeric ? '' : '@4xl:text-left'}`}>
                    {column.cell(row)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In the shape of a table of a few rows. */
export function TableSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className="@container">
      <div className="space-y-3 @4xl:space-y-0">
        {Array.from({ length: 6 }, (_, index) => (
          <div
            key={index}
            data-skeleton
            className="flex items-center gap-4 border border-line bg-surface p-4 @max-4xl:rounded-card @4xl:border-b-0 @4xl:first:rounded-t-card @4xl:last:rounded-b-card @4xl:last:border-b"
          >
            <div className="skeleton size-12 shrink-0" />
            <div className="skeleton h-4 w-1/3" />
            <div className="skeleton ml-auto h-4 w-1/4" />
          </div>
        ))}
      </div>
    </div>
  );
}
