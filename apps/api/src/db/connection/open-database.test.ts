import { copyDatabase } from '@pulso/testing/database';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openPool } from '#db/connection/connect';
import { checkSettings } from '#db/connection/open-database';
import { StartupError } from '#startup-error';

it('a database whose connections do not get their settings, as behind a pooler, is refused', async () => {
  const { connection, drop } = await copyDatabase(inject('server'));
  const [ours, stripped] = [openPool(connection, 1), new pg.Pool({ ...connection, max: 1 })];
  onTestFinished(async () => {
    await Promise.all([ours.end(), stripped.end()]);
    await drop();
  });
  await checkSettings(ours);
  await expect(checkSettings(stripped)).rejects.toThrow(StartupError);
});
