import type { User } from '@pulso/contract/accounts/users';
import { ledgerRow, paymentRow, type LedgerRow, type Payment } from '@pulso/contract/billing/ledger';
import { useQuery } from '@tanstack/react-query';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRows } from '#api/reader';
import { serverOffers } from '#api/session';
import { useUserRecords } from '#features/accounts/users/user-records';
import { userListResource } from '#features/accounts/users/users-calls';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';

const PAGE_SIZE = 200;

export type Payer = User & { payments: Payment[] };

export const paymentsResource = (userId: number) => ({ path: `payment?user_id=${userId}`, row: paymentRow });

async function readPages(userId: number, signal: AbortSignal, page = 1): Promise<LedgerRow[]> {
  const path = `${paymentsResource(userId).path}&page=${page}&limit=${PAGE_SIZE}`;
  const { data } = assertSuccess(await call('GET', path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  const rows = readRows({ path: PAYMENTS_PATH, row: ledgerRow }, data);
  return data.length < PAGE_SIZE ? rows : [...rows, ...(await readPages(userId, signal, page + 1))];
}

type ClientPayments = {
  rows: readonly (Payment | LedgerRow)[];
  error: Error | null;
  isPending: boolean;
  refetch: () => unknown;
};

/** A client's payments as the ledger knows them, which says what was annulled or given back; else the specified ones, at once. */
export function useClientPayments({ id, payments }: Payer): ClientPayments {
  const hasLedger = serverOffers('ledger');
  const specified = useUserRecords(id, paymentsResource(id), payments, { enabled: !hasLedger });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [userListResource.path, String(id), 'ledger'],
    queryFn: ({ signal }) => readPages(id, signal),
    enabled: hasLedger,
  });
  return hasLedger ? { rows: data ?? [], error, isPending, refetch } : { ...specified, isPending: false };
}
