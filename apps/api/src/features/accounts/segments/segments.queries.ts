import type { Segment, SegmentInput } from '@pulso/contract/accounts/segments';
import { userQuestion, type UserQuestion } from '@pulso/contract/accounts/users.questions';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { insertRow, updateRow } from '#db/stores/rows';
import { removalMethods, type Store } from '#db/stores/store';
import { withUniqueName } from '#db/stores/unique-name';
import type { Read } from '#db/writes/write';

/** A question names a tag, a plan or a trainer that is gone. */
const namesGone = (query: RawBuilder<unknown>) => sql<boolean>`(
  (${query} ? 'tag' and not exists (select from tags where id = (${query} ->> 'tag')::int))
  or (${query} ? 'trainer' and not exists (
    select from users where id = (${query} ->> 'trainer')::int and role = 'TRAINER' and deleted_at is null))
  or (${query} ? 'plan' and not exists (select from plans where id = (${query} ->> 'plan')::int)))`;

/** The same of a question that is asked now; undefined where it names nothing that could be gone. */
export function goneIn({
  tag,
  plan,
  trainer,
}: Pick<UserQuestion, 'tag' | 'plan' | 'trainer'>): RawBuilder<boolean> | undefined {
  const names = JSON.stringify({ tag, plan, trainer });
  return names === '{}' ? undefined : namesGone(sql`${names}::jsonb`);
}

const segmentColumns = sql`s.id, s.name, s.query, s.version, s.created_at, ${namesGone(sql`s.query`)} as gone`;

/** A question that this version of Pulso cannot read finds nobody either. */
const readSegment = (row: Segment): Segment => ({
  ...row,
  gone: row.gone || !userQuestion.safeParse(row.query).success,
});

async function findSegment(db: Db, id: number): Promise<Segment | undefined> {
  const { rows } = await sql<Segment>`select ${segmentColumns} from segments s where s.id = ${id}`.execute(db);
  return rows[0] && readSegment(rows[0]);
}

type Segments = Store<Segment, SegmentInput, Partial<SegmentInput>>;

const baseStore: Segments = {
  tables: ['segments', 'tags', 'plans'],
  list: async (db) => {
    const { rows } = await sql<Segment>`select ${segmentColumns} from segments s order by s.id`.execute(db);
    return rows.map(readSegment);
  },
  find: findSegment,
  create: async (write, values) => {
    const { id } = await insertRow(write, 'segments', values);
    return (await findSegment(write.db, id))!;
  },
  change: async (write, id, values, version) => {
    const changed = await updateRow(write, 'segments', { id, version }, values);
    return changed && findSegment(write.db, id);
  },
  ...removalMethods('segments', findSegment),
};

export const segmentStore = withUniqueName(baseStore, 'Ya hay un filtro guardado con ese nombre');

/** The question of a saved filter; undefined if there is none, or it names what is gone: then it finds nobody. */
export async function findQuestion({ db }: Pick<Read, 'db'>, id: number): Promise<UserQuestion | undefined> {
  const segment = await findSegment(db, id);
  return segment && !segment.gone ? segment.query : undefined;
}
