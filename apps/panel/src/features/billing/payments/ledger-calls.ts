import { ledgerRow, type LedgerRow } from '@pulso/contract/billing/ledger';
import { ledgerPage, type LedgerFilter } from '@pulso/contract/billing/payments';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { PAYMENTS_PATH, TILL_PATH } from '#features/billing/ledger/resource-paths';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { refetchUsers } from '#features/accounts/users/user-records';
import { useWrite } from '#forms/use-write';

export const PAGE_SIZE = 50;
userCacheKeys.add(PAYMENTS_PATH).add(TILL_PATH);

const rowsResource = { path: PAYMENTS_PATH, row: ledgerRow };
const metaResource = { path: PAYMENTS_PATH, row: ledgerPage.shape.meta };

function buildQueryString(params: Record<string, string | number | undefined>): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

async function readPage(question: LedgerFilter, page: number, signal: AbortSignal, limit = PAGE_SIZE) {
  const path = `${PAYMENTS_PATH}?${buildQueryString({ ...question, page, limit })}`;
  const { data, meta } = assertSuccess(await call('GET', path, { signal }));
  const figures = readRow(metaResource, meta);
  if (!Array.isArray(data) || !figures) throw new CallFailure(200, undefined);
  return { rows: readRows(rowsResource, data), meta: figures };
}
type Page = Awaited<ReturnType<typeof readPage>>;

const PRINTED_PAGE_SIZE = 100;
/** More is a file, not paper. */
const MAX_PRINTED_PAGES = 50;

/** All payments that a question leaves, in their order, for paper. */
export async function readAllPayments(question: LedgerFilter): Promise<LedgerRow[]> {
  const { signal } = new AbortController();
  const rows = new Map<number, LedgerRow>();
  for (let page = 1, isFull = true; isFull && page <= MAX_PRINTED_PAGES; page += 1) {
    const { rows: more } = await readPage(question, page, signal, PRINTED_PAGE_SIZE);
    for (const row of more) rows.set(row.id, row);
    isFull = more.length === PRINTED_PAGE_SIZE;
  }
  return [...rows.values()];
}

/** One page of what a question leaves. A page that fails to load leaves the last one on the screen. */
export function useLedger(question: LedgerFilter, page: number) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [PAYMENTS_PATH, 'pages', question, page],
    queryFn: ({ signal }) => readPage(question, page, signal),
    placeholderData: keepPreviousData,
  });
  const [last, setLast] = useState<Page>();
  if (data && data !== last) setLast(data);
  const shownPage = data ?? last;
  return {
    data: shownPage?.rows,
    meta: shownPage?.meta,
    isOld: isPlaceholderData || (error !== null && shownPage !== undefined),
    error,
    isPending: shownPage === undefined && error === null,
    refetch,
  };
}

/** Oldest first; `leave` takes out what was decided. */
export function useUnverifiedPayments() {
  const client = useQueryClient();
  const queryKey = [PAYMENTS_PATH, 'unverified'];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = assertSuccess(await call('GET', `${PAYMENTS_PATH}/unverified`, { signal }));
      if (!Array.isArray(answer.data)) throw new CallFailure(200, undefined);
      return readRows(rowsResource, answer.data);
    },
  });
  const leave = (removedId: number | undefined) =>
    client.setQueryData<LedgerRow[]>(queryKey, (rows) => rows?.filter(({ id }) => id !== removedId));
  return { data, error, isPending, refetch, leave };
}

type LedgerWrite = { path: string; json: object };

/** A write about money. Whatever is known of payments, tills and their clients is asked for again after it. */
export function useLedgerWrite<Input>(
  failureMessage: string,
  sentOf: (input: Input) => LedgerWrite,
  onDone: (data: unknown, input: Input) => void,
) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return useWrite({
    write: async (input: Input) => {
      const { path, json } = sentOf(input);
      const headers = idempotencyKey({ path, json });
      return assertSuccess(await call('POST', path, { payload: { json }, headers })).data;
    },
    failed: failureMessage,
    refetch: () => refetchUsers(client),
    onDone,
  });
}
