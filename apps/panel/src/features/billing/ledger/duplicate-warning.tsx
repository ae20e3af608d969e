import { ledgerRow, toldDay } from '@pulso/contract/billing/ledger';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useQuery } from '@tanstack/react-query';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { useDebounced } from '#ui/hooks/use-debounced';

const DEBOUNCE_MS = 300;
userCacheKeys.add(PAYMENTS_PATH);

export type DuplicateCriteria = { user_id: number; amount: number; day: string; transaction_id: string };

type Props = {
  /** Undefined while a field is missing. */
  like: DuplicateCriteria | undefined;
  /** The payment that is looked at, which is like itself. */
  except?: number;
};

/** Names the payment that may be the same money, while it is typed. */
export function DuplicateWarning({ like, except }: Props) {
  const criteria = useDebounced(like, DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: [PAYMENTS_PATH, 'duplicates', criteria],
    queryFn: async ({ signal }) => {
      const { transaction_id = '', ...rest } = criteria ?? {};
      const params = { ...rest, ...(transaction_id.trim() && { transaction_id: transaction_id.trim() }) };
      const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
      const answer = assertSuccess(await call('GET', `${PAYMENTS_PATH}/duplicates?${query.toString()}`, { signal }));
      if (!Array.isArray(answer.data)) throw new CallFailure(200, undefined);
      return readRows({ path: PAYMENTS_PATH, row: ledgerRow }, answer.data);
    },
    enabled: criteria !== undefined,
  });
  const twin = data?.find(({ id }) => id !== except);
  if (!twin || !criteria) return null;
  const { claim, recorded_by } = twin;
  const by = claim ? ', lo avisó desde su app' : recorded_by ? `, lo registró ${displayName(recorded_by.name)}` : '';
  return (
    <p role="status" className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
      Ya hay un pago de {formatMoney(twin.amount)} de {displayName(twin.user?.name ?? '')} del{' '}
      {formatDate(toldDay(twin))}: N.º {twin.id}
      {by}.
    </p>
  );
}
