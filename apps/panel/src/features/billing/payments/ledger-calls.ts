import { ledgerRow, type LedgerRow } from '@pulso/contract/billing/ledger';
import { ledgerPage, type LedgerQuestion } from '@pulso/contract/billing/payments';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userCaches } from '#api/stale-caches';
import { PAYMENTS, TILL } from '#features/billing/ledger/cache-keys';
import { assertSuccess, call, CallFailure } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { refetchUsers } from '#features/accounts/users/user-records';
import { useWrite } from '#forms/use-write';

export const PAGE_SIZE = 50;
userCaches.add(PAYMENTS).add(TILL);

const rowsOf = { path: PAYMENTS, row: ledgerRow };
const metaOf = { path: PAYMENTS, row: ledgerPage.shape.meta };

function queryText(asked: Record<string, string | number | undefined>): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

async function readPage(question: LedgerQuestion, page: number, signal: AbortSignal) {
  const path = `${PAYMENTS}?${queryText({ ...question, page, limit: PAGE_SIZE })}`;
  const { data, meta } = assertSuccess(await call('GET', path, { signal }));
  const figures = readRow(metaOf, meta);
  if (!Array.isArray(data) || !figures) throw new CallFailure(200, undefined);
  return { rows: readRows(rowsOf, data), meta: figures };
}
type Page = Awaited<ReturnType<typeof readPage>>;

/** One page of what a question leaves. A page that fails to load leaves the last one on the screen. */
export function useLedger(question: LedgerQuestion, page: number) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [PAYMENTS, 'pages', question, page],
    queryFn: ({ signal }) => readPage(question, page, signal),
    placeholderData: keepPreviousData,
  });
  const [last, setLast] = useState<Page>();
  if (data && data !== last) setLast(data);
  const shown = data ?? last;
  return {
    data: shown?.rows,
    meta: shown?.meta,
    isOld: isPlaceholderData || (error !== null && shown !== undefined),
    error,
    isPending: shown === undefined && error === null,
    refetch,
  };
}

/** Oldest first; `leave` takes out what was decided. */
export function useUnverified() {
  const client = useQueryClient();
  const queryKey = [PAYMENTS, 'unverified'];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = assertSuccess(await call('GET', `${PAYMENTS}/unverified`, { signal }));
      if (!Array.isArray(answer.data)) throw new CallFailure(200, undefined);
      return readRows(rowsOf, answer.data);
    },
  });
  const leave = (gone: number | undefined) =>
    client.setQueryData<LedgerRow[]>(queryKey, (rows) => rows?.filter(({ id }) => id !== gone));
  return { data, error, isPending, refetch, leave };
}

type Sent = { path: string; json: object };

/** A write about money. Whatever is known of payments, tills and their clients is asked for again after it. */
export function useLedgerWrite<Input>(
  failed: string,
  sentOf: (input: Input) => Sent,
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
    failed,
    refetch: () => refetchUsers(client),
    onDone,
  });
}
