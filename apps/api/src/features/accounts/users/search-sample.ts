import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { scopeOf } from '#db/writes/visible-users';
import type { Requester } from '#db/writes/write';
import type { SearchSample } from '#features/accounts/users/user-search';

const REFRESH_MS = 300_000;

/** The sample that PostgreSQL keeps for its planner: about a thousand texts, spread evenly, renewed by its own ANALYZE. */
export async function readSearchSample(db: Db): Promise<SearchSample | undefined> {
  const { rows } = await sql<SearchSample>`
    select s.histogram_bounds::text::text[] as texts, c.reltuples as users
    from pg_stats s join pg_class c on c.oid = 'users'::regclass
    where s.schemaname = 'public' and s.tablename = 'users' and s.attname = 'search'
      and s.histogram_bounds is not null`.execute(db);
  return rows[0];
}

/** The last sample read; an old one is renewed beside the searches, which never wait for it. */
export function openSearchSample(db: Db, now: () => Date) {
  let sample: SearchSample | undefined;
  let dueAt = 0;
  return (actor: Requester) => {
    // The sample is of everybody: it says nothing of the few whom somebody may know of.
    if (scopeOf(actor) !== 'all') return undefined;
    if (now().getTime() >= dueAt) {
      dueAt = now().getTime() + REFRESH_MS;
      void readSearchSample(db).then(
        (read) => {
          sample = read;
        },
        () => undefined,
      );
    }
    return sample;
  };
}
