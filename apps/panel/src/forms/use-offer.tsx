import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList, type Served } from '#api/resources';
import type { PickOption } from '#forms/pick-field';
import { FailureState } from '#ui/states';

export type Offer<Row> = { rows: Row[]; options: PickOption[]; instead: ReactNode };

/** What can be chosen now: the active ones. */
export function useOffer<Row extends { id: number; title: string; status: boolean; price: number }>(
  resource: Served<Row>,
  words: { failure: string; none: string },
  detailOf: (row: Row) => string,
): Offer<Row> {
  const list = useList(resource);
  const rows = (list.data ?? []).filter(({ status }) => status);
  const options = rows.map((row) => ({
    value: row.id,
    title: shownName(row.title),
    detail: detailOf(row),
    aside: shown(formatMoney(row.price)),
  }));
  return { rows, options, instead: insteadOf() };

  function insteadOf() {
    if (list.isPending)
      return (
        <p role="status" aria-busy="true" className="flex items-center gap-2 py-3 text-sm text-muted">
          <LoaderCircle aria-hidden className="size-4 animate-spin" /> Cargando…
        </p>
      );
    if (list.error && !list.data) return <FailureState message={words.failure} onRetry={() => void list.refetch()} />;
    return rows.length === 0 ? <p className="py-3 text-sm text-muted">{words.none}</p> : undefined;
  }
}
