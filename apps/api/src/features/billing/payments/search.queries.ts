import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan } from '#db/connection/connect';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import {
  fold,
  isOrderScanFaster,
  matchesByIndex,
  matchesByScan,
  type SearchSample,
} from '#features/accounts/users/user-search';

/** Limit of people by one name: a search that finds more is too vague to be useful. */
const MAX_PEOPLE_BY_NAME = 1_000;

/** The condition for payments that a search finds, and whether more people have the name than were looked at. */
export type PaymentSearch = { condition: RawBuilder<unknown>; more?: true };

/** Ids of people by name, newest first. Deleted people are included, because their payments stay. */
async function findPeopleByName(
  { db, actor }: Read,
  search: string,
  sample: SearchSample | undefined,
): Promise<number[]> {
  const words = [...new Set(fold(search).split(/\s+/).filter(Boolean))];
  if (words.length === 0) return [];
  const walks = isOrderScanFaster([words], MAX_PEOPLE_BY_NAME, sample);
  // `search` has the indexes, and more than the name.
  const named = sql.join(
    [
      walks ? matchesByScan([words]) : matchesByIndex([words], sample),
      ...words.map((word) => sql`strpos(fold(u.name), ${word}) > 0`),
    ],
    sql` and `,
  );
  const first = sql`order by id desc limit ${MAX_PEOPLE_BY_NAME + 1}`;
  const of = (who: RawBuilder<unknown>) => sql`select u.id from users u where ${named} and ${who}`;
  // Matches of a rare word are found by their trigrams before they are sorted.
  const inOrder = (matches: RawBuilder<unknown>) => sql`(select id from (${matches} offset 0) hits ${first})`;
  const visible = of(visibleUsers(actor));
  const { rows } = await sql<{ id: number }>`
    select id from (
      ${walks ? sql`(${visible} ${first})` : inOrder(visible)} union all ${inOrder(of(sql`u.deleted_at is not null`))}
    ) named ${first} ${forceCustomPlan}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Searches by number, transaction or client's name. */
export async function searchPayments(
  read: Read,
  search: string,
  sample: SearchSample | undefined,
): Promise<PaymentSearch> {
  const key = search.replace(/[^0-9A-Za-z]/g, '').toLowerCase();
  const number = /^\d{1,9}$/.test(search.replace(/^N\.?º?\s*/i, '')) ? Number(search.replace(/\D/g, '')) : 0;
  const named = await findPeopleByName(read, search, sample);
  const condition = sql`id in (
    select id from payments where id = ${number}
    union select id from payments where ${key} <> '' and transaction_key = ${key}
    union select id from payments where user_id = any(${named.slice(0, MAX_PEOPLE_BY_NAME)}::int[]))`;
  return { condition, ...(named.length > MAX_PEOPLE_BY_NAME && { more: true }) };
}
