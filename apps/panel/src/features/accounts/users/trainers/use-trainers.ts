import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { readUsers, userListResource } from '#features/accounts/users/users-calls';
import type { Options } from '#forms/use-options';

/** As many as a page may have: no business has more of them. */
const MOST = 100;

/** The trainers to choose from, by their names. */
export function useTrainers(): Options {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [userListResource.path, 'trainers'],
    queryFn: async ({ signal }) =>
      (await readUsers({ role: 'TRAINER', sort: 'name', order: 'asc', page: 1, limit: MOST }, signal)).rows,
  });
  const options = (data ?? []).map(({ id, name, username }) => ({
    value: id,
    label: displayName(name),
    note: username,
  }));
  return {
    rows: data ?? [],
    options,
    isLoading: isPending,
    failed: error !== null && !data,
    retry: async () => (await refetch()).data,
  };
}
