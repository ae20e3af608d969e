import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPicture } from '@pulso/testing/pictures';
import { ADMIN, logIn } from '@pulso/testing/product';
import { expect, it } from 'vitest';
import { openBackup } from '../apps/api/src/archive/read-backup';
import { databaseProcesses, createInstalledFolder, runCommand, startInFolder, waitUntil } from './data-folder';

const commandPath = (name: string) => fileURLToPath(new URL(`../apps/api/dist/${name}.js`, import.meta.url));

/** The environment that the product of these tests has. */
const productEnvironment = (folder: string) => ({
  DATA_DIR: folder,
  DEMO: '0',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
});

const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

type BackupRow = { id: number; state: string; problem: string | null; verified_at: string | null; file: string };
type Report = { data: { trouble: string | null; last_good: BackupRow | null; backups: BackupRow[] } };

const backupFiles = (folder: string) =>
  readdirSync(join(folder, 'backups')).filter((name) => /^pulso-.*\.tar$/.test(name));

/**
 * One journey, because each start of the product takes a second: a backup beside a server that works, killed several times,
 * and a restore that is refused, killed, and done.
 */
it(
  'P7 B2 B3 B4 B6 L2 a backup is made beside the server and restored without it; kills in between lose nothing',
  { timeout: 240_000 },
  async () => {
    const folder = await createInstalledFolder();
    const product = await startInFolder(folder);
    const client = await logIn(product.url);
    const level = async (title: string) => {
      const form = new FormData();
      form.append('title', title);
      form.append(
        'image',
        new Blob([new Uint8Array(await createPicture().png().toBuffer())], { type: 'image/png' }),
        'x.png',
      );
      const headers = { Authorization: `Bearer ${client.token}` };
      const answer = await fetch(`${product.url}/api/level`, { method: 'POST', headers, body: form });
      return ((await answer.json()) as { data: { cover_image: string } }).data;
    };
    const { cover_image } = await level('Primero');
    const report = async () => ((await (await client.get('/backups')).json()) as Report).data;

    // A backup by the command, beside the server.
    const made = await runCommand('backup', [], productEnvironment(folder));
    expect(made).toMatchObject({ status: 0, complaint: '' });
    expect(made.said).toMatch(
      /^Copia de seguridad hecha y comprobada: .*\/pulso-[\d-]+\.tar \([\d,]+ kB, \d+ filas y 1 imagen\)\.$/,
    );
    const [first = ''] = backupFiles(folder);
    const file = join(folder, 'backups', first);
    expect([statSync(file).mode & 0o777, statSync(join(folder, 'backups')).mode & 0o777]).toEqual([0o600, 0o700]);

    // A backup by the button, in a process of its own, is killed at several moments: what it was making does not count.
    for (const pause of [0, 150, 400]) {
      expect((await client.post('/backups', {})).status).toBe(202);
      const pid = await waitUntil(() => {
        const found = childrenOf(product.process.pid).find((child) => commandOf(child).includes('make-backup'));
        expect(found).toBeDefined();
        return found!;
      });
      await sleep(pause);
      process.kill(pid, 'SIGKILL');
      await waitUntil(async () => expect((await report()).backups[0]?.state).toBe('failed'));
      const { trouble, last_good, backups } = await report();
      expect([trouble, last_good?.file]).toEqual(['failed', first]);
      expect(backups[0]?.problem).toBe('El proceso que la hacía terminó (SIGKILL).');
      for (const name of backupFiles(folder)) await (await openBackup(join(folder, 'backups', name))).close();
    }
    expect(product.lines.join('\n')).toContain(
      'La copia de seguridad falló: El proceso que la hacía terminó (SIGKILL).',
    );
    await client.post('/backups', {});
    // A backup gives way to all other work of the machine: only the test's own limit says how long it may take.
    let newest = (await report()).backups[0];
    while (newest?.state === 'copying' || newest?.state === 'checking') {
      await sleep(100);
      newest = (await report()).backups[0];
    }
    expect(newest).toMatchObject({ state: 'done', problem: null, verified_at: expect.any(String) });
    const left = readdirSync(join(folder, 'backups')).filter((name) => !/^pulso-[\d-]+\.tar$/.test(name));
    expect(left).toEqual([]);

    // A restore is refused while the server runs, or from a file that is no backup.
    const refused = await runCommand('restore', [file], productEnvironment(folder));
    expect(refused).toMatchObject({ status: 1, said: '' });
    expect(refused.complaint).toMatch(/^La carpeta de datos .* está en uso por otro Pulso \(proceso \d+, http:.*\)\.$/);
    await level('Segundo');
    await product.stop();
    const half = join(folder, 'mitad.tar');
    await copyFile(file, half);
    await truncate(half, 4_000);
    const sentences = [
      [
        await runCommand('restore', [half], productEnvironment(folder)),
        `La copia de seguridad ${half} está incompleta: se cortó antes del final. No se tocó nada.`,
      ],
      [await runCommand('restore', [], productEnvironment(folder)), 'Uso: npm run restore -- ARCHIVO'],
      [
        await runCommand('backup', ['--a', 'x'], productEnvironment(folder)),
        'Uso: npm run backup, o npm run backup -- --to ARCHIVO',
      ],
      [
        await runCommand('backup', [], productEnvironment(join(folder, 'nada'))),
        `No hay datos en ${folder}/nada: no hay nada que copiar.`,
      ],
      [
        await runCommand('backup', ['--to', '/nada/x.tar'], productEnvironment(folder)),
        /^No se puede escribir la copia de seguridad en \/nada /,
      ],
    ] as const;
    for (const [{ status, complaint }, words] of sentences) {
      expect(status).toBe(1);
      expect(complaint).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    }
    expect(existsSync(join(folder, 'nada'))).toBe(false);

    // A restore that is killed leaves the old data whole.
    const killed = spawn(process.execPath, [commandPath('restore'), file], {
      env: productEnvironment(folder),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => killed.once('exit', resolve));
    let said = '';
    await new Promise<void>((resolve) => {
      killed.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('Restaurando')) resolve();
      });
    });
    await sleep(20);
    killed.kill('SIGKILL');
    await ended;
    await waitUntil(() => expect(databaseProcesses(folder)).toBe('0'));
    const titles = async (url: string) => {
      const body = (await (await (await logIn(url)).get('/level')).json()) as { data: { title: string }[] };
      return body.data.map(({ title }) => title).sort();
    };
    const between = await startInFolder(folder);
    expect(await titles(between.url)).toEqual(['Primero', 'Segundo']);
    // L2 A mistyped --to is nobody's failed backup.
    const { data } = (await (await (await logIn(between.url)).get('/backups')).json()) as Report;
    expect([data.trouble, data.backups[0]?.id]).toEqual([null, newest?.id]);
    expect(
      (await fetch(`${between.url}/api/level`, { headers: { Authorization: `Bearer ${client.token}` } })).status,
    ).toBe(200);
    await between.stop();

    const restored = await runCommand('restore', [file], productEnvironment(folder));
    expect(restored).toMatchObject({ status: 0, complaint: '' });
    expect(restored.said).toMatch(
      /Restaurado: .* Las sesiones del panel se cerraron; lo que había antes está en .*\/antes-de-restaurar-[\d-]+\.tar\.$/,
    );
    const after = await startInFolder(folder);
    expect(await titles(after.url)).toEqual(['Primero']);
    expect((await fetch(after.url + cover_image)).status).toBe(200);
    const old = await fetch(`${after.url}/api/level`, { headers: { Authorization: `Bearer ${client.token}` } });
    expect(old.status).toBe(401);
    expect(after.lines.join('\n')).not.toContain('Tarea diaria sin terminar');
  },
);
