import type { UserListQuery } from '@pulso/contract/accounts/users';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { scopeOf } from '#db/writes/visible-users';
import type { Asker } from '#db/writes/write';

/** The sort key and the id of a row, as `(key, id)` compares them. */
type Anchor = { key: string | null; id: number };
type Anchors = { every: Anchor[]; madeAt: number };

const STEP = 1_000;
/** Up to this offset, skipping rows is as quick as finding an anchor. */
const MIN_OFFSET = 5 * STEP;
const MAX_AGE_MS = 60_000;
/** Anchors are renewed sooner than they are dropped, so that a user who pages on does not wait. */
const RENEW_MS = 30_000;
const MAX_KEPT = 50;

/** A list in its order: the expressions of its sort, and what selects its rows. */
type OrderedList = {
  key: RawBuilder<unknown>;
  order: 'asc' | 'desc';
  inOrder: RawBuilder<unknown>;
  source: RawBuilder<unknown>;
};

/** Start of a page: a number of rows after an anchor or after the first row, or counted from the end. */
type PageStart = { after?: RawBuilder<unknown>; skip: number } | 'near the end';

type Asked = { query: UserListQuery; actor: Asker };

export type FindStart = (asked: Asked, offset: number, list: OrderedList) => PageStart;

/**
 * Every thousandth row of long lists, so that a page in the middle of a million begins near its rows instead of counting up
 * to them. They are up to a minute old: meanwhile such a page may be off by as many rows as came or went before it.
 */
export function openPageAnchors(db: Db, now: () => Date): FindStart {
  const kept = new Map<string, Anchors>();
  const making = new Set<string>();

  const make = async (name: string, { key, inOrder, source }: OrderedList) => {
    making.add(name);
    const { rows: every } = await sql<Anchor>`
      select key::text, id from (
        select ${key} as key, u.id, row_number() over (order by ${inOrder}) as place ${source}
      ) placed where place % ${sql.lit(STEP)} = 1 order by place`.execute(db);
    kept.delete(name);
    // The oldest goes first: a map keeps the order of its entries.
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    kept.set(name, { every, madeAt: now().getTime() });
  };
  const ageOf = (name: string) => now().getTime() - (kept.get(name)?.madeAt ?? 0);

  return ({ query, actor }, offset, list) => {
    if (offset < MIN_OFFSET) return { skip: offset };
    // The key holds the whole query except the page, so that filters added later are part of it too.
    const name = JSON.stringify({ ...query, page: undefined, limit: undefined, scope: scopeOf(actor) });
    // Anchors are made in the background: requests never wait for them.
    if (ageOf(name) > RENEW_MS && !making.has(name))
      void make(name, list)
        .catch(() => undefined)
        .finally(() => making.delete(name));
    const every = ageOf(name) > MAX_AGE_MS ? [] : (kept.get(name)?.every ?? []);
    const place = Math.floor(offset / STEP);
    const anchor = every[place];
    if (every.length > 0 && place >= every.length - 1) return 'near the end';
    // Nulls do not compare.
    if (!anchor || anchor.key === null) return { skip: offset };
    const compare = list.order === 'asc' ? sql`>=` : sql`<=`;
    return { after: sql`(${list.key}, u.id) ${compare} (${anchor.key}, ${anchor.id})`, skip: offset - place * STEP };
  };
}
