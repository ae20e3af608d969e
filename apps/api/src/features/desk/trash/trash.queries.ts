import { ALREADY_RESTORED, type TrashQuery, type TrashRow } from '@pulso/contract/desk/trash';
import { sql } from 'kysely';
import { isRestorable, restoreWithParts } from '#db/stores/deleted-rows';
import type { Table } from '#db/stores/rows';
import { restorableTables } from '#db/stores/tables';
import { Refusal } from '#db/writes/refusal';
import type { Read, Write } from '#db/writes/write';
import { restoreUser } from '#features/accounts/users/users.queries';
import { templateStore } from '#features/billing/collections/message-templates.queries';

const PAGE_SIZE = 50;

const THINGS = sql`(values ${sql.join(
  Object.entries(restorableTables).map(([entity, table]) => sql`(${sql.lit(entity)}, ${sql.lit(table)})`),
)}) as thing (entity, table_name)`;

/** Deletions of the last days that nobody has undone, newest first. */
export async function listTrash({ db }: Read, { before, limit = PAGE_SIZE }: TrashQuery) {
  const { rows } = await sql<TrashRow>`
    select e.id, e.at, e.entity, e.entity_id, coalesce(person.name, e.data ->> 'name', '') as name,
      case when actor.id is not null then json_build_object('id', actor.id, 'name', actor.name) end as actor
    from deleted_rows join ${THINGS} using (table_name)
      cross join lateral (
        select * from events e
        where e.entity = thing.entity and e.entity_id = row_id and e.act = deleted_rows.act and e.action = 'removed'
        order by e.id desc limit 1
      ) e
      left join users actor on actor.id = e.actor_id
      left join users person on e.entity = 'user' and person.id = e.entity_id
    where ${isRestorable} and e.id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by e.id desc limit ${limit + 1}`.execute(db);
  return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.id : null };
}

type Deletion = {
  entity: keyof typeof restorableTables;
  entity_id: number;
  name: string;
  /** Its content can still be restored. */
  is_kept: boolean;
  /** It was restored since. */
  is_here: boolean;
};
type AroundRestore = (write: Write, table: Table, id: number, restore: () => Promise<boolean>) => Promise<boolean>;

/** Brings back what an event deleted; undefined where there is no such event, or no longer anything to bring back. */
export async function restoreDeletion(write: Write, eventId: number, aroundRestore: AroundRestore) {
  const { db } = write;
  const { rows } = await sql<Deletion>`
    select e.entity, e.entity_id, coalesce(person.name, e.data ->> 'name', '') as name,
      exists (select from deleted_rows where deleted_rows.table_name = thing.table_name and row_id = e.entity_id and act = e.act
        and ${isRestorable}) as is_kept,
      exists (select from events back where back.entity = e.entity and back.entity_id = e.entity_id
        and back.action = 'restored' and back.id > e.id) as is_here
    from events e join ${THINGS} using (entity) left join users person on e.entity = 'user' and person.id = e.entity_id
    where e.id = ${eventId} and e.action = 'removed'`.execute(db);
  const [deletion] = rows;
  if (!deletion) return undefined;
  const { entity, entity_id: id, name } = deletion;
  const table = restorableTables[entity];
  const restore = async (): Promise<boolean> => {
    if (entity === 'user') return (await restoreUser(write, id)) !== undefined;
    if (entity === 'template') return templateStore.restore(write, id);
    return restoreWithParts(db, table, id);
  };
  if (deletion.is_kept && (await aroundRestore(write, table, id, restore))) return { entity, entity_id: id, name };
  // Somebody else may have been quicker by a moment.
  if (deletion.is_kept || deletion.is_here) throw new Refusal(ALREADY_RESTORED);
  return undefined;
}
