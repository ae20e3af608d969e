import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type Source = { path: string; imports: string[]; text: string };

/** Every TypeScript file below a folder of the repository. */
export function sourcesOf(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      const imports = [...text.matchAll(/(?<!')(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '');
      return { path: relative(ROOT, file), imports, text };
    });
}

export const isTestFile = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
export const isTest = ({ path }: Source) => isTestFile(path) || path.includes('/test/');
export const productSources = (folder: string) => sourcesOf(folder).filter((source) => !isTest(source));

/** The path that an import names in the repository, without its ending; undefined of a package. */
export function importedPath(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(path), name);
  const app = /^apps\/[^/]+/.exec(path)?.[0];
  if (name.startsWith('#test/')) return `${app}/test/${name.slice('#test/'.length)}`;
  if (name.startsWith('#')) return `${app}/src/${name.slice(1)}`;
  const [, workspace, rest] = /^@pulso\/(contract|web|testing)\/(.*)$/.exec(name) ?? [];
  if (workspace === undefined) return undefined;
  return workspace === 'testing' ? `testing/${rest}` : `packages/${workspace}/src/${rest}`;
}
