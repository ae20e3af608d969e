import { renewalBody } from '@pulso/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailure, dataOf } from '#api/client';
import { readRow } from '#api/reader';
import { serverOffers } from '#api/session';
import { listedUsers } from '#features/accounts/users/users-calls';

/**
 * What a renewal of this user starts from, with what is owed; never known of a server that renews nothing. `fresh` where
 * something is sold: what was known before it is asked for again may be of another plan.
 */
export function useRenewal(userId: number, { fresh = false } = {}) {
  const path = `user/${userId}/renewal`;
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    queryKey: [listedUsers.path, String(userId), 'renewal'],
    queryFn: async ({ signal }) => {
      const renewal = readRow({ path, row: renewalBody }, dataOf(await call('GET', path, { signal })));
      if (renewal === undefined) throw new CallFailure(200, undefined);
      return renewal;
    },
    enabled: serverOffers('renew'),
    refetchOnMount: fresh ? 'always' : true,
  });
  const isOld = fresh && !isFetchedAfterMount;
  return { data: isOld ? undefined : data, error: isOld ? null : error, refetch };
}
