import { addDays, type DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

/** One that went to the people of a tag three days ago, and one that waits for its hour. */
export async function writeNotifications(db: Db, today: DateText): Promise<void> {
  const at = (days: number, clock: string) => `${addDays(today, days)}T${clock}:00-03:00`;
  const sentAt = at(-3, '18:00');
  await sql`
    with sent as (
      insert into notifications (title, body, created_at, audience, started_at, asked_at, users)
      select 'Torneo de primavera', 'El sábado a las 10, en la cancha del fondo. Trae agua y gorra.', ${sentAt}::timestamptz,
        jsonb_build_object('segment_id', s.id, 'name', s.name), ${sentAt}::timestamptz, ${sentAt}::timestamptz,
        (select count(*) from user_tags where tag_id = (s.query ->> 'tag')::int)
      from segments s where s.name = 'Los del torneo' returning id, audience
    )
    insert into notification_recipients (notification_id, user_id, sent_at)
    select sent.id, k.user_id, ${sentAt}::timestamptz
    from sent join segments s on s.id = (sent.audience ->> 'segment_id')::int
      join user_tags k on k.tag_id = (s.query ->> 'tag')::int`.execute(db);
  await sql`
    insert into notifications (title, body, audience, send_at)
    select 'Tu semana VIP', 'Tu plan vence en estos días: renueva antes del viernes y conserva tu horario.',
      jsonb_build_object('segment_id', s.id, 'name', s.name), ${at(3, '10:00')}::timestamptz
    from segments s where s.name = 'VIP que vencen esta semana'`.execute(db);
}
