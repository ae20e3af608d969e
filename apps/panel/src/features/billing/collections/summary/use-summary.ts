import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { useQuery } from '@tanstack/react-query';
import { userCaches } from '#api/stale-caches';
import { call, CallFailure, dataOf } from '#api/client';
import { readRow } from '#api/reader';

/** First part of the query keys; also the path of the calls. */
export const COLLECTIONS = 'collection';
const REFRESH_MS = 30_000;
userCaches.add(COLLECTIONS);
const summaryOf = { path: `${COLLECTIONS}/summary`, row: collectionSummary };

/** `often` where somebody works with it. */
export function useCollectionSummary({ often = false } = {}) {
  return useQuery({
    queryKey: [COLLECTIONS, 'summary'],
    queryFn: async ({ signal }) => {
      const found = readRow(summaryOf, dataOf(await call('GET', summaryOf.path, { signal })));
      if (found === undefined) throw new CallFailure(200, undefined);
      return found;
    },
    refetchInterval: often ? REFRESH_MS : 2 * REFRESH_MS,
    refetchOnWindowFocus: 'always',
  });
}
