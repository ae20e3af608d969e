import { ledgerRow } from '@pulso/contract/billing/ledger';
import { formatDate } from '@pulso/contract/kit/dates';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { userCaches } from '#api/stale-caches';
import { PAYMENTS } from '#features/billing/ledger/cache-keys';
import { assertSuccess, call, CallFailure } from '#api/client';
import { readRows } from '#api/reader';
import { useDebounced } from '#ui/hooks/use-debounced';

const PAUSE_MS = 300;
userCaches.add(PAYMENTS);

export type Likeness = { user_id: number; amount: number; day: string; transaction_id: string };

type Props = {
  /** Undefined while a field is missing. */
  like: Likeness | undefined;
  /** The payment that is looked at, which is like itself. */
  except?: number;
};

/** Names the payment that may be the same money, while it is typed. */
export function DuplicateWarning({ like, except }: Props) {
  const asked = useDebounced(like, PAUSE_MS);
  const { data } = useQuery({
    queryKey: [PAYMENTS, 'duplicates', asked],
    queryFn: async ({ signal }) => {
      const { transaction_id = '', ...rest } = asked ?? {};
      const given = { ...rest, ...(transaction_id.trim() && { transaction_id: transaction_id.trim() }) };
      const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
      const answer = assertSuccess(await call('GET', `${PAYMENTS}/duplicates?${query.toString()}`, { signal }));
      if (!Array.isArray(answer.data)) throw new CallFailure(200, undefined);
      return readRows({ path: PAYMENTS, row: ledgerRow }, answer.data);
    },
    enabled: asked !== undefined,
  });
  const twin = data?.find(({ id }) => id !== except);
  if (!twin || !asked) return null;
  const by = twin.recorded_by ? `, lo registró ${shownName(twin.recorded_by.name)}` : '';
  return (
    <p role="status" className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
      Ya hay un pago de {formatMoney(twin.amount)} de {shownName(twin.user?.name ?? '')} del {formatDate(twin.day)}: N.º{' '}
      {twin.id}
      {by}.
    </p>
  );
}
