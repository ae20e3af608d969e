import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationState,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, CallFailure, dataOf, assertSuccess, isMissing, assertOk, type Payload } from '#api/client';
import { gapsIn, readRow, readRows, type Readable } from '#api/reader';

/** As much of a contract's resource as calling it takes. */
export type Served<Row> = Readable<Row>;
type Identified = { id: number };

const keyOf = ({ path }: { path: string }) => [path] as const;
const itemKey = ({ path }: { path: string }, id: number | string) => [path, String(id)] as const;

async function readList<Row extends Identified>(resource: Served<Row>, signal: AbortSignal): Promise<Row[]> {
  const data = dataOf(await call('GET', resource.path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(resource, data);
}

async function readItem<Row>(resource: Served<Row>, id: string, signal: AbortSignal): Promise<Row> {
  const data = dataOf(await call('GET', `${resource.path}/${encodeURIComponent(id)}`, { signal }));
  const row = readRow(resource, data, id);
  if (row === undefined) throw new CallFailure(200, undefined);
  return row;
}

export function useList<Row extends Identified>(resource: Served<Row>) {
  return useQuery({ queryKey: keyOf(resource), queryFn: ({ signal }) => readList(resource, signal) });
}

/** One of them, to look at; what the list already knows, perhaps not all of it, is a preview until it is here. */
export function useItem<Row extends Identified>(resource: Served<Row>, id: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: itemKey(resource, id),
    queryFn: ({ signal }) => readItem(resource, id, signal),
  });
  const listed = client.getQueryData<Row[]>(keyOf(resource))?.find((row) => String(row.id) === id);
  // What is gone is not shown from memory.
  const known = isMissing(error) ? undefined : data;
  return { data: known ?? (error ? undefined : listed), isPreview: data === undefined, error, refetch };
}

/** One of them, to change: as it is stored now, and never renewed under the hands of whoever is typing. */
export function useItemToEdit<Row>(resource: Served<Row>, id: string | undefined) {
  return useQuery({
    queryKey: ['editing', ...itemKey(resource, id ?? '')],
    queryFn: ({ signal }) => readItem(resource, id ?? '', signal),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function editList<Row>(client: QueryClient, resource: Served<Row>, edit: (rows: Row[]) => Row[]) {
  const queryKey = keyOf(resource);
  // A list that was asked for before this change does not know of it; it is asked for again.
  const late = client.isFetching({ queryKey, exact: true }) > 0;
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Row[]>(queryKey, (rows) => rows && edit(rows));
  if (late) void client.invalidateQueries({ queryKey, exact: true });
}

/** Somebody else was quicker, so what is shown is no longer true. */
function refreshIfOutdated<Row>(client: QueryClient, resource: Served<Row>, error: unknown) {
  const outdated = error instanceof CallFailure && (error.status === 404 || error.status === 409);
  if (outdated) void client.invalidateQueries({ queryKey: keyOf(resource) });
}

type OnError = (error: Error) => void;
type Sent = {
  id?: number;
  payload: Payload;
  version?: number;
  /** An answer that brings nothing has failed, though it calls itself a success. */
  requiresData?: boolean;
};
/** What the server has now, as far as its answer says; `gaps` are the fields that it leaves open. */
export type Saved<Row> = { row: Row | undefined; gaps: string[] };

/** Creates without an id, changes with one; answers the server's version. What the server calls stored has not failed. */
export async function sendItem<Row>(
  resource: Served<Row>,
  { id, payload, version, requiresData }: Sent,
): Promise<Saved<Row>> {
  const path = id === undefined ? resource.path : `${resource.path}/${id}`;
  // The version is known only where the server gave one, so no header goes to a server without it.
  const headers = version === undefined ? undefined : { 'If-Match': `"${version}"` };
  const body = await call(id === undefined ? 'POST' : 'PATCH', path, { payload, headers });
  const row = readRow(resource, assertOk(body).data, id);
  if (row === undefined && (requiresData || body.success !== true)) throw new CallFailure(200, undefined);
  return { row, gaps: gapsIn(resource, body.data, id) };
}

const withoutGaps = <Row extends object>(row: Row, gaps: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !gaps.includes(name))) as Partial<Row>;

/**
 * What is remembered of a resource: keeps what was saved, new or under its id, or asks for all of it again. What an
 * answer leaves open stays as it was and is asked for again; a new one that is not known whole comes with that.
 */
export function useResourceCache<Row extends Identified>(resource: Served<Row>) {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: keyOf(resource) });
  return {
    invalidate,
    keep: async ({ row, gaps }: Saved<Row>, id: number | undefined) => {
      const isWhole = row !== undefined && gaps.length === 0;
      if (row !== undefined && id !== undefined) {
        const known = withoutGaps(row, gaps);
        await editList(client, resource, (rows) => rows.map((old) => (old.id === id ? { ...old, ...known } : old)));
      } else if (isWhole) await editList(client, resource, (rows) => [...rows, row]);
      if (isWhole && id !== undefined) client.setQueryData(itemKey(resource, id), row);
      if (!isWhole) invalidate();
    },
  };
}

