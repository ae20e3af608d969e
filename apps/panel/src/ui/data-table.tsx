import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';

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
  /** A row with a call under way. */
  isBusy?: (row: Row) => boolean;
};

/** From this many columns on, a table needs the width of a laptop. */
const MANY_COLUMNS = 7;

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }) {
  const current = sort?.by === column.key ? sort.order : undefined;
  const spoken = current === 'asc' ? 'ascending' : 'descending';
  const Icon = current === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-column={column.key}
      aria-sort={current && spoken}
      className={`cell-room py-3 text-xs font-semibold whitespace-nowrap text-muted first:pl-4 last:pr-4 ${column.numeric ? 'text-right' : 'text-left'}`}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={`relative inline-flex min-h-8 items-center hover:text-text ${current ? 'text-text' : ''}`}
          onClick={() => onSort({ by: column.key, order: current === 'asc' ? 'desc' : 'asc' })}
        >
          {column.title}
          {/* Out of the flow, so that the title stays aligned with its column. */}
          {current && <Icon aria-hidden className="absolute left-full ml-0.5 size-3.5" />}
        </button>
      ) : (
        column.title
      )}
    </th>
  );
}

type RowProps<Row> = { row: Row; columns: Column<Row>[]; busy: boolean };

function DataRow<Row>({ row, columns, busy }: RowProps<Row>) {
  return (
    <tr
      aria-busy={busy || undefined}
      className="block break-inside-avoid rounded-card border border-line bg-surface p-4 transition-opacity duration-150 aria-busy:opacity-50 tabular:table-row tabular:rounded-none tabular:border-0 tabular:border-t"
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-column={column.key}
          className={`flex min-h-8 items-center justify-between gap-4 py-1 tabular:table-cell tabular:cell-room tabular:py-3 tabular:first:pl-4 tabular:last:pr-4 ${
            column.numeric ? 'tabular-nums tabular:text-right' : ''
          }`}
        >
          <span aria-hidden className="text-xs font-semibold text-muted tabular:hidden">
            {column.title}
          </span>
          {/* A card may break a word anywhere; a table that may would squeeze dates and numbers to make room. */}
          <span
            className={`min-w-0 text-right wrap-anywhere tabular:[text-align:inherit] tabular:wrap-break-word ${column.numeric ? 'whitespace-nowrap' : ''}`}
          >
            {column.cell(row)}
          </span>
        </td>
      ))}
    </tr>
  );
}

/** Memoized: typing in the search must not re-render fifty rows. */
const KeptRow = memo(DataRow) as typeof DataRow;

/** A table; where there is no room for one, each row becomes a card that names its cells, with the same actions. */
export function DataTable<Row>({ caption, columns, rows, rowKey, sort, onSort, isBusy }: Props<Row>) {
  return (
    <div className={columns.length < MANY_COLUMNS ? '@container/few' : '@container'}>
      <table className="block w-full text-sm tabular:table tabular:overflow-hidden tabular:rounded-card tabular:border tabular:border-line tabular:bg-surface">
        <caption className="sr-only">{caption}</caption>
        <thead className="hidden border-b border-line tabular:table-header-group">
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 tabular:table-row-group">
          {rows.map((row) => (
            <KeptRow key={rowKey(row)} row={row} columns={columns} busy={isBusy?.(row) ?? false} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In the shape of a table of a few rows. */
export function TableSkeleton() {
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label="Cargando"
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row} data-skeleton className="grid grid-cols-3 gap-6 p-4 sm:grid-cols-6">
          {Array.from({ length: 6 }, (__, cell) => (
            <div key={cell} className={`skeleton h-5 ${cell > 2 ? 'max-sm:hidden' : ''}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
