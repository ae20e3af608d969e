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

/** Filters on what clients do look at so many of them at most, those whose plans end soonest. */
const MAX_LOOKED_AT = 5_000;

const isCovered = (today: string) => sql`
  u.role = 'CLIENT' and u.status and u.suscription_status and u.suscription_end > ${today}::date`;

/** Follows no training today, and none that begins later: neither assigned nor of a package. */
const isWithoutTraining = (today: string) => sql<boolean>`
  not exists (select from assignments a join trainings t on t.id = a.training_id
    where a.user_id = u.id and a.kind = 'training' and t.status
      and (a.ends_on is null or (a.ends_on > ${today}::date and a.ends_on > a.starts_on)))
  and not exists (select from user_packages k join package_trainings link on link.package_id = k.package_id
      join trainings t on t.id = link.training_id
    where k.user_id = u.id and k.status and k.end_date > ${today}::date and t.status)`;

/** A list of users `u` without a training, and whether there are more than were looked at. */
export function withoutTraining(visible: RawBuilder<boolean>, today: string) {
  const covered = sql`from users u where ${visible} and ${isCovered(today)}`;
  return {
    from: sql`from (select u.* ${covered} order by u.suscription_end, u.name_key, u.id limit ${sql.lit(MAX_LOOKED_AT)}) u`,
    condition: isWithoutTraining(today),
    more: sql`(select count(*) > ${sql.lit(MAX_LOOKED_AT)} from (select ${covered} limit ${sql.lit(MAX_LOOKED_AT + 1)}) covered)`,
  };
}
