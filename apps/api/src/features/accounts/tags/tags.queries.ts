import { tags, type Tag, type TagDetail, type TagInput } from '@pulso/contract/accounts/tags';
import { MAX_TAGS, type ShownTag } from '@pulso/contract/accounts/tags.labels';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { eraseDeletedParts } from '#db/stores/deleted-rows';
import { jsonArrayOf } from '#db/stores/json-list';
import { cappedCount } from '#db/stores/paged-list';
import { tableStore, type Store } from '#db/stores/store';
import { withUniqueName } from '#db/stores/unique-name';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';

type Tags = Store<Tag, TagInput, Partial<TagInput>>;

// The table's columns are the contract's fields.
export const tagStore: Tags = withUniqueName(
  tableStore('tags', Object.keys(tags.row.shape)) as unknown as Tags,
  'Ya hay una etiqueta con ese nombre',
);

/** Tags of a row of `users u`, by their names. */
export const tagsOfUser = jsonArrayOf(sql`
  select t.id, t.name, t.colour from user_tags k join tags t on t.id = k.tag_id where k.user_id = u.id
  order by fold(t.name)`);

/** More users are not counted: whoever deletes a tag of theirs knows that they are many. */
const MAX_COUNTED_USERS = 10_000;

/** A tag with how many have it. */
export async function findTag({ db, actor }: Read, id: number): Promise<TagDetail | undefined> {
  const tag = await tagStore.find(db, id);
  if (!tag) return undefined;
  const having = sql`from user_tags k join users u on u.id = k.user_id where k.tag_id = ${id} and ${visibleUsers(actor)}`;
  const { rows } = await sql<{ total: number; more: boolean }>`${cappedCount(having, MAX_COUNTED_USERS)}`.execute(db);
  const { total, more } = rows[0]!;
  return { ...tag, users: total, more };
}

/** Locks tags against deletion; one that is not there is refused. */
export async function lockTags(db: Db, ids: readonly number[], field: string): Promise<void> {
  const { rows } = await sql`select from tags where id = any(${ids}::int[]) order by id for key share`.execute(db);
  if (rows.length < ids.length) throw new Refusal({ [field]: 'Esa etiqueta ya no existe' });
}

/** Gives a user these tags and no others. Undefined when there is no such user. */
export async function setTags(
  { db, actor }: Write,
  userId: number,
  ids: readonly number[],
): Promise<ShownTag[] | undefined> {
  const { rows } = await sql`
    select from users u where u.id = ${userId} and ${visibleUsers(actor)} for no key update`.execute(db);
  if (rows.length === 0) return undefined;
  await lockTags(db, ids, 'tag_ids');
  await sql`delete from user_tags where user_id = ${userId} and not tag_id = any(${ids}::int[])`.execute(db);
  await addTags(db, sql`select ${userId}::int, unnest(${ids}::int[])`);
  const { rows: found } = await sql<{ tags: ShownTag[] }>`
    select ${tagsOfUser} as tags from users u where u.id = ${userId}`.execute(db);
  return found[0]!.tags;
}

/** Adds the rows of a query of users and tags; who has a tag already keeps it. */
async function addTags(db: Db, pairs: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into user_tags (user_id, tag_id) ${pairs} on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** Adds a tag to many, but to nobody who has as many as he may. */
export async function addTagToMany({ db }: Write, ids: readonly number[], tagId: number) {
  const full = sql`(select count(*) from user_tags k where k.user_id = id) >= ${sql.lit(MAX_TAGS)}`;
  const without = sql`
    unnest(${ids}::int[]) id where not exists (select from user_tags k where k.user_id = id and k.tag_id = ${tagId})`;
  const { rows } = await sql<{ full: number }>`select count(*)::int as full from ${without} and ${full}`.execute(db);
  const changed = await addTags(db, sql`select id, ${tagId}::int from ${without} and not ${full}`);
  return { changed, full: rows[0]!.full };
}

export async function removeTagFromMany({ db }: Write, ids: readonly number[], tagId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from user_tags where tag_id = ${tagId} and user_id = any(${ids}::int[])`.execute(db);
  return Number(numAffectedRows);
}

/** A person's tags, also of tags that were deleted and may come back. */
export async function eraseTags({ db }: Write, userId: number): Promise<void> {
  await sql`delete from user_tags where user_id = ${userId}`.execute(db);
  await eraseDeletedParts(db, 'tags', 'user_tags', { user_id: userId });
}

/** The tags of these names, some of them new: `created` has their ids. */
export async function findOrCreateTags(
  { db }: Write,
  names: readonly string[],
): Promise<{ idByName: Map<string, number>; created: number[] }> {
  const { rows: added } = await sql<{ id: number }>`
    insert into tags (name, colour)
    select distinct on (fold(wanted)) wanted, 'grey' from unnest(${names}::text[]) wanted
    where not exists (select from tags t where fold(t.name) = fold(wanted)) order by fold(wanted)
    on conflict (fold(name)) do nothing returning id`.execute(db);
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted as name, t.id from unnest(${names}::text[]) wanted join tags t on fold(t.name) = fold(wanted)
    order by t.id for key share of t`.execute(db);
  return { idByName: new Map(rows.map(({ name, id }) => [name, id])), created: added.map(({ id }) => id) };
}

export type TagPair = { user_id: number; tag_id: number };

export async function addTagPairs({ db }: Write, pairs: readonly TagPair[]): Promise<void> {
  if (pairs.length === 0) return;
  await addTags(
    db,
    sql`select user_id, tag_id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (user_id int, tag_id int)`,
  );
}

/** Takes away tags that nobody has, no saved filter names, and nobody has changed. */
export async function removeUnusedTags({ db }: Write, ids: readonly number[]): Promise<void> {
  await sql`
    delete from tags t where t.id = any(${ids}::int[]) and t.version = 1
      and not exists (select from user_tags k where k.tag_id = t.id)
      and not exists (select from segments s where s.query -> 'tag' = to_jsonb(t.id))`.execute(db);
}
