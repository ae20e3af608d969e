import {
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type MutationState,
  type QueryClient,
} from '@tanstack/react-query';
import { call, CallFailure, type Payload } from '#api/client';

/** As much of a contract's resource as calling it takes. */
export type Served<Row> = { path: string; row: { _zod: { output: Row } } };
type Identified = { id: number };

const keyOf = ({ path }: { path: string }) => [path] as const;

async function readList<Row>(resource: Served<Row>, signal: AbortSignal): Promise<Row[]> {
  const { data } = await call('GET', resource.path, { signal });
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return data as Row[];
}

export function useList<Row>(resource: Served<Row>) {
  return useQuery({ queryKey: keyOf(resource), queryFn: ({ signal }) => readList(resource, signal) });
}

async function editList<Row>(client: QueryClient, resource: Served<Row>, edit: (rows: Row[]) => Row[]) {
  const queryKey = keyOf(resource);
  // A list that was asked for before this change does not know of it; it is asked for again.
  const late = client.isFetching({ queryKey }) > 0;
  await client.cancelQueries({ queryKey });
  client.setQueryData<Row[]>(queryKey, (rows) => rows && edit(rows));
  if (late) void client.invalidateQueries({ queryKey });
}

/** Somebody else was quicker, so what is shown is no longer true. */
function refreshIfOutdated<Row>(client: QueryClient, resource: Served<Row>, error: unknown) {
  const outdated = error instanceof CallFailure && (error.status === 404 || error.status === 409);
  if (outdated) void client.invalidateQueries({ queryKey: keyOf(resource) });
}

type OnError = (error: Error) => void;
type Saved = { id?: number; payload: Payload; version?: number };

/**
 * Creates without an id, changes with one. The list then holds the server's version: appended or in its place.
 * `onError` hears of every failure, also when the screen has gone on to something else meanwhile.
 */
export function useSave<Row extends Identified>(resource: Served<Row>, onError?: OnError) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, payload, version }: Saved) => {
      const path = id === undefined ? resource.path : `${resource.path}/${id}`;
      // The version is known only where the server gave one, so no header goes to a server without it.
      const headers = version === undefined ? undefined : { 'If-Match': `"${version}"` };
      const { data } = await call(id === undefined ? 'POST' : 'PATCH', path, { payload, headers });
      if (typeof data !== 'object' || data === null) throw new CallFailure(200, undefined);
      return data as Row;
    },
    onSuccess: (saved, { id }) =>
      editList(client, resource, (rows) =>
        id === undefined ? [...rows, saved] : rows.map((row) => (row.id === id ? saved : row)),
      ),
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
}

const variablesOf = ({ state }: { state: MutationState }) => state.variables;

export function useRemove<Row extends Identified>(resource: Served<Row>, onError?: OnError) {
  const client = useQueryClient();
  const mutationKey = [...keyOf(resource), 'remove'];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (id: number) => call('DELETE', `${resource.path}/${id}`),
    onSuccess: (_answer, id) => editList(client, resource, (rows) => rows.filter((row) => row.id !== id)),
    onError: (error) => {
      refreshIfOutdated(client, resource, error);
      onError?.(error);
    },
  });
  // All of them: who deletes two in a row sees both going.
  const removing = useMutationState({ filters: { mutationKey, status: 'pending' }, select: variablesOf });
  return { remove: mutate, isRemoving: (id: number) => removing.includes(id) };
}
