import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refetch, userCaches } from '#api/stale-caches';
import { call, CallFailure } from '#api/client';
import { readRows, type Readable } from '#api/reader';
import { listedUsers } from '#features/accounts/users/users-calls';
import { useWrite } from '#forms/use-write';

/**
 * A user's records of one kind. Those of the detail are shown at once and refetched by the kind's own call; a server
 * without that call (404) has no more.
 */
export function useRecords<Row extends { id: number }>(userId: number, kind: Readable<Row>, known: readonly Row[]) {
  const { data, error, refetch } = useQuery({
    queryKey: [listedUsers.path, String(userId), kind.path],
    queryFn: async ({ signal }) => {
      try {
        const { data } = await call('GET', kind.path, { signal });
        if (!Array.isArray(data)) throw new CallFailure(200, undefined);
        return readRows(kind, data);
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 404) return null;
        throw failure;
      }
    },
  });
  return { rows: data ?? known, error, refetch };
}

/** Everything cached about users, and what other areas show of them. */
export function refetchUsers(client: QueryClient) {
  refetch(client, [listedUsers.path, ...userCaches]);
}

/** Refetches the user when a dialog about the subscription opens, as it may have changed meanwhile. */
export function useCurrentUser(id: number) {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [listedUsers.path, String(id)], exact: true });
  }, [client, id]);
}

/** A write about one user; everything cached about users is refetched after it. */
export function useUserWrite<Input>(
  failed: string | ((input: Input) => string),
  write: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useWrite({ write, failed, refetch: () => refetchUsers(client) });
}
