import type { TagColour } from '@pulso/contract/accounts/tags.labels';
import type { UserQuestion } from '@pulso/contract/accounts/users.questions';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** Each on every so many clients, beginning with one of them. */
const tags: { name: string; colour: TagColour; every: number; from: number }[] = [
  { name: 'Mañana', colour: 'yellow', every: 3, from: 0 },
  { name: 'Noche', colour: 'blue', every: 3, from: 1 },
  { name: 'VIP', colour: 'purple', every: 7, from: 2 },
  { name: 'Lesión', colour: 'red', every: 11, from: 4 },
  { name: 'Torneo de primavera', colour: 'green', every: 5, from: 3 },
];

const savedQuestions: { name: string; tag?: string; query: UserQuestion }[] = [
  { name: 'VIP que vencen esta semana', tag: 'VIP', query: { state: 'due_soon' } },
  { name: 'Los del torneo', tag: 'Torneo de primavera', query: {} },
  { name: 'Con deuda', query: { owes: true } },
  { name: 'Sin pagar hace 45 días', query: { status: 'active', unpaid_days: 45 } },
];

/** Tags on some of the clients, and filters that somebody saved. */
export async function writeSegments(db: Db): Promise<void> {
  for (const { name, colour, every, from } of tags)
    await sql`
      with tag as (insert into tags (name, colour) values (${name}, ${colour}) returning id),
      clients as (
        select id, row_number() over (order by id) as place from users where role = 'CLIENT' and deleted_at is null)
      insert into user_tags (user_id, tag_id) select clients.id, tag.id from clients, tag where place % ${every}::int = ${from}::int`.execute(
      db,
    );
  for (const { name, tag, query } of savedQuestions)
    await sql`
      insert into segments (name, query)
      select ${name}, ${JSON.stringify(query)}::jsonb || coalesce(
        (select jsonb_build_object('tag', id) from tags where name = ${tag ?? ''}), '{}')`.execute(db);
}
