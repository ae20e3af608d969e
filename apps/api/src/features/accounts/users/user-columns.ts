import { COUNTRY, userListRow, userRow } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { fieldsOf } from '#db/stores/columns';
import { isTrainer } from '#db/writes/visible-users';
import type { Requester } from '#db/writes/write';
import { tagsOfUser } from '#features/accounts/tags/tags.queries';

const countryCodeT = sql.lit(COUNTRY.countryCodeT);

/** The last pause of which something was or is left: pauses share no day, so the last begins and ends last. */
const pause = sql`(
  select json_build_object('from', max(lower(h.covers)), 'to', max(upper(h.covers))) from user_subscriptions h
  where h.user_id = u.id and h.kind = 'pause' and not isempty(h.covers) having count(*) > 0)`;

const trainerOfUser = sql`(
  select json_build_object('id', t.id, 'name', t.name) from users t where t.id = u.trainer_id)`;

const planOfUser = sql`(
  select json_build_object('id', p.id, 'title', p.title) from plans p where p.id = u."suscriptionId")`;

const owedByUser = sql`coalesce((select a.owed from client_accounts a where a.user_id = u.id), 0)`;

const listed = { countryCodeT, pause, tags: tagsOfUser };
const ofPages = { profile_image: true, plan: true, owed: true } as const;

/** The contract's fields of the list and the detail, so that no other column is exposed. The whole list has fewer: it may be of 100,000. */
export const listColumns = fieldsOf('u', z.omit(userListRow, ofPages), listed);
const pageColumns = fieldsOf('u', userListRow, { ...listed, plan: planOfUser, owed: owedByUser });
const trainerPageColumns = fieldsOf('u', z.omit(userListRow, { owed: true }), { ...listed, plan: planOfUser });

/** A trainer's clients owe nothing that is his business. */
export const pageColumnsFor = (actor: Requester): RawBuilder<unknown> =>
  isTrainer(actor) ? trainerPageColumns : pageColumns;

export const userColumns = fieldsOf('u', userRow, {
  countryCodeT,
  countryCode: sql.lit(COUNTRY.countryCode),
  pause,
  trainer: trainerOfUser,
  tags: tagsOfUser,
});
