import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN } from '@pulso/testing/product';
import { expect, it } from 'vitest';
import { createInstalledFolder, createTestFolder, databaseProcesses, runCommand } from './data-folder';

/** Everything in the folder that is not this user's. */
const foreignFiles = (folder: string, uid: number) =>
  spawnSync('find', [folder, '!', '-uid', String(uid)], { encoding: 'utf8' }).stdout.trim();

it.runIf(process.getuid?.() === 0)(
  'M6 commands of root go on as the owner of the data, and leave nothing there that is not his',
  async () => {
    const folder = await createInstalledFolder();
    // The database's own user, which has no right to anything else.
    const { uid, gid } = statSync(join(folder, 'postgres'));
    expect(uid).not.toBe(0);
    spawnSync('chown', ['-R', `${uid}:${gid}`, folder]);

    const made = await runCommand('backup', [], { DATA_DIR: folder });
    expect(made).toMatchObject({ status: 0, complaint: '', said: expect.stringContaining('hecha y comprobada') });
    expect(foreignFiles(folder, uid)).toBe('');
    // A file that root alone can read.
    const [name = ''] = readdirSync(join(folder, 'backups'));
    const elsewhere = await createTestFolder();
    const file = join(elsewhere, name);
    await rename(join(folder, 'backups', name), file);
    spawnSync('chown', ['root:root', file]);
    await chmod(file, 0o600);
    expect(await runCommand('restore', [file], { DATA_DIR: folder })).toMatchObject({ status: 0, complaint: '' });
    expect(foreignFiles(folder, uid)).toBe('');
    const changed = await runCommand('admin', ['password', ADMIN.username], { DATA_DIR: folder });
    expect(changed).toMatchObject({ status: 0, complaint: '' });
    expect([foreignFiles(folder, uid), databaseProcesses(folder)]).toEqual(['', '0']);

    // Root does not write where he may not.
    const refused = await runCommand('backup', ['--to', join(elsewhere, 'otra.tar')], { DATA_DIR: folder });
    expect([refused.status, refused.complaint]).toEqual([
      1,
      expect.stringMatching(/^No se puede escribir la copia de seguridad en \S+ \(EACCES/),
    ]);
  },
);