/**
 * Creates without an id, changes with one. The list then holds the server's version: appended or in its place.
 * `onError` hears of every failure, also when the screen has gone on to something else meanwhile.
 */
export function useSave<Row extends Identified>(resource: Served<Row>, onError?: OnError) {
  const client = useQueryClient();
  const { keep } = useResourceCache(resource);
  return useMutation({
    mutationFn: (sent: Sent) => sendItem(resource, sent),
    onSuccess: (saved, { id }) => keep(saved, id),
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
}

const variablesOf = ({ state }: { state: MutationState }) => state.variables;

/** `onRemoved` hears of every success, also when the screen has gone on to something else meanwhile. */
export function useRemove<Row extends Identified>(
  resource: Served<Row>,
  onError?: OnError,
  onRemoved?: (id: number) => Promise<void>,
) {
  const client = useQueryClient();
  const mutationKey = [...keyOf(resource), 'remove'];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (id: number) => assertOk(await call('DELETE', `${resource.path}/${id}`)),
    onSuccess: async (_answer, id) => {
      await editList(client, resource, (rows) => rows.filter((row) => row.id !== id));
      // A screen that still shows it must not ask for it again on its way out.
      client.removeQueries({ queryKey: itemKey(resource, id), type: 'inactive' });
      void client.invalidateQueries({ queryKey: itemKey(resource, id), refetchType: 'none' });
      await onRemoved?.(id);
    },
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
  // All of them: who deletes two in a row sees both going.
  const removing = useMutationState({ filters: { mutationKey, status: 'pending' }, select: variablesOf });
  // The same as long as nothing changes, so that the rows of a long list need not be drawn again.
  const isRemoving = useCallback((id: number) => removing.includes(id), [removing]);
  return { remove: mutate, isRemoving };
}

/** Switches one of them on or off; the row changes here, without loading the list again. */
export function useToggle<Row extends Identified & { status: boolean }>(resource: Served<Row>, onError: OnError) {
  const client = useQueryClient();
  const mutationKey = [...keyOf(resource), 'toggle'];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ id, status }: { id: number; status: boolean }) =>
      assertSuccess(await call('PATCH', `${resource.path}/${id}/status`, { payload: { json: { status } } })),
    onSuccess: async (_answer, { id, status }) => {
      await editList(client, resource, (rows) => rows.map((row) => (row.id === id ? { ...row, status } : row)));
      void client.invalidateQueries({ queryKey: itemKey(resource, id) });
    },
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError(error);
    },
  });
  const toggling = useMutationState({ filters: { mutationKey, status: 'pending' }, select: variablesOf });
  return {
    toggle: ({ id, status }: Row) => mutate({ id, status: !status }),
    isToggling: (id: number) => toggling.some((variables) => (variables as { id: number }).id === id),
  };
}
