import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationState,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { assertSuccess, CallFailure, dataOf, isNotFound, assertOk } from '@pulso/web/answers';
import { navigate } from '@pulso/web/navigation/navigation';
import { announceWrite, submittedName, nounWithArticle, type ResourceNoun, type NamedRow } from '#api/announce';
import { addressesOf } from '#addresses';
import { formQueryOptions, ON_SALE_KEY } from '#api/form-query-options';
import { call, type Payload } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { missingFieldsOf, readRow, readRows, type ReadableResource } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { serverOffers } from '#api/session';
import { forgetVisit, rememberVisit } from '#api/visited-items';

/** The part of a contract's resource that a call uses. */
export type ServedResource<Row> = ReadableResource<Row>;
/** A resource whose rows the panel writes, and therefore names in messages. */
export type WritableResource<Row> = ReadableResource<Row> & ResourceNoun;
type RowWithId = { id: number };

export const listKey = ({ path }: { path: string }) => [path] as const;
const itemKey = ({ path }: { path: string }, id: number | string) => [path, String(id)] as const;

async function readList<Row extends RowWithId>(resource: ServedResource<Row>, signal: AbortSignal): Promise<Row[]> {
  const data = dataOf(await call('GET', resource.path, { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(resource, data);
}

async function readItem<Row>(resource: ServedResource<Row>, id: string, signal: AbortSignal): Promise<Row> {
  const data = dataOf(await call('GET', `${resource.path}/${encodeURIComponent(id)}`, { signal }));
  const row = readRow(resource, data, id);
  if (row === undefined) throw new CallFailure(200, undefined);
  return row;
}

export function useList<Row extends RowWithId>(resource: ServedResource<Row>, { enabled = true, fresh = false } = {}) {
  return useQuery({
    queryKey: fresh ? [ON_SALE_KEY, ...listKey(resource)] : listKey(resource),
    queryFn: ({ signal }) => readList(resource, signal),
    enabled,
    ...(fresh && formQueryOptions),
  });
}

/** One row to look at; the list's copy, perhaps with fewer fields, is a preview until it has loaded. */
export function useItem<Row extends RowWithId & NamedRow>(resource: ServedResource<Row>, id: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: itemKey(resource, id),
    queryFn: ({ signal }) => readItem(resource, id, signal),
  });
  const listedRow = client.getQueryData<Row[]>(listKey(resource))?.find((row) => String(row.id) === id);
  // A deleted row is not shown from the cache.
  const known = isNotFound(error) ? undefined : data;
  const shownRow = known ?? (error ? undefined : listedRow);
  useVisit(resource, shownRow);
  return { data: shownRow, isPreview: data === undefined, error, refetch };
}

/** Adds a viewed row to the recently viewed items. */
export function useVisit({ path }: { path: string }, row: (RowWithId & NamedRow) | undefined) {
  const { id, title, name = title } = row ?? {};
  useEffect(() => {
    if (id !== undefined && name) rememberVisit({ path, id, name });
  }, [path, id, name]);
}

/** One row to edit: always loaded anew, and never refetched while the form is open. */
export function useItemToEdit<Row>(resource: ServedResource<Row>, id: string | undefined) {
  return useQuery({
    queryKey: ['editing', ...itemKey(resource, id ?? '')],
    queryFn: ({ signal }) => readItem(resource, id ?? '', signal),
    enabled: id !== undefined,
    ...formQueryOptions,
  });
}

async function editList<Row>(client: QueryClient, resource: ServedResource<Row>, edit: (rows: Row[]) => Row[]) {
  const queryKey = listKey(resource);
  // A request sent before this change would overwrite it.
  const wasFetching = client.isFetching({ queryKey, exact: true }) > 0;
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Row[]>(queryKey, (rows) => rows && edit(rows));
  if (wasFetching) void client.invalidateQueries({ queryKey, exact: true });
}

/** A conflict or a missing row means that the cache is stale. */
function refreshIfOutdated<Row>(client: QueryClient, resource: ServedResource<Row>, error: unknown) {
  const outdated = error instanceof CallFailure && (error.status === 404 || error.status === 409);
  if (outdated) void client.invalidateQueries({ queryKey: listKey(resource) });
}

type OnError = (error: Error) => void;
type SaveRequest = {
  id?: number;
  payload: Payload;
  version?: number;
  /** True if an answer without data is a failure, even if it says success. */
  requiresData?: boolean;
};
/** The row as the server answered it; `gaps` are the fields that the answer lacks. */
export type SaveResult<Row> = { row: Row | undefined; gaps: string[] };

/** Creates without an id, changes with one; answers the server's row. */
export async function sendItem<Row>(
  resource: ServedResource<Row>,
  { id, payload, version, requiresData }: SaveRequest,
): Promise<SaveResult<Row>> {
  const path = id === undefined ? resource.path : `${resource.path}/${id}`;
  // Only a server that answers versions is sent one.
  const headers = version === undefined ? undefined : { 'If-Match': `"${version}"` };
  const body = await call(id === undefined ? 'POST' : 'PATCH', path, { payload, headers });
  const row = readRow(resource, assertOk(body).data, id);
  if (row === undefined && (requiresData || body.success !== true)) throw new CallFailure(200, undefined);
  return { row, gaps: missingFieldsOf(resource, body.data, id) };
}

const withoutGaps = <Row extends object>(row: Row, gaps: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !gaps.includes(name))) as Partial<Row>;

