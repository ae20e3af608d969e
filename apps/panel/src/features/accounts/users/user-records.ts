import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallFailure } from '@pulso/web/answers';
import { refetch, userCacheKeys } from '#api/stale-caches';
import { call } from '#api/client';
import { readRows, type ReadableResource } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';
import { useWrite } from '#forms/use-write';

/**
 * A user's records of one kind. Those of the detail are shown at once and refetched by the kind's own call; a server
 * without that call (404) has no more.
 */
export function useUserRecords<Row extends { id: number }>(
  userId: number,
  kind: ReadableResource<Row>,
  initialRows: readonly Row[],
  { enabled = true } = {},
) {
  const { data, error, refetch } = useQuery({
    queryKey: [userListResource.path, String(userId), kind.path],
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
    enabled,
  });
  return { rows: data ?? initialRows, error, refetch };
}

/** Everything cached about users, and what other areas show of them. */
export function refetchUsers(client: QueryClient) {
  refetch(client, [userListResource.path, ...userCacheKeys]);
}

/** Refetches the user when a dialog about the subscription opens, as it may have changed meanwhile. */
export function useRefetchUser(id: number) {
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [userListResource.path, String(id)], exact: true });
  }, [client, id]);
}

/** A write about one user; everything cached about users is refetched after it. */
export function useUserWrite<Input>(
  failureMessage: string | ((input: Input) => string),
  write: (input: Input) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useWrite({ write, failed: failureMessage, refetch: () => refetchUsers(client) });
}
