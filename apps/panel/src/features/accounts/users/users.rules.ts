import {
  hasSubscription,
  subscriptionListLabel,
  subscriptionState,
  type SubscriptionState,
} from '@pulso/contract/accounts/subscription-state';
import {
  userFilters,
  userSorts,
  type UserFilter,
  type UserFilterValue,
  type UserListQuery,
  type UserListRow,
} from '@pulso/contract/accounts/users';
import { normalizeRole, roleLabel, userGenderLabel, type Role } from '@pulso/contract/accounts/users.labels';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { statusLabel } from '@pulso/contract/kit/labels';
import { formatPhone, phoneSearchDigits } from '@pulso/contract/kit/phone';
import { unsorted } from '#screens/use-filters';
import { csvLine } from '@pulso/contract/kit/csv';
import { ALL } from '#ui/filter-values';
import { oneOf } from '#ui/one-of';
import { plainText, sortText } from '#ui/plain-text';

/** What the address says of the list; without an order the server's own stays. */
export const firstView = {
  buscar: '',
  pagina: '1',
  ...unsorted,
  rol: ALL,
  estado: ALL,
  suscripcion: ALL,
};
export type UsersView = typeof firstView;

const MAX_SEARCH_LENGTH = 200;

/** The list's query, answered by the server, or by the panel where the server sends all users. */
export type UsersQuery = Omit<UserListQuery, 'page' | 'limit'>;

/** Unknown values in the address are ignored. */
export function queryOf({ buscar, rol, estado, suscripcion, orden, sentido }: UsersView): UsersQuery {
  const sort = oneOf(userSorts, orden);
  return {
    search: buscar.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed() || undefined,
    role: normalizeRole(rol),
    status: userFilters.status.safeParse(estado).data,
    subscription: userFilters.subscription.safeParse(suscripcion).data,
    sort,
    order: sort && (sentido === 'desc' ? 'desc' : 'asc'),
  };
}

/** A user with its normalized search text, made once: a search may go through a hundred thousand at every key. */
export type SearchableUser = { user: UserListRow; text: string };

// Cannot be typed, so a match lies within one field.
const BETWEEN = '\u001f';

export function searchable(users: readonly UserListRow[]): SearchableUser[] {
  return users.map((user) => ({ user, text: plainText([user.name, user.username, user.phone].join(BETWEEN)) }));
}

type Matches = { [Name in UserFilter]: (user: UserListRow, value: UserFilterValue<Name>, today: DateText) => boolean };

/** The same conditions as in the server's SQL. */
const matches: Matches = {
  role: (user, role) => normalizeRole(user.role) === role,
  status: (user, status) => user.status === (status === 'active'),
  subscription: (user, state, today) => hasSubscription(user, state, today),
};

function matcher(query: UsersQuery, today: DateText) {
  const { search = '' } = query;
  const words = plainText(search).split(/\s+/);
  const digits = phoneSearchDigits(search);
  const passes = <Name extends UserFilter>(name: Name, user: UserListRow, value: UserFilterValue<Name> | undefined) =>
    value === undefined || matches[name](user, value, today);
  return ({ user, text }: SearchableUser) =>
    (words.every((word) => text.includes(word)) || (digits !== '' && text.includes(digits))) &&
    passes('role', user, query.role) &&
    passes('status', user, query.status) &&
    passes('subscription', user, query.subscription);
}

function sortKey(user: UserListRow, sort: NonNullable<UsersQuery['sort']>): string | number {
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
    .map((one) => ({ one, id: one.user.id, key: sortKey(one.user, sort) }))
    .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id))
    .map(({ one }) => one);
}

/** Those that the search and the filters leave: as the server finds them where it does so itself. */
export function findUsers(users: readonly SearchableUser[], query: UsersQuery, today: DateText): UserListRow[] {
  return users.filter(matcher(query, today)).map(({ user }) => user);
}

export const roleTones: Record<Role, 'purple' | 'blue' | 'green'> = {
  ADMIN: 'purple',
  TRAINER: 'blue',
  CLIENT: 'green',
};

export const subscriptionTones: Record<SubscriptionState['kind'], 'green' | 'yellow' | 'red'> = {
  none: 'red',
  expired: 'red',
  expiring: 'yellow',
  active: 'green',
};

/** One line of the exported file, in the words of the screen. */
export function userCsvLine(user: UserListRow, today: DateText): string {
  return csvLine([
    user.id,
    user.name,
    userGenderLabel(user.gender),
    user.username,
    formatPhone(user.phone, user.countryCodeT),
    roleLabel(user.role),
    statusLabel(user.status),
    subscriptionListLabel(subscriptionState(user, today)),
    formatDate(user.created_at),
  ]);
}
