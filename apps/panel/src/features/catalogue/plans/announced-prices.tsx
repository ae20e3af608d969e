import { priceItem } from '@pulso/contract/billing/prices';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { serverOffers } from '#api/session';

export const PRICE_LIST_PATH = 'price-list';

/** Prices of today and announced ones; asked only of a server that has a price list. */
export function usePriceList() {
  return useQuery({
    queryKey: [PRICE_LIST_PATH],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', PRICE_LIST_PATH, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows({ path: PRICE_LIST_PATH, row: priceItem }, data);
    },
    enabled: serverOffers('prices'),
    // A price is also changed where its plan, package or product is.
    staleTime: 0,
  });
}

/** Says in a plan's form that its price is about to change. */
export function AnnouncedPrice({ planId }: { planId: number }) {
  const { data } = usePriceList();
  const next = data?.find(({ kind, id }) => kind === 'plan' && id === planId)?.next;
  if (!next) return null;
  return (
    <p className="flex items-start gap-2 rounded-control bg-yellow-soft p-3 text-sm font-medium text-yellow">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
      Hay un aumento programado: {formatMoney(next.amount)} desde el {formatDate(next.valid_from)}.
    </p>
  );
}
