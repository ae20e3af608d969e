import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';

type Sql = RawBuilder<unknown>;

/** A list in its order, which is read page by page. */
export type PagedList = {
  from: Sql;
  conditions: Sql[];
  id: Sql;
  orderBy: Sql;
  /** Deep pages of a list ordered by a key and the id begin at an anchor; its name tells it from all others. */
  deep?: { name: string; key: Sql; isDescending: boolean; reversed: Sql };
};

const DEFAULT_LIMIT = 50;
/** Matches without a tally are counted no further: whoever finds more looks for something else. */
export const MAX_COUNTED_ROWS = 1_000;

export type PageWindow = { page: number; limit: number; offset: number };

export function windowOf({ page = 1, limit = DEFAULT_LIMIT }: { page?: number; limit?: number }): PageWindow {
  return { page, limit, offset: (page - 1) * limit };
}
export const isFirstWindow = ({ page, limit }: PageWindow) => page === 1 && limit === DEFAULT_LIMIT;

/** `from` and `where` of a list. */
export const sourceOf = ({ from, conditions }: PagedList, ...more: Sql[]) =>
  sql`${from} where ${sql.join([sql`true`, ...conditions, ...more], sql` and `)}`;

/** The columns `total` and `more`, which says that there are others beyond it. */
export const cappedCount = (source: Sql, most = MAX_COUNTED_ROWS) => sql`
  select least(count(*), ${sql.lit(most)})::int as total, count(*) > ${sql.lit(most)} as more
  from (select ${source} limit ${sql.lit(most + 1)}) first`;

/**
 * The ids of a page. They come first, by an index-only scan, so that the rows of earlier pages are not read. `total` is
 * needed for a page that is counted from the end.
 */
export function idsOfPage(list: PagedList, { offset, limit }: PageWindow, findStart?: FindStart, total = sql`0`): Sql {
  const start = findStart?.(list, offset) ?? { skip: offset };
  if (start !== 'near the end')
    return sql`
      select ${list.id} as id ${sourceOf(list, ...(start.after ? [start.after] : []))} order by ${list.orderBy}
      limit ${sql.lit(limit)} offset ${sql.lit(start.skip)}`;
  // The planner cannot see how few rows the counted limit leaves, so they are limited once more.
  return sql`
    select id from (
      select ${list.id} as id ${sourceOf(list)} order by ${list.deep?.reversed ?? list.orderBy}
      limit greatest(0, least(${limit}::int, ${total} - ${offset}::int))
      offset greatest(0, ${total} - ${offset}::int - ${limit}::int)
    ) last limit ${sql.lit(limit)}`;
}

/** The sort key and the id of a row, as `(key, id)` compares them. */
type Anchor = { key: string | null; id: number };
type AnchorList = { every: Anchor[]; madeAt: number };

const ANCHOR_STEP_ROWS = 1_000;
/** Up to this offset, skipping rows is as quick as finding an anchor. */
const MIN_OFFSET = 5 * ANCHOR_STEP_ROWS;
const MAX_AGE_MS = 60_000;
/** Anchors are renewed sooner than they are dropped, so that a user who pages on does not wait. */
const RENEWAL_AGE_MS = 30_000;
const MAX_CACHED_LISTS = 50;

/** Start of a page: a number of rows after an anchor or after the first row, or counted from the end. */
type PageStart = { after?: Sql; skip: number } | 'near the end';
export type FindStart = (list: PagedList, offset: number) => PageStart;

/**
 * Every thousandth row of long lists, so that a page in the middle of a million begins near its rows instead of counting up
 * to them. They are up to a minute old: meanwhile such a page may be off by as many rows as came or went before it.
 */
export function openPageAnchors(db: Db, now: () => Date): FindStart {
  const lists = new Map<string, AnchorList>();
  const pendingNames = new Set<string>();

  const make = async (list: PagedList, name: string, key: Sql) => {
    pendingNames.add(name);
    const { rows: every } = await sql<Anchor>`
      select key::text, id from (
        select ${key} as key, ${list.id} as id, row_number() over (order by ${list.orderBy}) as place ${sourceOf(list)}
      ) placed where place % ${sql.lit(ANCHOR_STEP_ROWS)} = 1 order by place`.execute(db);
    lists.delete(name);
    // The oldest goes first: a map has the order of its insertions.
    if (lists.size >= MAX_CACHED_LISTS) lists.delete(lists.keys().next().value ?? '');
    lists.set(name, { every, madeAt: now().getTime() });
  };
  const ageOf = (name: string) => now().getTime() - (lists.get(name)?.madeAt ?? 0);

  return (list, offset) => {
    if (!list.deep || offset < MIN_OFFSET) return { skip: offset };
    const { name, key, isDescending } = list.deep;
    // Anchors are made in the background: requests never wait for them.
    if (ageOf(name) > RENEWAL_AGE_MS && !pendingNames.has(name))
      void make(list, name, key)
        .catch(() => undefined)
        .finally(() => pendingNames.delete(name));
    const every = ageOf(name) > MAX_AGE_MS ? [] : (lists.get(name)?.every ?? []);
    const place = Math.floor(offset / ANCHOR_STEP_ROWS);
    const anchor = every[place];
    if (every.length > 0 && place >= every.length - 1) return 'near the end';
    // Nulls do not compare.
    if (!anchor || anchor.key === null) return { skip: offset };
    const compare = isDescending ? sql`<=` : sql`>=`;
    return {
      after: sql`(${key}, ${list.id}) ${compare} (${anchor.key}, ${anchor.id})`,
      skip: offset - place * ANCHOR_STEP_ROWS,
    };
  };
}
