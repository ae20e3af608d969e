import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '@pulso/web/ui/controls/button';
import { formatCount } from '#ui/text/numbers';

type Props = {
  page: number;
  limit: number;
  total: number;
  /** True if there are more than `total`, in an unknown number. */
  more?: boolean;
  onPage: (page: number) => void;
};

export function Pagination({ page, limit, total, more = false, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / limit));
  const first = total === 0 ? 0 : (page - 1) * limit + 1;
  const last = more ? page * limit : Math.min(page * limit, total);
  const isOnly = pages === 1 && page === 1 && !more;
  const countPrefix = more ? 'más de ' : '';
  return (
    <nav
      aria-label="Páginas"
      className="in-data-prints-all:hidden mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-muted tabular-nums"
    >
      <p role="status">
        {formatCount(first)}–{formatCount(last)} de {countPrefix}
        {formatCount(total)}
      </p>
      {isOnly || (
        <div className="flex items-center gap-2">
          <Button
            icon={<ChevronLeft aria-hidden className="size-4" />}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            Anterior
          </Button>
          <span>
            {formatCount(page)} / {countPrefix}
            {formatCount(pages)}
          </span>
          <Button disabled={page >= pages && !more} onClick={() => onPage(page + 1)}>
            Siguiente
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
