import type { Notification, NotificationInput } from '@pulso/contract/notifications';
import { sql } from 'kysely';
import type { Db } from '#db/database';

/** Kept for all users of the app. */
export async function createNotification(db: Db, input: NotificationInput, adminId: number): Promise<Notification> {
  const { title, body, data } = input;
  const { rows } = await sql<Notification>`
    insert into notifications (title, body, data, created_by)
    values (${title}, ${body}, ${data === undefined ? null : JSON.stringify(data)}::jsonb, ${adminId})
    returning id, title, body, data, created_at`.execute(db);
  return rows[0]!;
}
