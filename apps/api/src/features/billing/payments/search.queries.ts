import { sql, type RawBuilder } from 'kysely';
import { forceCustomPlan } from '#db/connection/connect';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import { similarTerms } from '#features/accounts/users/similar-search';
import {
  isOrderScanFaster,
  matchesAnyTerm,
  matchesByIndex,
  matchesByScan,
  wordsOf,
  type SearchSample,
  type Terms,
} from '#features/accounts/users/user-search';

/** Limit of people by one name: a search that finds more is too vague to be useful. */
const MAX_PEOPLE_BY_NAME = 1_000;

/** The condition for payments that a search finds, whether more people have the name than were looked at, or just a similar one. */
export type PaymentSearch = { condition: RawBuilder<unknown>; more?: true; similar?: true };

/** Ids of people by name, newest first. Deleted people are included, because their payments stay. */
async function findPeopleByName(
  { db, actor }: Read,
  terms: Terms,
  sample: SearchSample | undefined,
): Promise<number[]> {
  const walks = isOrderScanFaster(terms, MAX_PEOPLE_BY_NAME, sample);
  // `search` has the indexes, and more than the name.
  const named = sql`${walks ? matchesByScan(terms) : matchesByIndex(terms, sample)}
    and ${matchesAnyTerm(terms, (word) => sql`strpos(fold(u.name), ${word}) > 0`)}`;
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
  const words = wordsOf(search);
  const people = words.length === 0 ? [] : await findPeopleByName(read, [words], sample);
  // A number or a transaction is exact, or it is another one.
  const terms = people.length === 0 && !/\d/.test(search) ? await similarTerms(read.db, search) : undefined;
  const named = terms ? await findPeopleByName(read, terms, sample) : people;
  const condition = sql`id in (
    select id from payments where id = ${number}
    union select id from payments where ${key} <> '' and transaction_key = ${key}
    union select id from payments where user_id = any(${named.slice(0, MAX_PEOPLE_BY_NAME)}::int[]))`;
  return {
    condition,
    ...(named.length > MAX_PEOPLE_BY_NAME && { more: true }),
    ...(terms && named.length > 0 && { similar: true }),
  };
}
