import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call, CallFailure } from '#api/client';
import { readRows, type Readable } from '#api/reader';
import { listedUsers } from '#features/accounts/users/users-calls';

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

/** Everything cached about users, and about the money that they pay and owe. */
export function refetchUsers(client: QueryClient) {
  for (const key of [listedUsers.path, 'payment', 'till', 'collection'])
    void client.invalidateQueries({ queryKey: [key] });
}

/** A write about one user; everything cached about users is refetched after it. */
export function useUserWrite<Input>(write: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const refetch = () => refetchUsers(client);
  return useMutation({
    mutationFn: write,
    onSuccess: refetch,
    onError: (error) => {
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409)) refetch();
    },
  });
}
