import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** The tables of changes that add up, each with the columns that do; the other columns are what is counted apart. */
const SUMMED_COLUMNS = {
  user_tally: ['change'],
  payment_days: ['rows', 'amount'],
  debt_tally: ['clients', 'owed'],
  promise_tally: ['clients'],
} as const;

async function compactTally(db: Db, tally: keyof typeof SUMMED_COLUMNS): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${tally}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  );
  const isSum = (name: string) => (SUMMED_COLUMNS[tally] as readonly string[]).includes(name);
  const columns = rows.map(({ name }) => name);
  const values = columns.map((name) => (isSum(name) ? sql`sum(${sql.ref(name)})` : sql.ref(name)));
  const keys = columns.filter((name) => !isSum(name)).map((name) => sql.ref(name));
  const counts = SUMMED_COLUMNS[tally].map((name) => sql`sum(${sql.ref(name)}) <> 0`);
  // One statement, so that readers see no state in between.
  await sql`
    with past as (delete from ${sql.table(tally)} returning *)
    insert into ${sql.table(tally)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from past group by ${keys.length > 0 ? sql.join(keys) : sql`()`}
    having ${sql.join(counts, sql` or `)}`.execute(db);
}

/** Sums the past changes of every tally into one row for each of what is counted apart. */
export async function compactTallies(db: Db): Promise<void> {
  for (const tally of Object.keys(SUMMED_COLUMNS) as (keyof typeof SUMMED_COLUMNS)[]) await compactTally(db, tally);
}
