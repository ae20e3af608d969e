import { futureMonthProblem, type IpcInput, type IpcValue } from '@pulso/contract/billing/ipc';
import { firstDayOf, formatMonth, type MonthText } from '@pulso/contract/kit/months';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import type { Read, Write } from '#db/writes/write';

/** The stored values, the oldest first. */
export async function listIpc({ db }: Pick<Read, 'db'>): Promise<IpcValue[]> {
  const { rows } = await sql<IpcValue>`
    select to_char(month, 'YYYY-MM') as month, percent, source from ipc order by ipc.month`.execute(db);
  return rows;
}

const refuseFutureMonths = ({ values }: IpcInput, today: string) => {
  const problems = values.flatMap(({ month }, index) => {
    const problem = futureMonthProblem(month, today);
    return problem ? [[`values.${index}.month`, problem]] : [];
  });
  if (problems.length > 0) throw new Refusal(Object.fromEntries(problems) as Record<string, string>);
};

/** Refuses a value that is meant to replace another than the stored one; a typed one is replaced only by who names it. */
function checkShown({ values }: IpcInput, stored: ReadonlyMap<MonthText, IpcValue>) {
  for (const { month, percent, before, source } of values) {
    const present = stored.get(month);
    const isKept = present?.source === 'typed' && source === 'series' && present.percent !== percent;
    if ((before === undefined && isKept) || (before !== undefined && before !== (present?.percent ?? null)))
      throw staleValue(
        `El IPC de ${formatMonth(month)} es ahora ${present ? `${formatPercent(present.percent)} %` : 'ninguno'}. Revisa y confirma otra vez.`,
      );
  }
}

const formatPercent = (percent: number) => String(percent).replace('.', ',');

const lockValues = (db: Db) => sql`lock table ipc in share row exclusive mode`.execute(db);

/** Stores what was sent and answers all values; one without a percent is taken away. */
export async function saveIpc(write: Write, input: IpcInput): Promise<IpcValue[]> {
  const { db, actor } = write;
  refuseFutureMonths(input, actor.today);
  await lockValues(db);
  const stored = new Map((await listIpc(write)).map((value) => [value.month, value]));
  checkShown(input, stored);
  const changes: Record<string, [unknown, unknown]> = {};
  for (const { month, percent, source = 'typed' } of input.values) {
    const present = stored.get(month);
    if ((present?.percent ?? null) === percent) continue;
    changes[month] = [present?.percent ?? null, percent];
    if (percent === null) await sql`delete from ipc where month = ${firstDayOf(month)}::date`.execute(db);
    else
      await sql`
        insert into ipc (month, percent, source) values (${firstDayOf(month)}::date, ${percent}, ${source})
        on conflict (month) do update set percent = excluded.percent, source = excluded.source, updated_at = now()`.execute(
        db,
      );
  }
  if (Object.keys(changes).length > 0) await recordEvent(write, { entity: 'ipc', action: 'change', changes });
  return listIpc(write);
}
