import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { release } from './release.mjs';
import { ROOT } from './steps.mjs';
import { versionOf } from './version.mjs';

const FILES = ['package.json', 'apps/api/package.json', 'package-lock.json', 'Dockerfile'];
const MIGRATIONS = 'apps/api/src/db/schema/migrations';
const NOTES = '### Al actualizar\n\nDetén todos los procesos.\n';
const DATE = '2026-03-05';

/** A repository with what a release reads and writes, copied from this one. */
function createRepository() {
  const root = mkdtempSync(join(tmpdir(), 'pulso-release-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message=work');
  };
  git('init', '--quiet');
  for (const [name, value] of Object.entries({ 'user.name': 'Ana', 'user.email': 'ana@example.com' }))
    git('config', name, value);
  for (const path of FILES) write(path, readFileSync(join(ROOT, path), 'utf8'));
  // This copy has one workspace.
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> };
  for (const path of ['apps/client', 'apps/panel', 'packages/contract', 'packages/web', 'testing'])
    delete lock.packages[path];
  write('package-lock.json', JSON.stringify(lock, null, 2));
  write('CHANGELOG.md', `# Cambios\n\n## [Sin publicar]\n\nNovedades.\n\n${NOTES}`);
  write(`${MIGRATIONS}/0001_schema.sql`, '');
  commit();
  const addNews = (text: string) => {
    write('CHANGELOG.md', read('CHANGELOG.md').replace('## [Sin publicar]\n', `## [Sin publicar]\n\n${text}`));
    commit();
  };
  return {
    root,
    git,
    read,
    write,
    commit,
    addNews,
    publish: (version: string) => release(version, { root, date: DATE }),
  };
}

it('M4 a release dates its changes, sets every version, and makes a commit and a tag', () => {
  const { git, read, publish, addNews } = createRepository();
  publish('0.1.0');
  addNews('Algo más.\n');
  publish('0.2.0');
  expect(read('CHANGELOG.md')).toBe(
    `# Cambios\n\n## [Sin publicar]\n\n## [0.2.0] - ${DATE}\n\nAlgo más.\n\n## [0.1.0] - ${DATE}\n\nNovedades.\n\n${NOTES}`,
  );
  for (const path of FILES.slice(0, 3)) expect(JSON.parse(read(path)), path).toHaveProperty('version', '0.2.0');
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> };
  expect(['', 'apps/api'].map((path) => packages[path]?.version)).toEqual(['0.2.0', '0.2.0']);
  expect(packages['node_modules/zod']?.version).not.toBe('0.2.0');
  expect(read('Dockerfile')).toContain('org.opencontainers.image.version=0.2.0');
  expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
});

it('M4 a release is refused, with nothing changed, when its commit would not say the truth', () => {
  const { root, git, write, commit, addNews, publish } = createRepository();
  const refuse = (version: string, reason: string) => expect(() => publish(version)).toThrow(reason);
  refuse('0.0.9', '0.0.9 no es posterior a 0.1.0.');
  refuse('0.2', 'Uso: npm run release -- X.Y.Z');
  appendFileSync(join(root, 'CHANGELOG.md'), 'A medias.\n');
  refuse('0.2.0', 'Hay cambios que no están en ningún commit.');
  git('checkout', '--', '.');
  publish('0.10.0');
  refuse('0.10.0', 'La etiqueta v0.10.0 ya existe.');
  refuse('0.9.0', '0.9.0 no es posterior a 0.10.0.');
  refuse('0.11.0', 'CHANGELOG.md no dice nada bajo «## [Sin publicar]».');
  write(`${MIGRATIONS}/0002_more.sql`, '');
  commit();
  addNews('Algo más.\n');
  refuse('0.11.0', `y hay migraciones nuevas:\n${MIGRATIONS}/0002_more.sql`);
  addNews('### Al actualizar\n\n### Agregado\n\n');
  refuse('0.11.0', 'CHANGELOG.md no dice nada bajo «### Al actualizar»');
  addNews(NOTES);
  write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
  refuse('0.11.0', 'git commit');
  expect([git('status', '--porcelain'), git('tag'), git('log', '-1', '--format=%s')]).toEqual(['', 'v0.10.0', 'work']);
});

it('M4 a version has the commit of its own checkout, marked where files were changed, or the one that a container is told', () => {
  const { root, git, write } = createRepository();
  const [{ version }, commit] = [versionOf(), git('rev-parse', '--short', 'HEAD')];
  expect(versionOf(root)).toEqual({ version, commit });
  expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toContain(`image.version=${version} `);
  write('package.json', `${readFileSync(join(root, 'package.json'), 'utf8')}\n`);
  expect(versionOf(root)).toEqual({ version, commit: `${commit}-modificado` });
  // A copy without its history, in another repository.
  const copy = join(root, 'copia');
  write('copia/package.json', '{"version":"0.3.0"}');
  expect(versionOf(copy)).toEqual({ version: '0.3.0' });
  process.env.PULSO_COMMIT = 'abc1234';
  onTestFinished(() => void delete process.env.PULSO_COMMIT);
  expect(versionOf(copy)).toEqual({ version: '0.3.0', commit: 'abc1234' });
});
