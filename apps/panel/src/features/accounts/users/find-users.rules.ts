import type { UserListRow } from '@pulso/contract/accounts/users';
import type { UserFilter } from '@pulso/contract/accounts/users.questions';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import type { DateText } from '@pulso/contract/kit/dates';
import { phoneSearchDigits } from '@pulso/contract/kit/phone';
import { createSimilarMatcher } from '@pulso/contract/kit/similar';
import { SEARCHES_ARE_EXACT } from '#api/strict-spec';
import { filterNames, userFilters, type UsersQuery } from '#features/accounts/users/users.rules';
import { plainText, sortText } from '#ui/text/plain-text';

/** A user with its normalized search text, made once: a search may go through a hundred thousand at every key. */
export type SearchableUser = { user: UserListRow; text: string };

// This separator cannot be typed, so a match lies within one field.
const FIELD_SEPARATOR = '\u001f';

export function toSearchableUsers(users: readonly UserListRow[]): SearchableUser[] {
  return users.map((user) => ({ user, text: plainText([user.name, user.username, user.phone].join(FIELD_SEPARATOR)) }));
}

/** Tests of a user by search and filters, as the server's: the next one holds where nobody passes the one before. */
export function createMatchers(query: UsersQuery, today: DateText) {
  const { search = '' } = query;
  const words = plainText(search).split(/\s+/);
  const phones = phoneSearchDigits(search);
  const passes = (user: UserListRow, name: UserFilter) => {
    const { matches }: { matches: (user: UserListRow, value: never, today: DateText) => boolean } = userFilters[name];
    return query[name] === undefined || matches(user, query[name] as never, today);
  };
  const hasWords = (text: string) =>
    words.every((word) => text.includes(word)) || phones.some((digits) => text.includes(digits));
  const matcherOf =
    (fits: (text: string) => boolean) =>
    ({ user, text }: SearchableUser) =>
      fits(text) && filterNames.every((name) => passes(user, name));
  const isExact = matcherOf(hasWords);
  return SEARCHES_ARE_EXACT ? ([isExact] as const) : ([isExact, matcherOf(createSimilarMatcher(words))] as const);
}

function sortKeyOf(user: UserListRow, sort: NonNullable<UsersQuery['sort']>): string | number {
  const value = user[sort];
  if (sort === 'name' || sort === 'username') return sortText(String(value));
  if (sort === 'role') return normalizeRole(value) ?? String(value);
  // No subscription sorts first.
  return typeof value === 'boolean' ? Number(value) : (value ?? '');
}

/** In the wanted order. Apart from the search, because sorting a hundred thousand at every key would hold up the typing. */
export function sortUsers(
  users: readonly SearchableUser[],
  { sort, order }: Pick<UsersQuery, 'sort' | 'order'>,
): readonly SearchableUser[] {
  if (!sort) return users;
  const direction = order === 'desc' ? -1 : 1;
  return users
    .map((one) => ({ one, id: one.user.id, key: sortKeyOf(one.user, sort) }))
    .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    .map(({ one }) => one);
}

/** The users that a query leaves; if nobody has what is searched for, those who have something similar. */
export function findUsers(users: readonly SearchableUser[], query: UsersQuery, today: DateText) {
  const [isExact, isSimilar] = createMatchers(query, today);
  const exact = users.filter(isExact);
  const similar = exact.length > 0 || !isSimilar ? [] : users.filter(isSimilar);
  return { users: [...exact, ...similar].map(({ user }) => user), similar: similar.length > 0 };
}