/**
 * Writes what was saved into the cache. Fields that the answer lacks keep their cached value, and the resource is
 * refetched; so is a new row that is not complete.
 */
export function useResourceCache<Row extends RowWithId>(resource: ServedResource<Row>) {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: listKey(resource) });
  return {
    invalidate,
    store: async ({ row, gaps }: SaveResult<Row>, id: number | undefined) => {
      const isComplete = row !== undefined && gaps.length === 0;
      if (row !== undefined && id !== undefined) {
        const known = withoutGaps(row, gaps);
        await editList(client, resource, (rows) => rows.map((old) => (old.id === id ? { ...old, ...known } : old)));
      } else if (isComplete) await editList(client, resource, (rows) => [...rows, row]);
      if (isComplete && id !== undefined) client.setQueryData(itemKey(resource, id), row);
      if (!isComplete) invalidate();
    },
  };
}

/**
 * Creates without an id, changes with one, updates the cached list and says so. `onError` is called even if the screen has
 * been left.
 */
export function useSave<Row extends RowWithId & NamedRow>(resource: WritableResource<Row>, onError?: OnError) {
  const client = useQueryClient();
  const { store } = useResourceCache(resource);
  return useMutation({
    mutationFn: (saveRequest: SaveRequest) => sendItem(resource, saveRequest),
    onSuccess: async (saved, { id, payload }) => {
      await store(saved, id);
      announceWrite(resource, id === undefined ? 'created' : 'updated', {
        id,
        ...saved.row,
        ...submittedName(payload),
      });
    },
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
}

const variablesOf = ({ state }: { state: MutationState }) => state.variables;
const idOf = ({ state }: { state: MutationState }) => (state.variables as RowWithId).id;

type RemovableRow = RowWithId & NamedRow;

/** Undoes a deletion, on a server that can. */
async function restoreItem(client: QueryClient, resource: ResourceNoun, row: RemovableRow, onRestored?: () => void) {
  try {
    assertOk(await call('POST', `${resource.path}/${row.id}/restore`));
    announceWrite(resource, 'restored', row);
  } catch (error) {
    showFailureToast(`Error al recuperar ${nounWithArticle(resource)}`, error);
  }
  void client.invalidateQueries({ queryKey: listKey(resource) });
  onRestored?.();
}

type Removal = {
  onRemoved?: (id: number) => Promise<void>;
  /** Called after a restore, successful or not. */
  onRestored?: () => void;
};

/** Deletes a row and says so. The callbacks are called even if the screen has been left. */
export function useRemove<Row extends RemovableRow>(
  resource: WritableResource<Row>,
  onError?: OnError,
  { onRemoved, onRestored }: Removal = {},
) {
  const client = useQueryClient();
  const mutationKey = [...listKey(resource), 'remove'];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ id }: RemovableRow) => assertOk(await call('DELETE', `${resource.path}/${id}`)),
    onSuccess: async (_answer, removedRow) => {
      const { id } = removedRow;
      await editList(client, resource, (rows) => rows.filter((row) => row.id !== id));
      // A detail screen that is about to close must not refetch it.
      client.removeQueries({ queryKey: itemKey(resource, id), type: 'inactive' });
      void client.invalidateQueries({ queryKey: itemKey(resource, id), refetchType: 'none' });
      await onRemoved?.(id);
      forgetVisit({ path: resource.path, id });
      const undo = serverOffers('restore')
        ? () => void restoreItem(client, resource, removedRow, onRestored)
        : undefined;
      announceWrite(resource, 'removed', removedRow, { undo });
    },
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
  // All pending deletions: two rows may be deleted at the same time.
  const removing = useMutationState({ filters: { mutationKey, status: 'pending' }, select: idOf });
  // Stable, so that memoized rows are not re-rendered.
  const isRemoving = useCallback((id: number) => removing.includes(id), [removing]);
  return { remove: mutate, isRemoving };
}

