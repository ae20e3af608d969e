import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { call } from '#api/client';
import { readRow } from '#api/reader';

/** First part of the query keys; also the path of the calls. */
export const COLLECTIONS_PATH = 'collection';
const REFRESH_MS = 30_000;
userCacheKeys.add(COLLECTIONS_PATH);
const summaryResource = { path: `${COLLECTIONS_PATH}/summary`, row: collectionSummary };

/** The summary of the lists; refreshed twice as often on the screen that works with them. */
export function useCollectionSummary({ often = false } = {}) {
  return useQuery({
    queryKey: [COLLECTIONS_PATH, 'summary'],
    queryFn: async ({ signal }) => {
      const summary = readRow(summaryResource, dataOf(await call('GET', summaryResource.path, { signal })));
      if (summary === undefined) throw new CallFailure(200, undefined);
      return summary;
    },
    refetchInterval: often ? REFRESH_MS : 2 * REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}
