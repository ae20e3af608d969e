import type { ReactNode } from 'react';
import { Pagination } from '#ui/lists/pagination';

/** Small enough to render quickly; most businesses never see a second page. */
const PAGE_SIZE = 200;

type Props<Row> = {
  rows: Row[];
  size?: number;
  /** Page number from the address, so perhaps not a number. */
  page: string | number;
  onPage: (page: number) => void;
  children: (rows: Row[]) => ReactNode;
};

/** A long list in pages; a short one as it is. */
export function PagedRows<Row>({ rows, size = PAGE_SIZE, page, onPage, children }: Props<Row>) {
  if (rows.length <= size) return children(rows);
  const last = Math.ceil(rows.length / size);
  const current = Math.min(last, Math.max(1, Math.trunc(Number(page)) || 1));
  return (
    <>
      {children(rows.slice((current - 1) * size, current * size))}
      <Pagination page={current} limit={size} total={rows.length} onPage={onPage} />
    </>
  );
}
