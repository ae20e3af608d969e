import { userDetail } from '@pulso/contract/desk/user-detail';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailure, assertSuccess } from '#api/client';
import { readRow } from '#api/reader';
import { useVisit } from '#api/resources';
import { listedUsers } from '#features/accounts/users/users-calls';

const detail = { path: listedUsers.path, row: userDetail };

export function useUser(id: string) {
  const query = useQuery({
    queryKey: [detail.path, id],
    queryFn: async ({ signal }) => {
      const { data } = assertSuccess(await call('GET', `${detail.path}/${encodeURIComponent(id)}`, { signal }));
      const user = readRow(detail, data, id);
      if (user === undefined) throw new CallFailure(200, 'Formato de respuesta inesperado');
      return user;
    },
  });
  useVisit(detail, query.data);
  return query;
}
