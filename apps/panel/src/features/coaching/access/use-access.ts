import { accessRow, deviceSessionsBody } from '@pulso/contract/coaching/access';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { assertOk, assertSuccess, CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';

const sessionsPath = (userId: number) => `user/${userId}/sessions`;
const sessionsKey = (userId: number) => [userListResource.path, String(userId), sessionsPath(userId)];

/** A link and a code, which end those before: asked for once, and kept nowhere. */
export function useSendAccess(userId: number) {
  return useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const access = readRow({ path: 'access', row: accessRow }, dataOf(await call('POST', `user/${userId}/access`)));
      if (!access) throw new CallFailure(200, undefined);
      return access;
    },
  });
}

export function useDeviceSessions(userId: number) {
  const path = sessionsPath(userId);
  return useQuery({
    queryKey: sessionsKey(userId),
    queryFn: async ({ signal }) => {
      const body = readRow({ path, row: deviceSessionsBody }, assertSuccess(await call('GET', path, { signal })));
      if (!body) throw new CallFailure(200, undefined);
      return body;
    },
  });
}

export const ALL_SESSIONS = 'all';

/** Ends one session, or `ALL_SESSIONS`. */
export function useEndSession(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (session: string) => {
      const path = session === ALL_SESSIONS ? sessionsPath(userId) : `user/${userId}/session/${session}`;
      assertOk(await call('DELETE', path));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey(userId) }),
  });
}
