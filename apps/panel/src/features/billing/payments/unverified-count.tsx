import { useQuery } from '@tanstack/react-query';
import { userCaches } from '#api/stale-caches';
import { PAYMENTS } from '#features/billing/ledger/cache-keys';
import { assertSuccess, call } from '#api/client';
import { isObject } from '#api/reader';
import { formatCount } from '#ui/text/numbers';

const MINUTE_MS = 60_000;
userCaches.add(PAYMENTS);

/** Counts by the ledger's totals: the queue itself may be long. */
async function countOf(status: 'pending' | 'processing', signal: AbortSignal): Promise<number> {
  const asked = `${PAYMENTS}?page=1&limit=1&kind=charge&status=${status}`;
  const { meta } = assertSuccess(await call('GET', asked, { signal }));
  return isObject(meta) && typeof meta.total === 'number' ? meta.total : 0;
}

/** '3 a verificar', beside 'Pagos' in the menu; nothing where there is none, or it is not known. */
export function UnverifiedCount() {
  const { data = 0 } = useQuery({
    queryKey: [PAYMENTS, 'unverified', 'count'],
    queryFn: async ({ signal }) => {
      const [pending, processing] = await Promise.all([countOf('pending', signal), countOf('processing', signal)]);
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
