import { renewalBody } from '@pulso/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { formQueryOptions, ON_SALE_KEY } from '#api/form-query-options';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { serverOffers } from '#api/session';
import { userListResource } from '#features/accounts/users/users-calls';

/**
 * Start, price and debt of this user's next renewal; never asked of a server without renewals. `fresh` where
 * something is sold.
 */
export function useRenewal(userId: number, { fresh = false } = {}) {
  const path = `user/${userId}/renewal`;
  const key = [userListResource.path, String(userId), 'renewal'];
  return useQuery({
    queryKey: fresh ? [ON_SALE_KEY, ...key] : key,
    queryFn: async ({ signal }) => {
      const row = readRow({ path, row: renewalBody }, dataOf(await call('GET', path, { signal })));
      if (row === undefined) throw new CallFailure(200, undefined);
      return row;
    },
    enabled: serverOffers('renew'),
    ...(fresh && formQueryOptions),
  });
}
