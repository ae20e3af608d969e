import { userDetail } from '@pulso/contract/desk/user-detail';
import { useQuery } from '@tanstack/react-query';
import { assertSuccess, CallFailure } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { useVisit } from '#api/resources';
import { userListResource } from '#features/accounts/users/users-calls';

const userDetailResource = { path: userListResource.path, row: userDetail };

const hidesUser = (error: Error | null) =>
  error instanceof CallFailure && (error.status === 403 || error.status === 404);

export function useUser(id: string) {
  const query = useQuery({
    queryKey: [userDetailResource.path, id],
    queryFn: async ({ signal }) => {
      const { data } = assertSuccess(
        await call('GET', `${userDetailResource.path}/${encodeURIComponent(id)}`, { signal }),
      );
      const user = readRow(userDetailResource, data, id);
      if (user === undefined) throw new CallFailure(200, 'Formato de respuesta inesperado');
      return user;
    },
  });
  // Somebody whom the asker may no longer see is not shown from the cache.
  const data = hidesUser(query.error) ? undefined : query.data;
  useVisit(userDetailResource, data);
  return { ...query, data };
}
