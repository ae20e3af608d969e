import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseTests } from './choose-tests';

const INVARIANTS = ['apps/api/src/routes.test.ts', 'apps/api/src/features/billing/invariants.test.ts'];

describe('tests for a change', () => {
  it('in one noun are its own, those of the nouns that import it, of its screens, and the invariants', () => {
    const { api, specs, processes, leftOut } = chooseTests(['apps/api/src/features/content/diets/diets.queries.ts']);
    expect(api).toEqual(expect.arrayContaining(INVARIANTS));
    expect(api).toContain('apps/api/src/features/content/diets/diets.test.ts');
    // A package holds diets.
    expect(api).toContain('apps/api/src/features/content/packages/packages.test.ts');
    expect(specs).toContain('apps/panel/src/features/content/diets/diet-form.spec.ts');
    expect(specs).toContain('apps/panel/src/app/accessibility.spec.ts');
    expect(leftOut).toContain('apps/api/src/features/billing/till/till.test.ts');
    expect(leftOut).toContain('apps/panel/src/features/billing/till/till.spec.ts');
    expect([processes, leftOut.length > api.length + specs.length]).toEqual([false, true]);
  });

  it('in the contract of a noun are those of the API and of the panel alike', () => {
    const { api, specs } = chooseTests(['packages/contract/src/billing/till.ts']);
    expect(api).toContain('apps/api/src/features/billing/till/till.test.ts');
    expect(specs).toContain('apps/panel/src/features/billing/till/till.spec.ts');
  });

  it('in a test is that test', () => {
    const spec = 'apps/panel/src/features/billing/till/till.spec.ts';
    expect(chooseTests([spec]).specs).toEqual([spec]);
    expect(chooseTests(['e2e/admin.test.ts'])).toMatchObject({ specs: [], processes: true });
  });

  it('in a layer of the panel are all screens, and in one above the app the processes', () => {
    const screens = chooseTests(['packages/web/src/ui/controls/button.tsx']);
    expect(screens.leftOut.filter((path) => path.endsWith('.spec.ts'))).toEqual([]);
    expect(screens.api).toHaveLength(chooseTests(['docs/operations.md']).api.length);
    const demo = chooseTests(['apps/api/src/demo/fill-demo.ts']);
    expect([demo.processes, demo.specs]).toEqual([true, []]);
    expect(demo.api).toContain('apps/api/src/demo/demo.test.ts');
  });

  it.each([
    'apps/api/src/db/stores/store.ts',
    'apps/api/src/app.ts',
    'apps/api/src/push/dispatcher.ts',
    'packages/contract/src/kit/dates.ts',
    'testing/database.ts',
    'package-lock.json',
    'tools/build.mjs',
    'vitest.config.ts',
  ])('in %s, on which everything stands, are all of them', (path) => {
    expect(chooseTests(['docs/operations.md', path])).toMatchObject({ because: path, processes: true, leftOut: [] });
  });

  it('name files that exist', () => {
    const { api, specs } = chooseTests(['package.json']);
    expect([...api, ...specs].filter((path) => !existsSync(path))).toEqual([]);
    expect(chooseTests([]).api.filter((path) => !existsSync(path))).toEqual([]);
    expect(chooseTests([]).api).toHaveLength(5);
  });
});
