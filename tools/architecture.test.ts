import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Each may import those before it. */
const API_LAYERS = ['startup-error', 'config', 'db', 'http', 'features', 'chores', 'app', 'server'];
const PANEL_LAYERS = ['ui', 'api', 'forms', 'catalogue', 'features', 'app', 'main'];

type Source = { path: string; imports: string[]; text: string };

function sourcesOf(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name]) => name ?? '');
      return { path: relative(ROOT, file), imports, text };
    });
}

const isTest = ({ path }: Source) => /\.test\.tsx?$/.test(path) || path.includes('/test/');
const product = (folder: string) => sourcesOf(folder).filter((source) => !isTest(source));
const layerOf = (path: string) => path.split('/')[0]?.replace(/\.tsx?$/, '') ?? '';

/** Imports that go against the order of the layers, as sentences. */
function upwardImports(app: string, layers: string[], prefix: string): string[] {
  const rank = (layer: string) => layers.indexOf(layer);
  return product(`${app}/src`).flatMap(({ path, imports }) => {
    const own = layerOf(relative(`${app}/src`, path));
    return imports
      .filter((name) => name.startsWith(prefix))
      .map((name) => layerOf(name.slice(prefix.length)))
      .filter((other) => rank(own) >= 0 && rank(other) > rank(own))
      .map((other) => `${path} imports ${other}`);
  });
}

describe('who may import whom', () => {
  it('the contract imports zod and itself, nothing else', () => {
    const foreign = product('packages/contract/src').flatMap(({ path, imports }) =>
      imports.filter((name) => name !== 'zod' && !name.startsWith('./')).map((name) => `${path} imports ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it('the API imports along its layers only', () => {
    expect(upwardImports('apps/api', API_LAYERS, '#')).toEqual([]);
  });

  it('the panel imports along its layers only, and never the API', () => {
    expect(upwardImports('apps/panel', PANEL_LAYERS, '#')).toEqual([]);
    const foreign = product('apps/panel/src').filter(({ imports }) =>
      imports.some((name) => name.includes('apps/api')),
    );
    expect(foreign.map(({ path }) => path)).toEqual([]);
  });

  it('a feature never imports another feature', () => {
    const crossing = ['apps/api', 'apps/panel'].flatMap((app) =>
      product(`${app}/src`).flatMap(({ path, imports }) => {
        const own = /\/features\/([^/]+)\//.exec(path)?.[1];
        return imports
          .map((name) => /^#features\/([^/]+)\//.exec(name)?.[1])
          .filter((other) => own !== undefined && other !== undefined && other !== own)
          .map((other) => `${path} imports ${other}`);
      }),
    );
    expect(crossing).toEqual([]);
  });

  it('queries know no HTTP, routes write no SQL, rules are pure', () => {
    const wrong = product('apps/api/src').flatMap(({ path, imports }) => {
      const has = (pattern: RegExp) => imports.some((name) => pattern.test(name));
      if (path.endsWith('.queries.ts') && has(/^#http\/|^fastify|^@fastify/)) return [`${path} knows HTTP`];
      if (path.endsWith('.routes.ts') && has(/^kysely$|^pg$/)) return [`${path} writes SQL`];
      if (path.endsWith('.rules.ts') && has(/^#http\/|^#db\/|^kysely$|^pg$|^fastify|^node:/))
        return [`${path} is not pure`];
      return [];
    });
    expect(wrong).toEqual([]);
  });
});

describe('house rules', () => {
  const everything = [...sourcesOf('packages'), ...sourcesOf('apps'), ...sourcesOf('e2e')];

  it('has no drawers and no barrels', () => {
    const drawers = everything.filter(({ path }) => /\/(utils|helpers|misc|common)(\/|\.)|\/index\.tsx?$/.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab-case, the suffix being the role', () => {
    const odd = everything.filter(({ path }) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.tsx?$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('has no default in an input schema, because PATCH would reset the field', () => {
    const defaults = product('packages/contract/src').filter(({ text }) => /\.default\(|\.prefault\(/.test(text));
    expect(defaults.map(({ path }) => path)).toEqual([]);
  });

  it('API-11 switches to the letter of the specification in one file of the panel', () => {
    const asking = product('apps/panel/src').filter(({ text }) => /VITE_STRICT_SPEC|pulso-strict-spec/.test(text));
    expect(asking.map(({ path }) => path)).toEqual(['apps/panel/src/api/strict-spec.ts']);
  });

  it('writes SQL only through bound values: nothing is pasted into a query', () => {
    const pasted = product('apps/api/src').filter(({ text }) => /sql\.raw\(|\.query\(\s*`[^`]*\$\{/.test(text));
    expect(pasted.map(({ path }) => path)).toEqual([]);
  });
});
