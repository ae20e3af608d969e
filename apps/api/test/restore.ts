import { sql } from 'kysely';
import { clearDeletions } from '#files/clear-deletions';
import { diskStore } from '#files/disk-store';
import { openUploads } from '#files/uploads';
import type { TestApp } from '#test/test-app';

export const restore = (app: TestApp, path: string, id: unknown) =>
  app.send('POST', `/api${path}/${String(id)}/restore`, { token: app.token });

/** Ends the days for restoring, and clears away the rows and pictures kept for it. */
export async function endRestoreDays({ db, folder }: TestApp, store = diskStore(folder)) {
  await sql`update deleted_rows set deleted_at = deleted_at - interval '30 days'`.execute(db);
  await clearDeletions(db, openUploads(store));
}
