import type { ReactNode } from 'react';
import { Pagination } from '#ui/pagination';

/** So many stay quick to draw; most businesses never see a second page. */
const MOST_AT_ONCE = 200;

type Props<Row> = { rows: Row[]; page: string; onPage: (page: string) => void; children: (rows: Row[]) => ReactNode };

/** A long list in pages; a short one as it is. */
export function Paged<Row>({ rows, page, onPage, children }: Props<Row>) {
  if (rows.length <= MOST_AT_ONCE) return children(rows);
  const last = Math.ceil(rows.length / MOST_AT_ONCE);
  const current = Math.min(last, Math.max(1, Math.trunc(Number(page)) || 1));
  return (
    <>
      {children(rows.slice((current - 1) * MOST_AT_ONCE, current * MOST_AT_ONCE))}
      <Pagination
        page={current}
        limit={MOST_AT_ONCE}
        total={rows.length}
        onPage={(next) => {
          onPage(String(next));
          window.scrollTo({ top: 0 });
        }}
      />
    </>
  );
}
