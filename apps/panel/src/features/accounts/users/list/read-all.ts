import type { UserListRow } from '@pulso/contract/accounts/users';
import { today } from '@pulso/contract/kit/dates';
import { findUsers, sortUsers, toSearchableUsers } from '#features/accounts/users/find-users.rules';
import { readUsers } from '#features/accounts/users/users-calls';
import type { UsersQuery } from '#features/accounts/users/users.rules';

/** The server's largest page. */
const PAGE_SIZE = 100;
/** A hundred sheets: more is a file, not paper. */
const MAX_PRINTED = 5_000;

/** All users of a list, in its order, for paper. */
export async function readAllUsers(query: UsersQuery): Promise<UserListRow[]> {
  const { signal } = new AbortController();
  const read = (page: number) => readUsers({ ...query, page, limit: PAGE_SIZE }, signal);
  const first = await read(1);
  if (first.total === undefined)
    return findUsers(sortUsers(toSearchableUsers(first.rows), query), query, today()).users;
  const users = new Map(first.rows.map((user) => [user.id, user]));
  const pages = Math.ceil(Math.min(first.total, MAX_PRINTED) / PAGE_SIZE);
  for (let page = 2; page <= pages; page += 1) for (const user of (await read(page)).rows) users.set(user.id, user);
  return [...users.values()];
}
