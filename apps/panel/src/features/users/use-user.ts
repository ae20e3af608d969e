import type { Payment } from '@pulso/contract/payments';
import type { SubscriptionHistoryItem, UserDetail, UserPackage } from '@pulso/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure, demandSuccess } from '#api/client';

const USERS = '/user';

/** The package's title is an extra; a server with the two documents alone names only its id. */
export type HeldPackage = Omit<UserPackage, 'package'> & Partial<Pick<UserPackage, 'package'>>;
export type ShownUser = Omit<UserDetail, 'user_packages'> & { user_packages: HeldPackage[] };

export function useUser(id: string) {
  return useQuery({
    queryKey: [USERS, id],
    queryFn: async ({ signal }) => {
      const { data } = demandSuccess(await call('GET', `${USERS}/${encodeURIComponent(id)}`, { signal }));
      if (typeof data !== 'object' || data === null || Array.isArray(data))
        throw new CallFailure(200, 'Formato de respuesta inesperado');
      return data as ShownUser;
    },
  });
}

export const records = {
  subscriptions: (id: number) => `${USERS}/${id}/subscription-history`,
  packages: (id: number) => `${USERS}/${id}/packages`,
  payments: (id: number) => `payment?user_id=${id}`,
};
type Kinds = { subscriptions: SubscriptionHistoryItem; packages: HeldPackage; payments: Payment };

/**
 * A person's records of one kind. What the detail brought is there at once; a server that has the kind's own call renews it,
 * and one that has not (404) has said all there is.
 */
export function useRecords<Kind extends keyof Kinds>(
  kind: Kind,
  id: number,
  known: readonly Kinds[Kind][] | undefined,
) {
  const { data, error, refetch } = useQuery({
    queryKey: [USERS, String(id), kind],
    queryFn: async ({ signal }) => {
      try {
        const body = await call('GET', records[kind](id), { signal });
        if (!Array.isArray(body.data)) throw new CallFailure(200, undefined);
        return body.data as Kinds[Kind][];
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 404) return null;
        throw failure;
      }
    },
  });
  return { rows: data ?? known ?? [], error, refetch };
}

/** A write that concerns one person; everything that any screen shows of people is asked for again behind it. */
export function useUserWrite<Input>(write: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: [USERS] });
  return useMutation({
    mutationFn: write,
    onSuccess: renew,
    onError: (error) => {
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409)) renew();
    },
  });
}
