import { useQuery } from '@tanstack/react-query';
import { assertSuccess, isObject } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { call } from '#api/client';
import { formatCount } from '#ui/text/numbers';

const MINUTE_MS = 60_000;
userCacheKeys.add(PAYMENTS_PATH);

/** Counts by the ledger's totals: the queue itself may be long. */
async function readCount(status: 'pending' | 'processing', signal: AbortSignal): Promise<number> {
  const path = `${PAYMENTS_PATH}?page=1&limit=1&kind=charge&status=${status}`;
  const { meta } = assertSuccess(await call('GET', path, { signal }));
  return isObject(meta) && typeof meta.total === 'number' ? meta.total : 0;
}

/** '3 a verificar', beside 'Pagos' in the menu; nothing where there is none, or it is not known. */
export function UnverifiedCount() {
  const { data = 0 } = useQuery({
    queryKey: [PAYMENTS_PATH, 'unverified', 'count'],
    queryFn: async ({ signal }) => {
      const [pending, processing] = await Promise.all([readCount('pending', signal), readCount('processing', signal)]);
      return pending + processing;
    },
    refetchInterval: MINUTE_MS,
  });
  if (data === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-yellow-soft px-2 text-xs whitespace-nowrap text-yellow tabular-nums">
      {formatCount(data)} a verificar
    </span>
  );
}
