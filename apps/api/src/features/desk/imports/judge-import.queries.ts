import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportMapping, ImportProblem, ImportRowState, ImportRule } from '@pulso/contract/desk/imports';
import { displayName } from '@pulso/contract/kit/labels';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Write } from '#db/writes/write';
import { findSameClients, findTakenUsernames } from '#features/accounts/users/many-clients.queries';
import { listPlanTerms } from '#features/billing/subscriptions/imported-periods.queries';
import { openJudge, type NewClient, type StoredRow } from '#features/desk/imports/judge-rows.rules';
import { foldText } from '#features/desk/imports/read-cells.rules';

const ROWS_AT_ONCE = 500;

export type ImportHead = { id: number; mapping: ImportMapping; rules: ImportRule[]; undone: boolean; file: string };
export type RowToJudge = StoredRow & { include: boolean };
export type JudgedRow = {
  row: number;
  state: Extract<ImportRowState, 'ready' | 'wrong' | 'existing'>;
  problems: ImportProblem[];
  same_as: number | null;
  client?: NewClient;
};

const TAKEN_USERNAME = 'El nombre de usuario ya está en uso';

/** People and user names of earlier rows of the file, with the row of each: a later one may not be the same. */
type Seen = { people: Map<string, number>; usernames: Map<string, number> };

/** Judges rows by the form's rules, by what the database has and by the rows before them. */
async function judgeRows(
  db: Db,
  rows: readonly RowToJudge[],
  judge: ReturnType<typeof openJudge>,
  seen: Seen,
): Promise<JudgedRow[]> {
  const judged = rows.map((row) => ({ ...judge(row), include: row.include }));
  const good = judged.flatMap(({ client, row }) => (client ? [{ client, row }] : []));
  const same = await findSameClients(
    db,
    good.map(({ client: { name, phone } }) => ({ name, phone })),
  );
  const sameByRow = new Map([...same].map(([place, id]) => [good[place]!.row, id]));
  const taken = await findTakenUsernames(
    db,
    good.flatMap(({ client: { username } }) => username ?? []),
  );
  return judged.map(({ row, problems, client, include }): JudgedRow => {
    if (!client) return { row, state: 'wrong', problems, same_as: null };
    const { name, phone, username } = client;
    const same_as = sameByRow.get(row) ?? null;
    const note = (code: ImportProblem['code'], message: string): ImportProblem[] => [
      { field: 'name', code, value: name, message },
    ];
    const person = `${phone} ${foldText(name)}`;
    const firstRow = seen.people.get(person);
    const notes =
      firstRow !== undefined
        ? note('repeated', `Repite la fila ${firstRow}`)
        : same_as !== null
          ? note('taken', `Ya existe ${displayName(name)} con ese teléfono`)
          : [];
    if (notes.length > 0 && !include) return { row, state: 'existing', problems: notes, same_as };
    if (username !== undefined) {
      const earlier = seen.usernames.get(username.toLowerCase());
      if (earlier !== undefined || taken.has(username)) {
        const message = earlier === undefined ? TAKEN_USERNAME : `El nombre de usuario es el de la fila ${earlier}`;
        return {
          row,
          state: 'wrong',
          problems: [{ field: 'username', code: 'taken', value: username, message }],
          same_as,
        };
      }
      seen.usernames.set(username.toLowerCase(), row);
    }
    seen.people.set(person, row);
    return { row, state: 'ready', problems: notes, same_as, client };
  });
}

async function storeJudgements(db: Db, id: number, judged: readonly JudgedRow[]): Promise<void> {
  const rows = judged.map(({ row, state, problems, same_as }) => ({ row, state, problems, same_as }));
  await sql`
    update import_rows r set state = j.state, problems = j.problems, same_as = j.same_as
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as j (row int, state text, problems jsonb, same_as int)
    where r.import_id = ${id} and r.row = j.row and (r.state, r.problems, r.same_as) is distinct from (j.state, j.problems, j.same_as)`.execute(
    db,
  );
}

async function openImportJudge({ db, actor }: Write, { mapping, rules }: ImportHead) {
  return openJudge({ mapping, rules, plans: await listPlanTerms(db), today: actor.today });
}

/** Judges every row that is not imported yet, and stores what it is. Other requests get their turn in between. */
export async function judgeImport(write: Write, head: ImportHead): Promise<void> {
  const { db } = write;
  const judge = await openImportJudge(write, head);
  const seen: Seen = { people: new Map(), usernames: new Map() };
  for (let after = 0; ;) {
    const { rows } = await sql<RowToJudge>`
      select row, cells, typed, include from import_rows
      where import_id = ${head.id} and row > ${after} and state in ('ready', 'wrong', 'existing')
      order by row limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    await storeJudgements(db, head.id, await judgeRows(db, rows, judge, seen));
    after = rows.at(-1)!.row;
    await nextTurn();
  }
}

/** Judges some rows again, right before they are written. */
export async function judgePiece(write: Write, head: ImportHead, rows: readonly RowToJudge[]): Promise<JudgedRow[]> {
  const judge = await openImportJudge(write, head);
  const judged = await judgeRows(write.db, rows, judge, { people: new Map(), usernames: new Map() });
  await storeJudgements(write.db, head.id, judged);
  return judged;
}
