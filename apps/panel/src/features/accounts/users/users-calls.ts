import { userListRow, type UserListRow } from '@pulso/contract/accounts/users';
import { call, CallFailure, assertSuccess } from '#api/client';
import { readRows } from '#api/reader';
import type { UsersQuery } from '#features/accounts/users/users.rules';

export const listedUsers = { path: '/user', row: userListRow };

/** Without a total the server has sent everybody, whatever was asked. */
export type UsersAnswer = { rows: UserListRow[]; total: number | undefined };

type Asked = UsersQuery & { page: number; limit: number };

function totalIn(meta: unknown): number | undefined {
  const total = typeof meta === 'object' && meta !== null && 'total' in meta ? meta.total : undefined;
  return typeof total === 'number' ? total : undefined;
}

export async function readUsers(asked: Asked | undefined, signal: AbortSignal): Promise<UsersAnswer> {
  const given = Object.entries(asked ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const { data, meta } = assertSuccess(await call('GET', query ? `user?${query}` : 'user', { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return { rows: readRows(listedUsers, data), total: totalIn(meta) };
}
