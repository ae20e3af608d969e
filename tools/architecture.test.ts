import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  API_LAYERS,
  AREAS,
  CLIENT_LAYERS,
  CONTRACT_LAYERS,
  PANEL_LAYERS,
  SOURCE_FOLDERS,
  TABLE_WRITERS,
  WEB_LAYERS,
} from './house';
import { catalogues } from '../apps/api/src/db/stores/tables';
import { importedPath, productSources, sourcesOf } from './sources';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Target of an import, as a path below `src`; undefined for a package. */
function importTarget(path: string, root: string, name: string): string | undefined {
  if (name.startsWith('#')) return name.slice(1);
  if (!name.startsWith('.')) return undefined;
  return relative(root, join(dirname(path), name));
}

/** Every import of one part by another, as paths below `src`. */
function importsWithin(root: string): { from: string; to: string }[] {
  return productSources(root).flatMap(({ path, imports }) =>
    imports.flatMap((name) => {
      const to = importTarget(path, root, name);
      return to === undefined ? [] : [{ from: relative(root, path), to }];
    }),
  );
}

/** A source without its comments. */
const withoutComments = (text: string) => text.replace(/\/\*.*?\*\/|(?<!:)\/\/.*$/gms, '');

const layerOf = (path: string) => path.split('/')[0]?.replace(/\.(d\.)?(tsx?|css)$/, '') ?? '';

/** Imports that go against the order, and what stands in no order, as sentences. */
function findLayerViolations(root: string, layers: string[]): string[] {
  const unknown = productSources(root)
    .map(({ path }) => layerOf(relative(root, path)))
    .filter((layer) => !layers.includes(layer))
    .map((layer) => `${root}/${layer} stands in no order`);
  const rank = (path: string) => layers.indexOf(layerOf(path));
  const upward = importsWithin(root)
    .filter(({ from, to }) => rank(to) > rank(from))
    .map(({ from, to }) => `${from} imports ${to}`);
  return [...new Set(unknown), ...upward];
}

const NOUN_PATHS = Object.entries(AREAS).flatMap(([area, nouns]) => nouns.map((noun) => `${area}/${noun}`));

/** 'catalogue/levels' of a path of a feature; undefined of any other. */
const featureOf = (path: string) => /^features\/([^/]+\/[^/]+)\//.exec(path)?.[1];

/** Features that stand in no area, or import one that stands after them. */
function findFeatureViolations(root: string): string[] {
  const places = productSources(root)
    .map(({ path }) => relative(root, path))
    .filter((path) => path.startsWith('features/'));
  const unknown = places.filter((path) => !NOUN_PATHS.includes(featureOf(path) ?? ''));
  const rank = (path: string) => NOUN_PATHS.indexOf(featureOf(path) ?? '');
  const upward = importsWithin(root)
    .filter(({ from, to }) => from.startsWith('features/') && to.startsWith('features/') && rank(to) > rank(from))
    .map(({ from, to }) => `${from} imports ${to}`);
  return [...unknown.map((path) => `${root}/${path} stands in no area`), ...upward];
}

