import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
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

function editList<Row>(client: QueryClient, resource: Served<Row>, edit: (rows: Row[]) => Row[]) {
  client.setQueryData<Row[]>(keyOf(resource), (rows) => rows && edit(rows));
}

type Saved = { id?: number; payload: Payload; version?: number };

/** Creates without an id, changes with one. The list then holds the server's version: appended or in its place. */
export function useSave<Row extends Identified>(resource: Served<Row>) {
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
  });
}

export function useRemove<Row extends Identified>(resource: Served<Row>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE', `${resource.path}/${id}`),
    onSuccess: (_answer, id) => editList(client, resource, (rows) => rows.filter((row) => row.id !== id)),
  });
}
