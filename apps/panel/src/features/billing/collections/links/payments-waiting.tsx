import { useQuery } from '@tanstack/react-query';
import { assertSuccess, isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { useCollectionSummary } from '#features/billing/collections/summary/use-summary';
import { formatCount } from '#ui/text/numbers';

const MINUTE_MS = 60_000;
/** As in the calls of the links, whose code no first visit needs. */
const LINKS_PATH = 'payment-link';

/** Payments by a link that wait for a person. */
function useProblemCount(): number {
  const { data = 0 } = useQuery({
    queryKey: [LINKS_PATH, 'problems'],
    queryFn: async ({ signal }) => {
      const { meta } = assertSuccess(await call('GET', `${LINKS_PATH}?page=1&limit=1`, { signal }));
      return isObject(meta) && typeof meta.problems === 'number' ? meta.problems : 0;
    },
    refetchInterval: MINUTE_MS,
  });
  return data;
}

/** '3 a verificar', beside 'Pagos' in the menu; '5 por ver' with those that came by links and that somebody has to look at. */
export function PaymentsWaiting() {
  const unverified = useCollectionSummary().data?.unverified.count ?? 0;
  const problems = useProblemCount();
  const count = unverified + problems;
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-yellow-soft px-2 text-xs whitespace-nowrap text-yellow tabular-nums">
      {formatCount(count)} {problems > 0 ? 'por ver' : 'a verificar'}
    </span>
  );
}
