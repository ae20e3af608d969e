import { IMPORT_PIECE, type ImportSummary } from '@pulso/contract/desk/imports';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Write } from '#db/writes/write';
import { removeUnusedTags } from '#features/accounts/tags/tags.queries';
import { lockClients, removeClients } from '#features/accounts/users/many-clients.queries';
import { removeAccountsOf } from '#features/billing/collections/contacts.queries';
import { removeDebtsOf } from '#features/billing/debts/debts.queries';
import { removePeriodsOf } from '#features/billing/subscriptions/imported-periods.queries';
import { findImport, lockImport } from '#features/desk/imports/imports.queries';

type ImportedRow = { row: number; user_id: number };
type Touch = { user_id: number; entity: string; action: string; at: string; by: string | null };

/** What happened last to each of these clients since they were imported. */
async function findTouches({ db }: Write, id: number, userIds: readonly number[]): Promise<Map<number, Touch>> {
  const { rows } = await sql<Touch>`
    select u.id as user_id, e.entity, e.action, iso(e.at) as at, coalesce(a.name, e.data ->> 'by') as by
    from unnest(${userIds}::int[]) u (id)
      cross join lateral (
        select * from events e where e.user_id = u.id
          and e.act not in (select run.act from events run where run.entity = 'import' and run.entity_id = ${id} and run.action = 'run')
        order by e.id desc limit 1
      ) e
      left join users a on a.id = e.actor_id`.execute(db);
  return new Map(rows.map((touch) => [touch.user_id, touch]));
}

/**
 * Takes back the next piece of what was imported and nobody has touched since, and notes of the rest what touched it; again until
 * nothing is left. Undefined when there is no such import.
 */
export async function undoImport(write: Write, id: number): Promise<ImportSummary | undefined> {
  const { db } = write;
  const head = await lockImport(write, id);
  if (!head) return undefined;
  const { rows } = await sql<ImportedRow>`
    select row, user_id from import_rows where import_id = ${id} and state = 'imported' and user_id is not null
    order by row limit ${IMPORT_PIECE}`.execute(db);
  if (rows.length === 0) throw new Refusal('No queda nada por deshacer de esta importación');
  const ids = rows.map(({ user_id }) => user_id);
  await lockClients(write, ids);
  const touches = await findTouches(write, id, ids);
  const going = ids.filter((one) => !touches.has(one));
  await sql`
    update import_rows r set state = case when t.user_id is null then 'undone' else 'kept' end, touched = to_jsonb(t)
    from unnest(${ids}::int[]) u (id)
      left join jsonb_to_recordset(${JSON.stringify([...touches.values()])}::jsonb)
        as t (user_id int, entity text, action text, at text, by text) on t.user_id = u.id
    where r.import_id = ${id} and r.user_id = u.id`.execute(db);
  await removeDebtsOf(write, going);
  await removeAccountsOf(write, going);
  await removePeriodsOf(write, going);
  await removeClients(write, going);
  const { rows: tags } = await sql<{ created_tags: number[] }>`
    update imports set undone = true where id = ${id} returning created_tags`.execute(db);
  await removeUnusedTags(write, tags[0]!.created_tags);
  await recordEvent(write, {
    entity: 'import',
    entityId: id,
    action: 'undo',
    data: { file: head.file, rows: going.length, kept: touches.size },
  });
  return findImport(write, id);
}
