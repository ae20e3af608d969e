import { quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

/** Growth in blocks read, which a slower machine does not change. */
export const MAX_GROWTH = 1.5;
/** A few more blocks come from a deeper index. */
export const SLACK_BLOCKS = 30;

/** An app with a single connection, and how many blocks of the database it has read: before and after a call. */
export async function openCountedApp(): Promise<{ app: TestApp; blocks: () => Promise<number> }> {
  const app = await testApp({
    passwords: quickPasswords,
    reach: (at) => ({ ...at, max: 1, statement_timeout: 60_000, query_timeout: 60_000 }),
  });
  // Other connections, e.g. of the login, would flush their block counts whenever they close.
  await app.pool.query(`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  // Without this, PostgreSQL would plan differently for few rows than for many.
  await app.pool.query('set enable_seqscan = off');
  const blocks = async () => {
    await app.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await app.pool.query<{ blocks: number }>(`
      select sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)) as blocks
      from pg_statio_user_tables`);
    return rows[0]!.blocks;
  };
  return { app, blocks };
}
