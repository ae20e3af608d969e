import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { call } from '#api/client';
import { readSummary } from '#features/billing/collections/summary/summary.rules';

/** First part of the query keys; also the path of the calls. */
export const COLLECTIONS_PATH = 'collection';
const REFRESH_MS = 30_000;
userCacheKeys.add(COLLECTIONS_PATH);
const SUMMARY_PATH = `${COLLECTIONS_PATH}/summary`;

/** The summary of the lists; refreshed twice as often on the screen that works with them. */
export function useCollectionSummary({ often = false } = {}) {
  return useQuery({
    queryKey: [COLLECTIONS_PATH, 'summary'],
    queryFn: async ({ signal }) => {
      const summary = readSummary(dataOf(await call('GET', SUMMARY_PATH, { signal })));
      if (summary === undefined) throw new CallFailure(200, undefined);
      return summary;
    },
    refetchInterval: often ? REFRESH_MS : 2 * REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}
