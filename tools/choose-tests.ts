import { API_LAYERS, AREAS } from './house';
import { importedPath, isTest, isTestFile, productSources, sourcesOf, type Source } from './sources';

/** Files to run of the API and of the browser, those that are left out, and the file because of which none is. */
export type TestChoice = { api: string[]; specs: string[]; processes: boolean; leftOut: string[]; because?: string };

/** Invariants over all routes, rights and money: of whatever changed, these run. */
const INVARIANT_TESTS = [
  'apps/api/src/routes.test.ts',
  'apps/api/src/without-extras.test.ts',
  'apps/api/src/app-document.test.ts',
  'apps/api/src/http/routes/rights.test.ts',
  'apps/api/src/features/billing/invariants.test.ts',
];
/** Walks over all screens, those of the changed nouns among them. */
const ALL_SCREEN_SPECS = ['accessibility', 'first-load'].map((name) => `apps/panel/src/app/${name}.spec.ts`);

const NOUN_PATHS = Object.entries(AREAS).flatMap(([area, nouns]) => nouns.map((noun) => `${area}/${noun}`));
const toCamelCase = (noun: string) => noun.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** 'catalogue/levels' of any file of that noun in the contract, the API or the panel. */
function nounOf(path: string): string | undefined {
  const [, area, file] = /^(?:packages\/contract\/src|apps\/\w+\/src\/features)\/([\w-]+)\/([\w-]+)/.exec(path) ?? [];
  return NOUN_PATHS.find((noun) => noun === `${area}/${file}`);
}

/** Layers of the API that the app does not stand on: their change reaches what is after them, and the processes. */
const LAYERS_ABOVE_APP = API_LAYERS.filter(
  (layer, at) => layer !== 'app' && at > API_LAYERS.indexOf('features') && !['push', 'safekeeping'].includes(layer),
);

