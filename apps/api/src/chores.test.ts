import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { doChores } from '#chores';
import { sweepUploads } from '#files/sweep-uploads';
import { diskStore } from '#files/disk-store';
import { isPictureName } from '#files/picture-store';
import { openUploads } from '#files/uploads';
import { testApp } from '#test/test-app';

const LONG_AGO = new Date('2020-01-01');
const EXPIRED_KINDS = [
  'answers',
  'addresses',
  'deletions',
  'devices',
  'failures',
  'known devices',
  'pictures',
  'sessions',
];

/** An app with expired data of every kind; `left` lists the kinds that still exist. */
async function appWithExpiredData() {
  const app = await testApp();
  const { id } = await app.addUser();
  // Writes the installation's id into the folder.
  await sweepUploads(app.db, diskStore(app.folder));
  const picture = join(app.folder, 'a'.repeat(22));
  await mkdir(picture);
  await utimes(picture, LONG_AGO, LONG_AGO);
  const add = async (...statements: ReturnType<typeof sql>[]) => {
    for (const statement of statements) await statement.execute(app.db);
  };
  await add(
    sql`insert into sessions (id, user_id, address, expires_at)
      values (gen_random_uuid(), ${id}, 'x', ${LONG_AGO})`,
    sql`insert into known_addresses values (${id}, 'x', ${LONG_AGO})`,
    sql`insert into known_devices values (${id}, '\\x01', ${LONG_AGO})`,
    sql`insert into idempotent_answers (admin_id, route, key, request_hash, created_at)
      values (${id}, 'x', 'x', '\\x01', ${LONG_AGO})`,
    sql`insert into devices (user_id, provider, token, token_hash, platform, seen_at)
      values (${id}, 'fcm', 'x', '\\x01', 'android', ${LONG_AGO})`,
    sql`insert into deleted_rows (table_name, row_id, content, deleted_at) values ('levels', 1, '{}', ${LONG_AGO})`,
    // These rows take more than one batch.
    sql`insert into login_failures (key, failures, until)
      select int4send(n), 1, ${LONG_AGO} from generate_series(1, 25000) n`,
  );
  const left = async () => {
    const { rows } = await sql<{ kind: string }>`
      select 'sessions' as kind from sessions where expires_at < now()
      union select 'addresses' from known_addresses where user_id = ${id}
      union select 'known devices' from known_devices where user_id = ${id}
      union select 'answers' from idempotent_answers
      union select 'deletions' from deleted_rows
      union select 'devices' from devices
      union select 'failures' from login_failures where until < now()`.execute(app.db);
    const pictures = (await readdir(app.folder)).filter(isPictureName).map(() => 'pictures');
    return [...rows.map(({ kind }) => kind), ...pictures].sort();
  };
  const warnings: string[] = [];
  const runChores = () =>
    doChores({
      db: app.db,
      uploads: openUploads(diskStore(app.folder)),
      firstPassword: async () => undefined,
      warn: (line) => warnings.push(line),
    });
  return { app, left, runChores, warnings };
}

describe('the daily chores', () => {
  it('X3 clear everything away that nobody needs, however much there is of it', async () => {
    const { left, runChores, warnings } = await appWithExpiredData();
    expect(await left()).toEqual(EXPIRED_KINDS.sort());
    await runChores();
    expect(await left()).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['sessions', 'sesiones vencidas', ['sessions']],
    ['login_failures', 'inicios de sesión fallidos', ['failures']],
    ['known_devices', 'direcciones y dispositivos conocidos', ['known devices']],
    ['idempotent_answers', 'respuestas guardadas', ['answers']],
    ['deleted_rows', 'elementos eliminados', ['deletions']],
    ['user_tally', 'recuentos', []],
    ['devices', 'dispositivos en silencio', ['devices']],
  ])('X3 are done each for itself: when %s cannot be cleared the rest is', async (table, chore, stays) => {
    const { app, left, runChores, warnings } = await appWithExpiredData();
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'ahora no'; end $$`.execute(app.db);
    await sql`create trigger refuse before delete on ${sql.table(table)} for each statement execute function refuse()`.execute(
      app.db,
    );
    await runChores();
    expect(warnings).toEqual([`Tarea diaria sin terminar (${chore}): ahora no`]);
    expect(await left()).toEqual(stays);
  });
});