describe('who may import whom', () => {
  const [contract, web] = ['packages/contract/src', 'packages/web/src'] as const;
  const [api, panel] = ['apps/api/src', 'apps/panel/src'] as const;

  it('the contract imports zod and itself, along its areas', () => {
    const foreign = productSources(contract).flatMap(({ path, imports }) =>
      imports.filter((name) => name !== 'zod/mini' && !name.startsWith('.')).map((name) => `${path} imports ${name}`),
    );
    expect([...foreign, ...findLayerViolations(contract, CONTRACT_LAYERS)]).toEqual([]);
  });

  it('the API imports along its layers, and its features along the areas', () => {
    expect([...findLayerViolations(api, API_LAYERS), ...findFeatureViolations(api)]).toEqual([]);
  });

  it('the panel imports along its layers, its features along the areas, and never the API', () => {
    const foreign = productSources(panel).filter(({ imports }) => imports.some((name) => name.includes('apps/api')));
    expect([...findLayerViolations(panel, PANEL_LAYERS), ...findFeatureViolations(panel), ...foreign]).toEqual([]);
  });

  it('BAS-04 the app of the clients imports along its layers, never the API, and of a feature the feature alone', () => {
    const client = 'apps/client/src';
    const foreign = productSources(client).filter(({ imports }) => imports.some((name) => name.includes('apps/api')));
    // Parts that several of them show stand beside them.
    const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];
    const crossing = importsWithin(client)
      .filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect([...findLayerViolations(client, CLIENT_LAYERS), ...foreign, ...crossing]).toEqual([]);
  });

  it('what both apps show imports along its layers, and of us the contract alone', () => {
    const foreign = productSources(web).flatMap(({ path, imports }) =>
      imports.filter((name) => /^#|^@pulso\/(?!contract\/)/.test(name)).map((name) => `${path} imports ${name}`),
    );
    expect([...foreign, ...findLayerViolations(web, WEB_LAYERS)]).toEqual([]);
  });

  it('BAS-04 the panel and the app of the clients import nothing of each other', () => {
    const appOf = (path: string | undefined) => /^(?:apps\/|@pulso\/)(panel|client)\//.exec(path ?? '')?.[1];
    const crossing = sourcesOf('apps').flatMap(({ path, imports }) =>
      imports
        .map((name) => appOf(importedPath(path, name) ?? name))
        .filter((to) => to && appOf(path) && to !== appOf(path))
        .map((to) => `${path} imports ${to}`),
    );
    expect(crossing).toEqual([]);
  });

  it('folders import along their order: the product no test, the kit no tool, and neither e2e nor chaos the other way', () => {
    const rank = (path: string) => SOURCE_FOLDERS.indexOf(path.split('/')[0] ?? '');
    // A build's settings stand outside.
    const sources = SOURCE_FOLDERS.flatMap(productSources).filter(({ path }) => !path.endsWith('.config.ts'));
    const upward = sources.flatMap(({ path, imports }) =>
      imports
        .map((name) => importedPath(path, name) ?? '')
        .filter((to) => rank(to) > rank(path))
        .map((to) => `${path} imports ${to}`),
    );
    expect(upward).toEqual([]);
  });

  it('sees what is out of order', () => {
    expect(findLayerViolations(api, ['config'])).not.toEqual([]);
    expect(findLayerViolations(api, [...API_LAYERS].reverse())).not.toEqual([]);
  });

  it('a table is written by its own noun alone', () => {
    const written = /(?:insert into|update|delete from|insertInto\('|updateTable\('|deleteFrom\(')\s*([a-z_]+)/g;
    const generic = /(?:insertRow|updateRow|deleteRow|removeInBatches)(?:<[^>]*>)?\(\s*[\w.{ }]+,\s*'([a-z_]+)'/g;
    const wrong = productSources(api)
      .map(({ path, text }) => ({ path: relative(api, path), text }))
      // Loading a whole business at once, or emptying it, is no business of its features.
      .filter(
        ({ path }) => !path.startsWith('demo/') && path !== 'features/desk/own-business/empty-business.queries.ts',
      )
      .flatMap(({ path, text }) =>
        [...text.matchAll(written), ...text.matchAll(generic)]
          .map(([, table = '']) => table)
          .filter((table) => TABLE_WRITERS[table] !== undefined && !path.startsWith(`${TABLE_WRITERS[table]}/`))
          .map((table) => `${path} writes ${table}`),
      );
    expect(wrong).toEqual([]);
  });

  it('a question about people says who asks, but where nobody does: logins, deliveries, the last administrator', () => {
    const wrong = productSources(api).filter(({ text }) => /\bisNotDeleted\b/.test(text));
    expect(wrong.map(({ path }) => relative(api, path)).sort()).toEqual([
      'db/writes/visible-users.ts',
      'demo/seed.queries.ts',
      'features/accounts/auth/auth.queries.ts',
      'features/accounts/auth/device-sessions.queries.ts',
      'features/accounts/users/first-admin.ts',
      'features/accounts/users/many-clients.queries.ts',
      'features/accounts/users/users.queries.ts',
      'features/desk/notifications/notifications.queries.ts',
      'features/desk/own-business/empty-business.queries.ts',
      'http/routes/authorize.ts',
      'push/deliveries.queries.ts',
    ]);
    // A route hands on its `read` or its `write`; the database alone goes to what outlives a request or is about no person.
    const handed = productSources(api)
      .filter(({ path }) => /features\/(accounts\/(?!auth)|billing|desk\/(?!backups))[^.]*\.routes\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/(\w+)\((?:deps\.)?db\b/g)].map(([, name = '']) => name));
    expect([...new Set(handed)].sort()).toEqual(
      [
        'imagesInUse',
        'openPageAnchors',
        'openSearchSample',
        'openUserList',
        'refuseWhenGone',
        'streamWhileAllowed',
        'writeOnce',
      ].sort(),
    );
  });

  it('only http/ knows status codes: everything else throws a Refusal', () => {
    const knowing = productSources(api).filter(
      ({ path, text }) => !path.startsWith(`${api}/http/`) && /ApiError|#http\/answers\/errors/.test(text),
    );
    expect(knowing.map(({ path }) => path)).toEqual([`${api}/app.ts`]);
  });

  it('generic code names no entity: neither its table, its calls, its noun nor its part of the contract', () => {
    // The person logged in, and his device, is no entity but the ground of every call.
    const ground = /^features\/accounts\/(auth|devices)$/;
    const ofFeatures = Object.entries(TABLE_WRITERS).filter(([, writer]) => /^features\//.test(writer));
    const tables = ofFeatures.filter(([, writer]) => !ground.test(writer)).map(([table]) => table);
    const nouns = [
      ...NOUN_PATHS.filter((noun) => !ground.test(`features/${noun}`))
        .map((noun) => noun.split('/')[1] ?? '')
        // The web has links of its own; those to pay at are `payment_links`.
        .filter((noun) => noun !== 'links'),
    ];
    nouns.push(...Object.keys(catalogues), ...tables);
    const names = nouns.flatMap((noun) => [noun, noun.replace(/ies$/, 'y').replace(/s$/, '')]);
    const named = new RegExp(`['"\`/](${names.join('|')})['"\`/]`);
    const generic = [
      ...['db/connection', 'db/stores', 'db/writes', 'http', 'files', 'access'].map((folder) => `${api}/${folder}/`),
      ...['ui', 'api', 'forms', 'screens'].map((folder) => `${panel}/${folder}/`),
      ...['navigation', 'ui'].map((folder) => `${web}/${folder}/`),
      `${contract}/kit/`,
    ];
    // The list of the tables that are served is the one place that has them all.
    const sources = [api, panel, web, contract]
      .flatMap(productSources)
      .filter(({ path }) => generic.some((folder) => path.startsWith(folder)) && path !== `${api}/db/stores/tables.ts`);
    expect(sources.length).toBeGreaterThan(100);
    const wrong = sources.flatMap(({ path, text }) =>
      withoutComments(text)
        .split('\n')
        .filter((line) => named.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  it('queries know no HTTP, routes write no SQL, rules are pure', () => {
    const wrong = productSources('apps/api/src').flatMap(({ path, imports }) => {
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
  const everything = ['packages', 'apps', 'testing', 'e2e'].flatMap(sourcesOf);
  const browserSources = () => ['packages/web/src', 'apps/panel/src', 'apps/client/src'].flatMap(productSources);

  it('has no drawers and no barrels', () => {
    const drawers = everything.filter(({ path }) => /\/(utils|helpers|misc|common)(\/|\.)|\/index\.tsx?$/.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab-case, the suffix being the role', () => {
    const odd = everything.filter(({ path }) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.tsx?$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it("reads zod's private definitions in one file", () => {
    const sources = [...everything, ...sourcesOf('chaos'), ...sourcesOf('bench'), ...sourcesOf('tools')];
    const reading = sources.filter(({ path, text }) => /\b_zod\b/.test(text) && path !== 'tools/architecture.test.ts');
    expect(reading.map(({ path }) => path)).toEqual(['packages/contract/src/kit/schema-walk.ts']);
  });

  it('has no default in an input schema, because PATCH would reset the field', () => {
    const defaults = productSources('packages/contract/src').filter(({ text }) =>
      /\.default\(|\.prefault\(/.test(text),
    );
    expect(defaults.map(({ path }) => path)).toEqual([]);
  });

  it('API-11 switches to the letter of the specification in one file of the panel', () => {
    const asking = productSources('apps/panel/src').filter(({ text }) =>
      /VITE_STRICT_SPEC|pulso-strict-spec/.test(text),
    );
    expect(asking.map(({ path }) => path)).toEqual(['apps/panel/src/api/strict-spec.ts']);
  });

  it('P18 writes SQL only through bound values: nothing is pasted into a query', () => {
    const pasted = productSources('apps/api/src').filter(({ text }) => /sql\.raw\b|\.query\(\s*`[^`]*\$\{/.test(text));
    // Only what was put together safely, by the builder or by PostgreSQL from its own catalogue, and has no values.
    expect(pasted.map(({ path }) => path)).toEqual([
      'apps/api/src/db/schema/bulk-load.ts',
      'apps/api/src/db/stores/precompile.ts',
    ]);
  });

  it('starts no program through a shell, and only those of the database and itself; turns no check of certificates off', () => {
    const server = productSources('apps/api/src');
    const starting = server.filter(({ imports }) => imports.includes('node:child_process'));
    const others = starting.filter(({ path }) => !path.startsWith('apps/api/src/db/embedded/'));
    // The server starts only itself, in a process of its own.
    expect(others.map(({ path }) => path)).toEqual(['apps/api/src/safekeeping/backup-process.ts']);
    const careless = server.filter(({ text }) => /shell: true|execSync|rejectUnauthorized|NODE_TLS_/.test(text));
    expect(careless.map(({ path }) => path)).toEqual([]);
  });

  it('looks for nothing in the whole page by its styles, or every change would go through all of them', () => {
    const theme = { path: 'theme.css', text: readFileSync(join(ROOT, 'packages/web/src/theme.css'), 'utf8') };
    const wide = /(?:html|:root|body|\*)(?:\[[^\]]*\])*(?::is\()?:has\(|(?:in|group|peer)-\[[*&]?:has\(/;
    const found = [theme, ...browserSources()].filter(({ text }) => wide.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
    expect(
      ['html:has([data-x])', ':root:is(:has(a), b) c', 'in-[:has(b)]:p-1'].every((style) => wide.test(style)),
    ).toBe(true);
  });

  it('P28 D13 knows the hour of Buenos Aires from the time zone database alone', () => {
    const sources = [
      ...productSources('packages/contract/src'),
      ...productSources('apps/api/src'),
      ...browserSources(),
    ];
    // The demonstration's times are invented.
    const told = sources.filter(({ path }) => !path.startsWith('apps/api/src/demo/'));
    const fixed = told.filter(({ text }) => /[+-]0?3:00\b|UTC ?[-−]3|GMT ?[-−]3|getTimezoneOffset/.test(text));
    expect(fixed.map(({ path }) => path)).toEqual([]);
    const zoned = sources.filter(({ text }) => text.includes('Argentina/'));
    expect(zoned.map(({ path }) => path)).toEqual(['packages/contract/src/kit/dates.ts']);
  });
});
