import { IMPORT_PIECE, type ImportSummary } from '@pulso/contract/desk/imports';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Write } from '#db/writes/write';
import { addTagPairs, findOrCreateTags } from '#features/accounts/tags/tags.queries';
import { findTakenUsernames, insertClients, type NewClientRow } from '#features/accounts/users/many-clients.queries';
import { insertImportedDebts } from '#features/billing/debts/debts.queries';
import {
  importedStart,
  insertImportedPeriods,
  listPlanTerms,
} from '#features/billing/subscriptions/imported-periods.queries';
import { ALREADY_UNDONE, findImport, lockImport } from '#features/desk/imports/imports.queries';
import { judgePiece, type RowToJudge } from '#features/desk/imports/judge-import.queries';
import type { NewClient } from '#features/desk/imports/judge-rows.rules';
import { usernameOf } from '#features/desk/imports/read-cells.rules';

/** So many numbers are looked up at once for a name that is taken. */
const CANDIDATES = 8;

/** A username for each client who has none: made of the name, with the first number that nobody has. */
async function nameClients(db: Db, clients: readonly NewClient[]): Promise<string[]> {
  const used = new Set(clients.flatMap(({ username }) => username?.toLowerCase() ?? []));
  const names = clients.map(({ username }) => username);
  const numbered = (base: string, number: number) => (number === 1 ? base : `${base}${number}`);
  let open = clients.flatMap(({ username, name }, place) =>
    username === undefined ? [{ place, base: usernameOf(name) }] : [],
  );
  for (let from = 1; open.length > 0; from += CANDIDATES) {
    const candidatesOf = (base: string) => Array.from({ length: CANDIDATES }, (_, at) => numbered(base, from + at));
    const bases = new Set(open.map(({ base }) => base));
    const taken = await findTakenUsernames(db, [...bases].flatMap(candidatesOf));
    open = open.filter(({ place, base }) => {
      const free = candidatesOf(base).find((name) => !taken.has(name) && !used.has(name));
      if (free === undefined) return true;
      used.add(free);
      names[place] = free;
      return false;
    });
  }
  return names as string[];
}

type ReadyRow = { row: number; client: NewClient };

/** Writes clients with all that a file said of them; set by set, so that five hundred take as few statements as one. */
async function writeClients(write: Write, ready: readonly ReadyRow[]) {
  const { db, actor } = write;
  const durations = new Map((await listPlanTerms(db, true)).map(({ id, duration }) => [id, duration]));
  const usernames = await nameClients(
    db,
    ready.map(({ client }) => client),
  );
  const found = ready.map(({ row, client: { plan_id, suscription_end, debt, tags, ...client } }, at) => {
    const duration = plan_id === null ? undefined : durations.get(plan_id);
    const starts =
      duration === undefined || suscription_end === null ? null : importedStart(suscription_end, duration, actor.today);
    const user: NewClientRow = {
      ...client,
      username: usernames[at]!,
      suscriptionId: starts === null ? null : plan_id,
      suscription_init: starts,
      suscription_end: starts === null ? null : suscription_end,
    };
    return { row, user, debt, tags };
  });
  const idByUsername = await insertClients(
    write,
    found.map(({ user }) => user),
  );
  const added = found.flatMap((one) => {
    const user_id = idByUsername.get(one.user.username);
    return user_id === undefined ? [] : [{ ...one, user_id }];
  });
  await insertImportedPeriods(
    write,
    added.flatMap(({ user_id, user: { suscriptionId, suscription_init, suscription_end } }) =>
      suscriptionId === null || suscription_init === null || suscription_end === null
        ? []
        : [{ user_id, plan_id: suscriptionId, start_date: suscription_init, end_date: suscription_end }],
    ),
  );
  await insertImportedDebts(
    write,
    added.flatMap(({ user_id, debt }) => (debt === null ? [] : [{ user_id, amount: debt }])),
  );
  const { idByName, created } = await findOrCreateTags(write, [...new Set(added.flatMap(({ tags }) => tags))]);
  await addTagPairs(
    write,
    added.flatMap(({ user_id, tags }) => tags.map((tag) => ({ user_id, tag_id: idByName.get(tag)! }))),
  );
  return { added: added.map(({ row, user_id }) => ({ row, user_id })), createdTags: created };
}

const nowThereAre = (count: number) => (count === 1 ? 'Ahora hay 1 fila lista' : `Ahora hay ${count} filas listas`);

/**
 * Imports the next piece of the rows that are ready, in their order; again until none is left. Undefined when there is no such
 * import.
 */
export async function runImport(write: Write, id: number, shown: number): Promise<ImportSummary | undefined> {
  const { db } = write;
  const head = await lockImport(write, id);
  if (!head) return undefined;
  if (head.undone) throw new Refusal(ALREADY_UNDONE);
  const { rows: counted } = await sql<{ ready: number }>`
    select count(*)::int as ready from import_rows where import_id = ${id} and state = 'ready'`.execute(db);
  const { ready } = counted[0]!;
  if (ready !== shown) throw staleValue(`${nowThereAre(ready)}, no ${shown}. Revisa y confirma otra vez.`);
  if (ready === 0) throw new Refusal('No hay filas listas para importar');
  const { rows } = await sql<RowToJudge>`
    select row, cells, typed, include from import_rows where import_id = ${id} and state = 'ready'
    order by row limit ${IMPORT_PIECE}`.execute(db);
  const judged = await judgePiece(write, head, rows);
  const { added, createdTags } = await writeClients(
    write,
    judged.flatMap(({ row, client }) => (client ? [{ row, client }] : [])),
  );
  await sql`
    update import_rows r set state = 'imported', problems = '[]', user_id = a.user_id
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as a (row int, user_id int)
    where r.import_id = ${id} and r.row = a.row`.execute(db);
  await sql`
    update imports set created_tags = created_tags || ${createdTags}::int[] where id = ${id}`.execute(db);
  await sql`
    insert into import_mappings (headings_hash, mapping) select headings_hash, mapping from imports where id = ${id}
    on conflict (headings_hash) do update set mapping = excluded.mapping, used_at = now()`.execute(db);
  await recordEvent(write, {
    entity: 'import',
    entityId: id,
    action: 'run',
    data: { file: head.file, rows: added.length },
  });
  return findImport(write, id);
}
