import { renewalBody } from '@pulso/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailure, dataOf } from '#api/client';
import { readRow } from '#api/reader';
import { serverOffers } from '#api/session';
import { listedUsers } from '#features/accounts/users/users-calls';

/** What a renewal of this user starts from, with what is owed; never known of a server that renews nothing. */
export function useRenewal(userId: number) {
  const path = `user/${userId}/renewal`;
  return useQuery({
    queryKey: [listedUsers.path, String(userId), 'renewal'],
    queryFn: async ({ signal }) => {
      const renewal = readRow({ path, row: renewalBody }, dataOf(await call('GET', path, { signal })));
      if (renewal === undefined) throw new CallFailure(200, undefined);
      return renewal;
    },
    enabled: serverOffers('renew'),
  });
}
