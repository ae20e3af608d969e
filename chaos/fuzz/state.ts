import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { Tokens } from '../../apps/api/src/access/tokens';

/** What a refused login, or one that succeeded, may write. */
const OF_LOGINS = ['login_failures', 'known_addresses', 'known_devices'];
const ROLES = { admin: 'ADMIN', client: 'CLIENT', trainer: 'TRAINER' } as const;
type Who = keyof typeof ROLES;
/** Triggers fill them. */
const TALLIES = ['payment_days', 'debt_tally'];
const ALWAYS_THERE = [
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
  const tables = named.map(({ name }) => name).filter((name) => !OF_LOGINS.includes(name));
  const prints = tables.map(
    (table) => `select '${table}', count(*), sum(hashtextextended(row_to_json(t)::text, 0)) from ${table} t`,
  );
  const everything = { name: 'fingerprint', text: prints.join(' union all '), rowMode: 'array' as const };

  const ids = {} as Record<Who, number>;
  for (const [who, role] of Object.entries(ROLES)) {
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (name, gender, username, phone, role, password_hash)
       values ($1, 'Female', $1, '1100000000', $2, 'x') returning id`,
      [`fuzz-${who}`, role],
    );
    ids[who as Who] = rows[0]!.id;
  }

  const renew = async () => {
    const made = {} as Record<Who, string>;
    for (const [who, role] of Object.entries(ROLES)) {
      const id = ids[who as Who];
      await pool.query('update users set role = $2, status = true, deleted_at = null where id = $1', [id, role]);
      const sessionId = randomUUID();
      const expires = new Date(Date.now() + 3_600_000);
      await pool.query(`insert into sessions (id, user_id, address, expires_at) values ($1, $2, '127.0.0.1', $3)`, [
        sessionId,
        id,
        expires,
      ]);
      made[who as Who] = await tokens.sign({ userId: id, sessionId }, expires);
    }
    return made;
  };

  const fingerprint = async () => {
    const [{ rows }, files] = await Promise.all([pool.query(everything), readdir(pictures).catch(() => [])]);
    const tablesNow = rows.map(([table, ...print]: unknown[]) => [String(table), print.join(' ')]);
    return { ...(Object.fromEntries(tablesNow) as Record<string, string>), pictures: files.sort().join(' ') };
  };

  /** Back to the beginning, but for these three. */
  const clear = async () => {
    await pool.query('update users set "suscriptionId" = null');
    // What was paid cannot be deleted.
    await pool.query(
      `truncate payments, debts, client_accounts, till_closes, ${TALLIES.join(', ')} restart identity cascade`,
    );
    await pool.query('insert into till_closes default values');
    let left = tables.filter((table) => ![...TALLIES, ...ALWAYS_THERE].includes(table));
    while (left.length > 0) {
      const stuck: string[] = [];
      for (const table of left) {
        const where = table === 'users' ? `where username not like 'fuzz-%' and username <> 'admin'` : '';
        // What refers to it goes first.
        await pool.query(`delete from ${table} ${where}`).catch(() => stuck.push(table));
      }
      if (stuck.length === left.length) throw new Error(`These tables cannot be cleared: ${stuck.join(', ')}`);
      left = stuck;
    }
  };
  return { renew, fingerprint, clear };
}
