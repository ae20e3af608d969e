import {
  userFilters,
  furtherFilters,
  type UserFilter,
  type UserFilterValue,
  type FurtherFilter,
  type FurtherFilterValue,
  type UserListQuery,
} from '@pulso/contract/accounts/users.questions';
import { addDays, BUSINESS_ZONE } from '@pulso/contract/kit/dates';
import { firstDayOf, lastDayOf, type MonthText } from '@pulso/contract/kit/months';
import { sql, type RawBuilder } from 'kysely';
import { isInState, isInStateInTally, isInUserState } from '#features/accounts/users/subscription-conditions';

type Condition<Value> = (value: Value, today: string) => RawBuilder<unknown>;
/** A condition on a row of `users u`, and the same on a row of `user_tally`, where that counts them. */
type Conditions<Value> = { users: Condition<Value>; tally?: Condition<Value> };

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone ${BUSINESS_ZONE})`;
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone ${BUSINESS_ZONE})`;

/** Reached a milestone in a month, up to today. */
const reached = (kind: 'new' | 'renewed' | 'lost') => (month: MonthText, today: string) =>
  sql`
  u.id in (select m.user_id from client_milestones m
    where m.kind = ${kind} and m.day between ${firstDayOf(month)}::date and least(${lastDayOf(month)}::date, ${today}::date))`;

const conditions: { [Name in UserFilter]: Required<Conditions<UserFilterValue<Name>>> } & {
  [Name in FurtherFilter]: Conditions<FurtherFilterValue<Name>>;
} & { note: Conditions<'open'> } = {
  role: { users: (role) => sql`u.role = ${role}`, tally: (role) => sql`role = ${role}` },
  status: {
    users: (status) => sql`u.status = ${status === 'active'}`,
    tally: (status) => sql`active = ${status === 'active'}`,
  },
  subscription: { users: isInState, tally: isInStateInTally },
  state: { users: isInUserState },
  plan: { users: (plan) => sql`u."suscriptionId" = ${plan}` },
  tag: { users: (tag) => sql`exists (select from user_tags k where k.user_id = u.id and k.tag_id = ${tag})` },
  trainer: { users: (trainer) => sql`u.trainer_id = ${trainer}` },
  owes: {
    users: (owes) => sql`
      ${owes ? sql`` : sql`not`} exists (select from client_accounts a where a.user_id = u.id and a.owed > 0)`,
  },
  unpaid_days: {
    users: (days, today) => sql`
      u.role = 'CLIENT'
      and not exists (select from client_accounts a where a.user_id = u.id and a.last_paid_on > ${addDays(today, -days)}::date)
      and (u.created_at < ${endOf(addDays(today, -days))}
        or exists (select from client_accounts a where a.user_id = u.id and a.last_paid_on is not null))`,
  },
  joined_from: { users: (day) => sql`u.created_at >= ${startOf(day)}` },
  joined_to: { users: (day) => sql`u.created_at < ${endOf(day)}` },
  ends_from: {
    users: (day) => sql`u.suscription_status and u.suscription_end >= ${day}::date`,
    tally: (day) => sql`subscribed_until >= ${day}::date`,
  },
  ends_to: {
    users: (day) => sql`u.suscription_status and u.suscription_end <= ${day}::date`,
    tally: (day) => sql`subscribed_until <= ${day}::date`,
  },
  new_in: { users: reached('new') },
  renewed_in: { users: reached('renewed') },
  lost_in: { users: reached('lost') },
  note: { users: () => sql`u.role = 'CLIENT' and u.id in (select user_id from client_training where open_notes > 0)` },
};
const conditionNames = [...Object.keys({ ...userFilters, ...furtherFilters }), 'note'] as (
  | UserFilter
  | FurtherFilter
  | 'note'
)[];

export const isFiltered = (query: UserListQuery) => conditionNames.some((name) => name in query);

const conditionsOf = (query: UserListQuery) =>
  conditionNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [{ value, ...(conditions[name] as Conditions<unknown>) }];
  });

/** The conditions of the filters that a query names, in their order. */
export const filterConditions = (query: UserListQuery, today: string): RawBuilder<unknown>[] =>
  conditionsOf(query).map(({ users, value }) => users(value, today));

/** The same on rows of `user_tally`; undefined if it does not know all of them. */
export function tallyConditions(query: UserListQuery, today: string): RawBuilder<unknown>[] | undefined {
  const wanted = conditionsOf(query).map(({ tally, value }) => tally?.(value, today));
  return wanted.every((condition) => condition !== undefined) ? wanted : undefined;
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

/** Trained for the last time so many days ago or earlier; who never trained counts from the beginning of his plan. */
const isIdle = (days: number, today: string) => sql<boolean>`
  coalesce((select last_workout_on from client_training k where k.user_id = u.id), u.suscription_init)
    <= ${addDays(today, -days)}::date`;

/** The conditions of a query that ask what clients do: none of a query that is not about it. */
export const trainingConditions = ({ training, idle }: UserListQuery, today: string): RawBuilder<boolean>[] => [
  ...(training === undefined ? [] : [isWithoutTraining(today)]),
  ...(idle === undefined ? [] : [isIdle(idle, today)]),
];

/** The users `u` whom those conditions look at, and whether there are more. */
export function lookedAt(visible: RawBuilder<boolean>, today: string) {
  const covered = sql`from users u where ${visible} and ${isCovered(today)}`;
  return {
    from: sql`from (select u.* ${covered} order by u.suscription_end, u.name_key, u.id limit ${sql.lit(MAX_LOOKED_AT)}) u`,
    more: sql`(select count(*) > ${sql.lit(MAX_LOOKED_AT)} from (select ${covered} limit ${sql.lit(MAX_LOOKED_AT + 1)}) covered)`,
  };
}
