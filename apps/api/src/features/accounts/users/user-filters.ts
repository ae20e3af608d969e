import { userFilters, type UserFilter, type UserFilterValue, type UserListQuery } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';
import { isInState, isInStateInTally } from '#features/accounts/users/subscription-conditions';

type Condition<Value> = (value: Value, today: string) => RawBuilder<unknown>;

/** The condition of each filter on a row of `users u`, and the same on a row of `user_tally`, which counts them. */
const conditions: {
  [Name in UserFilter]: { users: Condition<UserFilterValue<Name>>; tally: Condition<UserFilterValue<Name>> };
} = {
  role: { users: (role) => sql`u.role = ${role}`, tally: (role) => sql`role = ${role}` },
  status: {
    users: (status) => sql`u.status = ${status === 'active'}`,
    tally: (status) => sql`active = ${status === 'active'}`,
  },
  subscription: { users: isInState, tally: isInStateInTally },
};

export const isFiltered = (query: UserListQuery) => Object.keys(userFilters).some((name) => name in query);

/** The conditions of the filters that a query names, in their order. */
export function filterConditions(query: UserListQuery, today: string, of: 'users' | 'tally'): RawBuilder<unknown>[] {
  const conditionByName = conditions as Record<string, Record<typeof of, Condition<unknown>> | undefined>;
  return Object.keys(userFilters).flatMap((name) => {
    const value = query[name as UserFilter];
    const condition = value === undefined ? undefined : conditionByName[name]?.[of](value, today);
    return condition ? [condition] : [];
  });
}
