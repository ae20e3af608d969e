import {
  connectionBody,
  connectionTest,
  linkPage,
  linkRow,
  type LinkQuery,
  type PaymentLink,
} from '@pulso/contract/billing/links';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { assertSuccess, CallFailure, dataOf } from '@pulso/web/answers';
import { userCacheKeys } from '#api/stale-caches';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow, readRows } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { serverOffers } from '#api/session';
import { refetchUsers } from '#features/accounts/users/user-records';
import { isAwaited } from '#features/billing/links/links.rules';

export const LINKS_PATH = 'payment-link';
export const PAGE_SIZE = 50;
const CONNECTION_PATH = 'mercadopago';
/** Pause between two looks at what is still to be paid, while the screen is looked at. */
const FOLLOW_MS = 4_000;
const MINUTE_MS = 60_000;
userCacheKeys.add(LINKS_PATH);

const rowsResource = { path: LINKS_PATH, row: linkRow };
const metaResource = { path: LINKS_PATH, row: linkPage.shape.meta };

export function readLink(data: unknown): PaymentLink {
  const row = readRow(rowsResource, data);
  if (row === undefined) throw new CallFailure(200, undefined);
  return row;
}

async function readPage(question: LinkQuery, signal: AbortSignal) {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
  const { data, meta } = assertSuccess(await call('GET', `${LINKS_PATH}?${query.toString()}`, { signal }));
  const figures = readRow(metaResource, meta);
  if (!Array.isArray(data) || !figures) throw new CallFailure(200, undefined);
  return { rows: readRows(rowsResource, data), meta: figures };
}

/** One page of the links, which follows what is still to be paid. Nothing is asked while the tab is hidden. */
export const useLinks = (question: LinkQuery) =>
  useQuery({
    queryKey: [LINKS_PATH, 'pages', question],
    queryFn: ({ signal }) => readPage(question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.rows.some(isAwaited) ? FOLLOW_MS : MINUTE_MS),
    refetchOnWindowFocus: 'always',
  });

/** How many payments wait for a person; never asked of a server without links. */
export const useLinkProblems = () =>
  useQuery({
    queryKey: [LINKS_PATH, 'problems'],
    queryFn: async ({ signal }) => (await readPage({ page: 1, limit: 1 }, signal)).meta.problems,
    refetchInterval: MINUTE_MS,
    enabled: serverOffers('mercadopago'),
  });

/** Pause between two questions to Mercado Pago itself, of the link that somebody holds his phone to. */
const CHECK_MS = 12_000;

/** One link, followed while it is shown: what we know of it often, what Mercado Pago knows now and then. */
export function useFollowedLink(link: PaymentLink) {
  const client = useQueryClient();
  const key = [LINKS_PATH, 'one', link.id];
  const path = `${LINKS_PATH}/${link.id}`;
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => readLink(dataOf(await call('GET', path, { signal }))),
    initialData: link,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? FOLLOW_MS : false),
  });
  useQuery({
    queryKey: [...key, 'asked'],
    // A failure says nothing: the link is looked at by us all the same, and asked about again.
    queryFn: async () => {
      const asked = await call('POST', `${path}/check`, { payload: { json: {} } }).catch(() => undefined);
      if (asked) client.setQueryData(key, readLink(dataOf(asked)));
      return null;
    },
    initialData: null,
    staleTime: CHECK_MS,
    refetchInterval: isAwaited(data) ? CHECK_MS : false,
  });
  const stateBefore = useRef(data.state);
  useEffect(() => {
    if (stateBefore.current === data.state) return;
    stateBefore.current = data.state;
    // A payment has changed the client's plan or debt, and the ledger.
    refetchUsers(client);
  }, [client, data.state]);
  return data;
}

type LinkAct = { link: PaymentLink; act: 'check' | 'close' | 'solve'; json?: object };

const failureWords: Record<LinkAct['act'], string> = {
  check: 'Error al comprobar el pago',
  close: 'Error al cerrar el link',
  solve: 'Error al guardar',
};

/** Something done to a link at once; everything that follows from a payment is asked for again. */
export function useLinkAct(onDone: (link: PaymentLink, did: LinkAct) => void) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ link, act, json = {} }: LinkAct) => {
      const path = `${LINKS_PATH}/${link.id}/${act}`;
      // The question of now is another than that of a minute ago.
      const headers = act === 'solve' ? idempotencyKey({ path, json }) : {};
      return readLink(assertSuccess(await call('POST', path, { payload: { json }, headers })).data);
    },
    onSuccess: onDone,
    onError: (error, { act }) => showFailureToast(failureWords[act], error),
    onSettled: () => refetchUsers(client),
  });
  return { mutate, busyWith: isPending ? variables : undefined };
}

const connectionResource = { path: CONNECTION_PATH, row: connectionBody };

async function readConnection({ signal }: { signal?: AbortSignal } = {}) {
  const row = readRow(connectionResource, dataOf(await call('GET', CONNECTION_PATH, { signal })));
  if (row === undefined) throw new CallFailure(200, undefined);
  return row;
}

/** True where paying is only practised; false also where nobody knows. */
export const isPractice = async () =>
  serverOffers('mercadopago') && (await readConnection().catch(() => undefined))?.practice === true;

/** State of the connection with Mercado Pago; never asked of a server without one. */
export const useConnection = () =>
  useQuery({
    queryKey: [CONNECTION_PATH],
    queryFn: readConnection,
    staleTime: MINUTE_MS,
    enabled: serverOffers('mercadopago'),
  });

export const useConnectionTest = () =>
  useMutation({
    mutationFn: async () => {
      const path = `${CONNECTION_PATH}/test`;
      const row = readRow(
        { path, row: connectionTest },
        assertSuccess(await call('POST', path, { payload: { json: {} } })).data,
      );
      if (row === undefined) throw new CallFailure(200, undefined);
      return row;
    },
  });
