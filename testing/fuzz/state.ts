import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPasswords } from '../../apps/api/src/access/passwords';
import type { Tokens } from '../../apps/api/src/access/tokens';

/** Tables that a login or a notice of Mercado Pago may write, refused or not. */
const REFUSALS_TABLES = ['login_failures', 'known_addresses', 'known_devices', 'wrong_notices'];
/**
 * A backup that was asked for goes on by itself; only what began, or is gone, was a request's doing. Of a link whoever asks moves
 * the hour at which it is asked for next.
 */
const COMPARED_COLUMNS: Record<string, string> = {
  backups: 'id, node, started_at',
  payment_links: 'id, reference, user_id, payment_id, debt_id, preference_id, expires_at, closed_at',
};
/** Password of `fuzz-admin`. The others have an unreadable hash, as after an import by hand. */
export const ADMIN_PASSWORD = 'una-clave-de-prueba';
const UNREADABLE_HASH = 'x';
const DEADLOCK_CODE = '40P01';
const ROLES = { admin: 'ADMIN', client: 'CLIENT', trainer: 'TRAINER' } as const;
type TestUser = keyof typeof ROLES;
/** Tables that triggers fill. */
const TALLY_TABLES = ['payment_days', 'payment_months', 'debt_tally', 'promise_tally', 'milestone_tally'];
const PERMANENT_TABLES = [
  'installation',
  'schema_migrations',
  'user_tally',
  'business',
  'message_templates',
  'till_closes',
  'payments',
  'debts',
  'client_accounts',
];

/** The database and the pictures of the product under test, seen from behind it. */
export async function openState(pool: Pool, tokens: Tokens, pictures: string) {
  const { rows: named } = await pool.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const tables = named.map(({ name }) => name).filter((name) => !REFUSALS_TABLES.includes(name));
  const prints = tables.map(
    (table) =>
      `select '${table}', count(*), sum(hashtextextended(row_to_json(t)::text, 0))
       from (select ${COMPARED_COLUMNS[table] ?? '*'} from ${table}) t`,
  );
  const everything = { name: 'fingerprint', text: prints.join(' union all '), rowMode: 'array' as const };

  const { rows: triggers } = await pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname in ('record_changed', 'record_parts')`,
  );
  const recorded = triggers.map(({ name }) => name);

  const passwordHash = await openPasswords().hash(ADMIN_PASSWORD);
  const ids = {} as Record<TestUser, number>;
  /** Restores a user, who may have been renamed and cleared, erased, or left behind by a business that began anew. */
  const bring = async (who: TestUser) => {
    const role = ROLES[who];
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (id, name, gender, username, phone, role, password_hash)
       overriding system value
       values (coalesce($1::int, nextval('users_id_seq')), $2, 'Female', $2, '1100000000', $3, $4)
       on conflict (id) do update set role = excluded.role, status = true, deleted_at = null returning id`,
      [ids[who], `fuzz-${who}`, role, role === 'ADMIN' ? passwordHash : UNREADABLE_HASH],
    );
    return rows[0]!.id;
  };

  const renew = async () => {
    const made = {} as Record<TestUser, string>;
    for (const who of Object.keys(ROLES) as TestUser[]) {
      const id = await bring(who);
      ids[who] = id;
      const sessionId = randomUUID();
      const expires = new Date(Date.now() + 3_600_000);
      await pool.query(`insert into sessions (id, user_id, address, expires_at) values ($1, $2, '127.0.0.1', $3)`, [
        sessionId,
        id,
        expires,
      ]);
      made[who] = await tokens.sign({ userId: id, sessionId }, expires);
    }
    return made;
  };

  const fingerprint = async () => {
    const [{ rows }, files] = await Promise.all([pool.query(everything), readdir(pictures).catch(() => [])]);
    const tablesNow = rows.map(([table, ...print]: unknown[]) => [String(table), print.join(' ')]);
    return { ...(Object.fromEntries(tablesNow) as Record<string, string>), pictures: files.sort().join(' ') };
  };

  /** Pictures go only when no backup is being copied, and one that goes on knows nothing of rows that were cleared. */
  const untilBackedUp = async (states = ['copying']) => {
    while ((await pool.query('select from backups where state = any($1)', [states])).rowCount) await sleep(50);
  };

  /** Back to the beginning, except for these three users. */
  const clear = async () => {
    await untilBackedUp(['copying', 'checking']);
    await pool.query('update users set "suscriptionId" = null');
    // Payments cannot be deleted, only truncated. A chore of the product's may deadlock with this: then it is retried.
    const emptied = `truncate payments, debts, client_accounts, till_closes, ${TALLY_TABLES.join(', ')} restart identity cascade`;
    for (let isDone = false; !isDone;)
      isDone = await pool.query(emptied).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== DEADLOCK_CODE) throw error;
          return false;
        },
      );
    await pool.query('insert into till_closes default values');
    let left = tables.filter((table) => ![...TALLY_TABLES, ...PERMANENT_TABLES].includes(table));
    while (left.length > 0) {
      const stuck: string[] = [];
      for (const table of left) {
        const where = table === 'users' ? `where username not like 'fuzz-%' and username <> 'admin'` : '';
        // A table that others refer to fails and is tried again after them.
        await pool.query(`delete from ${table} ${where}`).catch(() => stuck.push(table));
      }
      if (stuck.length === left.length) throw new Error(`These tables cannot be cleared: ${stuck.join(', ')}`);
      left = stuck;
    }
  };
  return { renew, fingerprint, recorded, clear, untilBackedUp };
}
