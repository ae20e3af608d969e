import { formatShortDate, parseDateField } from '@pulso/contract/kit/dates';
import { textOrDash } from '@pulso/contract/kit/labels';
import { useState, type ReactNode } from 'react';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { PagedRows } from '#screens/paged-rows';
import { DataTable, type Column } from '#ui/lists/data-table';
import { sortRows, type Sort } from '#ui/lists/sort';
import { SortSelect } from '#ui/lists/sort-select';

const PAGE_SIZE = 20;

export const periodColumn = {
  key: 'dates',
  title: 'Período',
  cell: ({ start_date, end_date }: { start_date: string; end_date: string }) => (
    <span className="tabular-nums">
      <span className="whitespace-nowrap">{textOrDash(formatShortDate(parseDateField(start_date)))} –</span>{' '}
      <span className="whitespace-nowrap">{textOrDash(formatShortDate(parseDateField(end_date)))}</span>
    </span>
  ),
  sortBy: ({ start_date }: { start_date: string }) => start_date,
  phone: 'fact',
} as const;

type Props<Row> = {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Message if the newest records did not load. */
  failure: string | undefined;
  onRetry: () => void;
  empty: string;
  /** Next step, offered if there are no records yet. */
  next?: ReactNode;
  /** True if the rows are already in order; by default the newest is put first. */
  inOrder?: boolean;
};

/** A person's records, the newest first, in pages: ten years of them stay readable. */
export function HistoryTable<Row extends { id: number; created_at: string }>(props: Props<Row>) {
  const { caption, rows, columns, failure, onRetry, empty, next, inOrder = false } = props;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const newest = () => [...rows].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
  const sorted = sortRows(inOrder ? [...rows] : newest(), columns, sort);
  const onSort = (wanted?: Sort) => {
    setSort(wanted);
    setPage(1);
  };
  return (
    <div className="space-y-4">
      {failure && <FailureState message={failure} onRetry={onRetry} />}
      {sorted.length > 0 ? (
        <div className="@container/few space-y-3">
          {sorted.length > 1 && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
          <PagedRows rows={sorted} size={PAGE_SIZE} page={page} onPage={setPage}>
            {(shownRows) => (
              <DataTable caption={caption} columns={columns} rows={shownRows} sort={sort} onSort={onSort} />
            )}
          </PagedRows>
        </div>
      ) : (
        !failure && (
          <div className="flex flex-col items-center gap-3 py-6 text-sm text-muted">
            <p>{empty}</p>
            {next}
          </div>
        )
      )}
    </div>
  );
}