/** Switches a row on or off and updates the cached list without refetching it. */
export function useToggle<Row extends RowWithId & { status: boolean }>(
  resource: ServedResource<Row>,
  onError: OnError,
) {
  const client = useQueryClient();
  const mutationKey = [...listKey(resource), 'toggle'];
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
  // Stable, so that memoized rows are not re-rendered.
  const toggle = useCallback(({ id, status }: Pick<Row, 'id' | 'status'>) => mutate({ id, status: !status }), [mutate]);
  const isToggling = useCallback(
    (id: number) => toggling.some((variables) => (variables as { id: number }).id === id),
    [toggling],
  );
  return { toggle, isToggling };
}

export type Duplication<Row> = { duplicate?: (row: Row) => void; isDuplicating: (id: number) => boolean };

/** Copies a row and opens the copy's form; `duplicate` is undefined if the server cannot. */
export function useDuplicate<Row extends RowWithId & NamedRow>(resource: WritableResource<Row>): Duplication<Row> {
  const client = useQueryClient();
  const { store } = useResourceCache(resource);
  const mutationKey = [...listKey(resource), 'duplicate'];
  const keyFor = useIdempotencyKey();
  // Part of the idempotency key, so that the next request makes a new copy.
  const copyCount = useRef(0);
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ id }: RowWithId) => {
      const headers = keyFor({ id, made: copyCount.current });
      const body = assertOk(await call('POST', `${resource.path}/${id}/duplicate`, { headers }));
      const row = readRow(resource, body.data);
      if (row === undefined) throw new CallFailure(200, undefined);
      return { row, gaps: missingFieldsOf(resource, body.data) };
    },
    onSuccess: async (saved) => {
      copyCount.current += 1;
      await store(saved, undefined);
      announceWrite(resource, 'duplicated', saved.row);
    },
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      showFailureToast(`Error al duplicar ${nounWithArticle(resource)}`, error);
    },
  });
  const duplicating = useMutationState({ filters: { mutationKey, status: 'pending' }, select: idOf });
  const { path } = resource;
  // Stable, so that memoized rows are not re-rendered. Navigates only if the screen has not been left meanwhile.
  const duplicate = useCallback(
    ({ id }: Row) =>
      mutate(
        { id },
        {
          onSuccess: ({ row }) => {
            const form = addressesOf(path)?.edit(row.id);
            if (form) void navigate(form);
          },
        },
      ),
    [mutate, path],
  );
  const isDuplicating = useCallback((id: number) => duplicating.includes(id), [duplicating]);
  return { duplicate: serverOffers('duplicate') ? duplicate : undefined, isDuplicating };
}
