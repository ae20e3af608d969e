import {
  priceRise,
  priceRiseDetail,
  priceVersion,
  type PriceKind,
  type PriceRiseDetail,
  type PriceRiseInput,
} from '@pulso/contract/billing/prices';
import { plans } from '@pulso/contract/catalogue/plans';
import { products } from '@pulso/contract/catalogue/products';
import { packages } from '@pulso/contract/content/packages';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { refetch } from '#api/stale-caches';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows, type ReadableResource } from '#api/reader';
import { refetchUsers } from '#features/accounts/users/user-records';
import { PRICE_LIST_PATH } from '#features/catalogue/plans/announced-prices';
import { useWrite } from '#forms/use-write';

const RISES_PATH = 'price-rise';
export const PRICES_PATH = 'price';

async function readList<Row extends { id: number }>(kind: ReadableResource<Row>, signal: AbortSignal): Promise<Row[]> {
  const data = dataOf(await call('GET', kind.path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(kind, data);
}

function readRiseDetail(data: unknown): PriceRiseDetail {
  const rise = readRow({ path: RISES_PATH, row: priceRiseDetail }, data);
  if (rise === undefined) throw new CallFailure(200, undefined);
  return rise;
}

export function useRises() {
  return useQuery({
    queryKey: [RISES_PATH],
    queryFn: ({ signal }) => readList({ path: RISES_PATH, row: priceRise }, signal),
  });
}

export function useRise(id: string) {
  return useQuery({
    queryKey: [RISES_PATH, id],
    queryFn: async ({ signal }) =>
      readRiseDetail(dataOf(await call('GET', `${RISES_PATH}/${encodeURIComponent(id)}`, { signal }))),
  });
}

export function usePriceHistory(kind: PriceKind, id: number) {
  const path = `${PRICES_PATH}/${kind}/${id}/history`;
  return useQuery({
    queryKey: [PRICES_PATH, kind, id],
    queryFn: ({ signal }) => readList({ path, row: priceVersion }, signal),
  });
}

/** Everything that shows a price, that of one client included. */
export function refetchPrices(client: QueryClient) {
  refetch(client, [PRICE_LIST_PATH, RISES_PATH, PRICES_PATH, plans.path, packages.path, products.path]);
  refetchUsers(client);
}

/** A refusal means that somebody else was first: what is shown is asked for again, what was typed stays. */
const refetchIfOutdated = (client: QueryClient) => (error: Error) => {
  if (error instanceof CallFailure && (error.status === 404 || error.status === 409)) refetchPrices(client);
};

export function useScheduleRise(failureMessage: string, onDone: (rise: PriceRiseDetail) => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return useWrite({
    write: async (json: PriceRiseInput) =>
      readRiseDetail(dataOf(await call('POST', RISES_PATH, { payload: { json }, headers: idempotencyKey(json) }))),
    failed: failureMessage,
    refetch: () => refetchPrices(client),
    onDone,
  });
}

export function useUndoRise(failed: string, onDone: () => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return useWrite({
    write: (id: number) => call('DELETE', `${RISES_PATH}/${id}`, { headers: idempotencyKey({ id }) }),
    failed,
    refetch: () => refetchPrices(client),
    onDone,
  });
}

export function useRemoveClientPrice(onError: (error: Error) => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return useMutation({
    mutationFn: (id: number) => call('DELETE', `client-price/${id}`, { headers: idempotencyKey({ id }) }),
    onSuccess: () => refetchPrices(client),
    onError: (error) => {
      refetchIfOutdated(client)(error);
      onError(error);
    },
  });
}
