import {
  hasSubscription,
  subscriptionBadge,
  subscriptionDetailBadge,
  subscriptionListLabel,
  subscriptionState,
  subscriptionTones,
  type SubscriptionBadge,
  type SubscriptionFields,
} from '@pulso/contract/accounts/subscription-state';
import { userSorts, type UserListRow } from '@pulso/contract/accounts/users';
import type { Extra } from '@pulso/contract/accounts/extras';
import type {
  UserFilter,
  UserFilterValue,
  UserListQuery,
  UserQuestion,
} from '@pulso/contract/accounts/users.questions';
import { normalizeRole, roleLabel, roles, userStates, type Role } from '@pulso/contract/accounts/users.labels';
import { isDate, type DateText } from '@pulso/contract/kit/dates';
import { statusLabel } from '@pulso/contract/kit/labels';
import type { addresses, ViewOf } from '#addresses';
import { statesVaryByScreen } from '#api/strict-spec';
import { defaultSort } from '#screens/use-filters';
import { ALL_VALUE } from '#ui/lists/filter-values';
import { matchKnownValue } from '#ui/text/match-known-value';

type Filter<Name extends UserFilter> = {
  /** The filter's name in the address. */
  param: string;
  label: string;
  all: string;
  options: { value: UserFilterValue<Name>; label: string }[];
  /** The condition of the server's SQL, for a server that sends all users. */
  matches: (user: UserListRow, value: UserFilterValue<Name>, today: DateText) => boolean;
};

/** The filters of the list, in the order of their controls. */
export const userFilters = {
  status: {
    param: 'estado',
    label: 'Estado',
    all: 'Todos',
    options: [
      { value: 'active', label: statusLabel(true) },
      { value: 'inactive', label: statusLabel(false) },
    ],
    matches: (user, status) => user.status === (status === 'active'),
  },
  subscription: {
    param: 'suscripcion',
    label: 'Suscripción',
    all: 'Todas',
    options: [
      { value: 'active', label: 'Activa' },
      { value: 'inactive', label: 'Inactiva' },
      { value: 'expiring', label: 'Por expirar' },
    ],
    matches: hasSubscription,
  },
  role: {
    param: 'rol',
    label: 'Rol',
    all: 'Todos',
    options: roles.map((value) => ({ value, label: roleLabel(value) })),
    matches: (user, role) => normalizeRole(user.role) === role,
  },
} as const satisfies { [Name in UserFilter]: Filter<Name> };

const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);
const isMonth = (text: string) => isDate(`${text}-01`);
const isFlag = (text: string) => text === 'true' || text === 'false';
const isState = (text: string) => userStates.some((state) => state === text);

/** The days of `idle` that its question may ask for. */
const isIdleDays = (text: string) => isNumber(text) && Number(text) <= 90;

/**
 * The further filters, which the server alone answers: their names in the address, what they may be there, and the extra that
 * they come with, if it is not 'segments'.
 */
export const furtherFilters = {
  state: { param: 'situacion', fits: isState },
  plan: { param: 'plan', fits: isNumber },
  tag: { param: 'etiqueta', fits: isNumber },
  trainer: { param: 'entrenador', fits: isNumber },
  owes: { param: 'deuda', fits: isFlag },
  unpaid_days: { param: 'sin_pagar', fits: isNumber },
  joined_from: { param: 'desde', fits: isDate },
  joined_to: { param: 'hasta', fits: isDate },
  ends_from: { param: 'vence_desde', fits: isDate },
  ends_to: { param: 'vence_hasta', fits: isDate },
  new_in: { param: 'nuevos', fits: isMonth },
  renewed_in: { param: 'renovaron', fits: isMonth },
  lost_in: { param: 'perdidos', fits: isMonth },
  training: { param: 'entrenamiento', fits: (text) => text === 'none', extra: 'coaching' },
  idle: { param: 'sin_entrenar', fits: isIdleDays, extra: 'workouts' },
  note: { param: 'nota', fits: (text) => text === 'open', extra: 'workouts' },
} as const satisfies Record<
  Exclude<keyof UserQuestion, UserFilter | 'search'>,
  { param: string; fits: (text: string) => boolean; extra?: Extra }
>;
export type FurtherFilter = keyof typeof furtherFilters;
export const furtherNames = Object.keys(furtherFilters) as FurtherFilter[];

export const filterNames = Object.keys(userFilters) as UserFilter[];
type FilterParam = (typeof userFilters)[UserFilter]['param'] | (typeof furtherFilters)[FurtherFilter]['param'];

/** Defaults of the list's address parameters; without an order the server's own stays. */
export const defaultView = {
  buscar: '',
  pagina: '1',
  ...defaultSort,
  ...(Object.fromEntries(
    [...Object.values(userFilters), ...Object.values(furtherFilters)].map(({ param }) => [param, ALL_VALUE]),
  ) as Record<FilterParam, string>),
} satisfies ViewOf<typeof addresses.users.list>;
export type UsersView = typeof defaultView;

const MAX_SEARCH_LENGTH = 200;

/** The list's query, answered by the server, or by the panel where the server sends all users. */
export type UsersQuery = Omit<UserListQuery, 'page' | 'limit' | 'segment_id'>;

/** Unknown values in the address are ignored. */
export function toUsersQuery(view: UsersView): UsersQuery {
  const { buscar, orden, sentido } = view;
  const sort = matchKnownValue(userSorts, orden);
  const chosen: Partial<Record<UserFilter, string>> = {};
  for (const name of filterNames) {
    const { param, options } = userFilters[name];
    chosen[name] = options.find(({ value }) => value === view[param])?.value;
  }
  const further: Partial<Record<FurtherFilter, string>> = {};
  for (const name of furtherNames) {
    const { param, fits } = furtherFilters[name];
    if (fits(view[param])) further[name] = view[param];
  }
  return {
    search: buscar.trim().slice(0, MAX_SEARCH_LENGTH).toWellFormed() || undefined,
    ...(chosen as Pick<UsersQuery, UserFilter>),
    // As they stand in the address: the contract reads numbers and flags from texts too.
    ...(further as Pick<UsersQuery, FurtherFilter>),
    sort,
    order: sort && (sentido === 'desc' ? 'desc' : 'asc'),
  };
}

export const roleTones: Record<Role, 'purple' | 'blue' | 'green'> = {
  ADMIN: 'purple',
  TRAINER: 'blue',
  CLIENT: 'green',
};

type Subscriber = SubscriptionFields & { role: string };

/** Badge of the client's subscription; none for staff without one. */
export function subscriptionBadgeOf(
  user: Subscriber,
  today: DateText,
  place: 'list' | 'detail' = 'list',
): SubscriptionBadge | undefined {
  if (!statesVaryByScreen()) return subscriptionBadge(user, today);
  if (place === 'detail') return subscriptionDetailBadge(user, today);
  const state = subscriptionState(user, today);
  return { text: subscriptionListLabel(state), tone: subscriptionTones[state.kind] };
}
