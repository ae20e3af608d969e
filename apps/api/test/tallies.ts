import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type Tally = { name: string; query: string; keys: string[]; sums: string[] };

/** Every tally with the query that it follows, as its comments tell. */
const TALLIES = `
  select attrelid::regclass::text as name, obj_description(attrelid, 'pg_class') as query,
    array(select unnest(array_agg(attname::text) filter (where note is null))) as keys,
    array_agg(attname::text) filter (where note is not null) as sums
  from pg_attribute cross join lateral col_description(attrelid, attnum) note
  where attnum > 0 and attrelid in (select objoid from pg_description where description = 'Sum of a tally.')
  group by attrelid order by 1`;

/** Sums that differ between a tally and its query. */
const differences = ({ name, query, keys, sums }: Tally) => `
  select ${keys.concat(sums.map((sum) => `sum(${sum}) as ${sum}`)).join()} from (
    select ${keys.concat(sums).join()} from ${name}
    union all select ${keys.concat(sums.map((sum) => `-${sum}`)).join()} from (${query}) counted
  ) sides group by (${keys.join()}) having ${sums.map((sum) => `sum(${sum}) <> 0`).join(' or ')}`;

export async function listTallies(db: Db): Promise<Tally[]> {
  return (await sql.raw<Tally>(TALLIES).execute(db)).rows;
}

/** The sums that are not those of counting from scratch, by tally; empty if all are. */
export async function findWrongTallies(db: Db, tallies: Tally[]): Promise<Record<string, unknown[]>> {
  const wrong: Record<string, unknown[]> = {};
  for (const tally of tallies) {
    const { rows } = await sql.raw(differences(tally)).execute(db);
    if (rows.length > 0) wrong[tally.name] = rows;
  }
  return wrong;
}