/** Scope of a change of this file beyond its noun; undefined if it is only a noun's or a test's. */
function changeScope(path: string): 'nothing' | 'panel' | 'api' | 'above' | 'everything' | undefined {
  if (isTestFile(path) || nounOf(path)) return undefined;
  if (/^(docs|bench|chaos|deploy|\.github)\/|^tools\/.*\.ts$|\.md$/.test(path))
    return path.startsWith('docs/guia/') ? 'panel' : 'nothing';
  if (/^(apps\/(panel|client)|packages\/web)\//.test(path)) return 'panel';
  const layer = /^apps\/api\/src\/([\w-]+)/.exec(path)?.[1];
  if (layer && LAYERS_ABOVE_APP.includes(layer)) return 'above';
  return path.startsWith('apps/api/test/') ? 'api' : 'everything';
}

const nounsIn = (paths: string[]) =>
  new Set(paths.filter((path) => !isTestFile(path)).flatMap((path) => nounOf(path) ?? []));

/** These nouns and those that import one of them; what is further up stands on its neighbour's promises, which have tests. */
function withImporters(nouns: Set<string>, sources: Source[]): Set<string> {
  const importers = sources
    .filter((source) => !isTest(source))
    .flatMap(({ path, imports }) => {
      const used = imports.map((name) => nounOf(importedPath(path, name) ?? ''));
      return used.some((noun) => noun !== undefined && nouns.has(noun)) ? (nounOf(path) ?? []) : [];
    });
  return new Set([...nouns, ...importers]);
}

/** How tests call a noun: its addresses in the API and in the panel. */
function addressPattern(noun: string, sources: Source[]): RegExp | undefined {
  const [, name = ''] = noun.split('/');
  const textOf = (path: string) => sources.find((source) => source.path === path)?.text ?? '';
  const declared = sources
    .filter(({ path }) => nounOf(path) === noun && /^packages\/|\.routes\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/['`](\/[a-z][\w-]*)/g)].map(([, word]) => word));
  const address = new RegExp(
    `\\b${toCamelCase(name)}: (?:entity|at)\\('(/[\\w-]+)'|\\b${toCamelCase(name)}: \\{\\s+\\w+: at\\('(/[\\w-]+)'`,
  );
  const setting = new RegExp(`setting\\('([\\w-]+)'\\)[^;]{1,90}?Code\\('${toCamelCase(name)}'\\)`);
  const [, one, other] = address.exec(textOf('apps/panel/src/addresses.ts')) ?? [];
  const [, named] = setting.exec(textOf('apps/panel/src/app/screens.ts')) ?? [];
  const words = [...declared, one, other, named && `/configuracion/${named}`].filter(Boolean);
  return words.length > 0 ? new RegExp(`(?:${words.join('|')})(?![\\w-])`) : undefined;
}

/** Tests of these nouns, and those that stand beside all nouns of an area. */
const testsOf = (nouns: Set<string>, tests: Source[]) =>
  tests.filter(({ path }) => {
    const [, area] = /\/features\/([\w-]+)\/[\w.-]+$/.exec(path) ?? [];
    return [...nouns].some((noun) => noun === nounOf(path) || noun.split('/')[0] === area);
  });

/** Specs of no noun that go to the screens of these, or call them. */
function specsMentioning(nouns: Set<string>, specs: Source[], sources: Source[]) {
  const words = [...nouns].flatMap((noun) => addressPattern(noun, sources) ?? []);
  return specs.filter(({ path, text }) => !path.includes('/features/') && words.some((word) => word.test(text)));
}

/** Chooses by the order of the house what a change of these files can touch. */
export function chooseTests(changedPaths: string[]): TestChoice {
  const apps = sourcesOf('apps');
  const sources = [...apps, ...productSources('packages')];
  const isApi = ({ path }: Source) => /^apps\/api\/.*\.test\.ts$/.test(path) && !path.endsWith('/embedded.test.ts');
  const apiTests = apps.filter(isApi);
  const specs = [...apps, ...sourcesOf('e2e')].filter(({ path }) => path.endsWith('.spec.ts'));
  const all = { api: apiTests.map(({ path }) => path), specs: specs.map(({ path }) => path), processes: true };

  const reaches = new Map(changedPaths.map((path) => [changeScope(path), path]));
  const whole = reaches.get('everything');
  if (whole !== undefined) return { ...all, leftOut: [], because: whole };
  const isOn = (kind: ReturnType<typeof changeScope>) => reaches.has(kind);
  const changedNouns = nounsIn(changedPaths);
  const affected = withImporters(changedNouns, sources);
  const isAbove = ({ path }: Source) => LAYERS_ABOVE_APP.includes(/^apps\/api\/src\/([\w-]+)/.exec(path)?.[1] ?? '');
  const journeys = changedNouns.size > 0 ? specs.filter(({ path }) => path.startsWith('e2e/')) : [];
  const pick = (chosen: Source[], every: string[], always: string[] = []) => {
    const wanted = new Set([...chosen.map(({ path }) => path), ...always, ...changedPaths]);
    return every.filter((path) => wanted.has(path));
  };
  const above = isOn('above') ? apiTests.filter(isAbove) : [];
  const named = [...testsOf(affected, specs), ...specsMentioning(changedNouns, specs, sources), ...journeys];
  const choice = {
    api: isOn('api') ? all.api : pick([...testsOf(affected, apiTests), ...above], all.api, INVARIANT_TESTS),
    specs: isOn('panel') ? all.specs : pick(named, all.specs, changedNouns.size > 0 ? ALL_SCREEN_SPECS : []),
    processes: isOn('above') || changedPaths.some((path) => /^e2e\/.*\.ts$|\/embedded\.test\.ts$/.test(path)),
  };
  const run = new Set([...choice.api, ...choice.specs]);
  return { ...choice, leftOut: [...all.api, ...all.specs].filter((path) => !run.has(path)) };
}

/** Asked by `npm test -- --since REF`, with the changed files. */
if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(chooseTests(process.argv.slice(2))));
