import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, CallFailure } from '#api/client';
import { readRows, type Readable } from '#api/reader';
import { listedUsers } from '#features/accounts/users/users-calls';

/**
 * A person's records of one kind. What the detail brought is there at once; a server that has the kind's own call renews it,
 * and one that has not (404) has said all there is.
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

/** A write that concerns one person; everything that any screen shows of people is asked for again behind it. */
export function useUserWrite<Input>(write: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: [listedUsers.path] });
  return useMutation({
    mutationFn: write,
    onSuccess: renew,
    onError: (error) => {
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409)) renew();
    },
  });
}
