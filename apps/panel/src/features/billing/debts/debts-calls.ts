import { debtRow, type Debt } from '@pulso/contract/billing/debts';
import { paymentTypeLabel } from '@pulso/contract/billing/payments.labels';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { serverOffers } from '#api/session';
import { userListResource } from '#features/accounts/users/users-calls';

/** Debts of a user, if one is given, open ones first; never asked of a server without a ledger. */
export function useDebts(userId: number | undefined) {
  const path = `user/${userId}/debts`;
  return useQuery({
    queryKey: [userListResource.path, String(userId), path],
    queryFn: async ({ signal }) => {
      const data = dataOf(await call('GET', path, { signal }));
      if (!Array.isArray(data)) throw new CallFailure(200, undefined);
      return readRows({ path, row: debtRow }, data);
    },
    enabled: userId !== undefined && serverOffers('ledger'),
  });
}

export const isOpenDebt = ({ closed_on }: Debt) => closed_on === null;

/** Reason of the debt: the words of the sale, the note, or the type. */
export const debtOrigin = ({ concept, note, type }: Debt) => concept || note || paymentTypeLabel(type);
