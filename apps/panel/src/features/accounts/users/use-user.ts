import { paymentRow, type Payment } from '@pulso/contract/billing/payments';
import {
  subscriptionHistoryRow,
  userDetail,
  userPackageRow,
  type SubscriptionHistoryItem,
  type UserPackage,
} from '@pulso/contract/accounts/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure, demandSuccess } from '#api/client';
import { readRow, readRows, type Readable } from '#api/reader';

const USERS = '/user';

const detail = { path: USERS, row: userDetail };

export function useUser(id: string) {
  return useQuery({
    queryKey: [USERS, id],
    queryFn: async ({ signal }) => {
      const { data } = demandSuccess(await call('GET', `${USERS}/${encodeURIComponent(id)}`, { signal }));
      const user = readRow(detail, data, id);
      if (user === undefined) throw new CallFailure(200, 'Formato de respuesta inesperado');
      return user;
    },
  });
}

type Kinds = { subscriptions: SubscriptionHistoryItem; packages: UserPackage; payments: Payment };

const records: { [Kind in keyof Kinds]: (id: number) => Readable<Kinds[Kind]> } = {
  subscriptions: (id) => ({ path: `${USERS}/${id}/subscription-history`, row: subscriptionHistoryRow }),
  packages: (id) => ({ path: `${USERS}/${id}/packages`, row: userPackageRow }),
  payments: (id) => ({ path: `payment?user_id=${id}`, row: paymentRow }),
};

/**
 * A person's records of one kind. What the detail brought is there at once; a server that has the kind's own call renews it,
 * and one that has not (404) has said all there is.
 */
export function useRecords<Kind extends keyof Kinds>(kind: Kind, id: number, known: readonly Kinds[Kind][]) {
  const { data, error, refetch } = useQuery({
    queryKey: [USERS, String(id), kind],
    queryFn: async ({ signal }) => {
      try {
        const { path, row } = records[kind](id);
        const { data } = await call('GET', path, { signal });
        if (!Array.isArray(data)) throw new CallFailure(200, undefined);
        return readRows({ path, row }, data);
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 404) return null;
        throw failure;
      }
    },
  });
  return { rows: data ?? known, error, refetch };
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
