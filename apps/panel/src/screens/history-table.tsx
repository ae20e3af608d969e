import { formatShortDate, pureDate } from '@pulso/contract/kit/dates';
import { shown } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { DataTable, type Column } from '#ui/data-table';
import { Pagination } from '#ui/pagination';
import { FailureState } from '#ui/states';

const MOST_AT_ONCE = 20;

/** From when to when, of whatever has both. */
export const periodColumn = {
  key: 'dates',
  title: 'Período',
  cell: ({ start_date, end_date }: { start_date: string; end_date: string }) => (
    <span className="tabular-nums">
      {shown(formatShortDate(pureDate(start_date)))} – {shown(formatShortDate(pureDate(end_date)))}
    </span>
  ),
};

type Props<Row> = {
  caption: string;
  rows: readonly Row[];
  columns: Column<Row>[];
  /** Where the newest records could not be had. */
  failure: string | undefined;
  onRetry: () => void;
  empty: string;
};

/** A person's records, the newest first, a page at a time: ten years of them stay readable. */
export function HistoryTable<Row extends { id: number; created_at: string }>(props: Props<Row>) {
  const { caption, rows, columns, failure, onRetry, empty } = props;
  const [wanted, setWanted] = useState(1);
  const sorted = [...rows].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
  const page = Math.min(wanted, Math.max(1, Math.ceil(sorted.length / MOST_AT_ONCE)));
  return (
    <div className="space-y-4">
      {failure && <FailureState message={failure} onRetry={onRetry} />}
      {sorted.length > 0 ? (
        <DataTable
          caption={caption}
          columns={columns}
          rows={sorted.slice((page - 1) * MOST_AT_ONCE, page * MOST_AT_ONCE)}
          rowKey={({ id }) => id}
        />
      ) : (
        !failure && <p className="py-6 text-center text-sm text-muted">{empty}</p>
      )}
      {sorted.length > MOST_AT_ONCE && (
        <Pagination page={page} limit={MOST_AT_ONCE} total={sorted.length} onPage={setWanted} />
      )}
    </div>
  );
}
