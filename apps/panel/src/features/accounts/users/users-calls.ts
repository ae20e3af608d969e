import { assertSuccess, CallFailure, isObject } from '@pulso/web/answers';
import { serverOffers } from '#api/session';
import { userListRow, type UserListRow } from '@pulso/contract/accounts/users';
import type { Extra } from '@pulso/contract/accounts/extras';
import { call } from '#api/client';
import { SEARCHES_ARE_EXACT } from '#api/strict-spec';
import { readRows } from '#api/reader';
import { furtherFilters, type UsersQuery } from '#features/accounts/users/users.rules';

export const userListResource = { path: '/user', noun: ['usuario', 'usuarios'] as const, row: userListRow };

/**
 * A missing total means that the server sent everybody, whatever was asked; `more`, that it stopped counting; `similar`, that
 * nobody has exactly what was searched for; `gone`, that a filter names what was deleted.
 */
export type UsersAnswer = {
  rows: UserListRow[];
  total: number | undefined;
  more: boolean;
  similar: boolean;
  gone: boolean;
};

type UsersPageQuery = UsersQuery & { page: number; limit: number };

const furtherByName: Record<string, { param: string; extra?: Extra } | undefined> = furtherFilters;

/** False for a filter, or a value of it, that the server does not know. */
function isKnown(name: string, value: unknown) {
  const further = furtherByName[name];
  if (further) return serverOffers(further.extra ?? 'segments');
  return name !== 'subscription' || value !== 'expiring' || serverOffers('expiring-users');
}

function readCount(meta: unknown): Omit<UsersAnswer, 'rows'> {
  const { total, more, similar, gone } = isObject(meta) ? meta : {};
  return {
    total: typeof total === 'number' ? total : undefined,
    more: more === true,
    similar: similar === true,
    gone: gone === true,
  };
}

export async function readUsers(pageQuery: UsersPageQuery | undefined, signal: AbortSignal): Promise<UsersAnswer> {
  const entries = Object.entries(pageQuery ?? {}).filter(
    ([name, value]) => value !== undefined && isKnown(name, value),
  );
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  const { data, meta } = assertSuccess(await call('GET', query ? `user?${query}` : 'user', { signal }));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  const count = readCount(meta);
  if (count.similar && SEARCHES_ARE_EXACT) return { ...count, rows: [], total: 0, similar: false };
  return { rows: readRows(userListResource, data), ...count };
}
