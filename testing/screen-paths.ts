import { join } from 'node:path';
import { runnerImport } from 'vite';
import type * as Screens from '../apps/panel/src/app/screens';
import { ROOT } from './steps.mjs';

/** The panel's own list of its screens, which only its bundler can read; `:id` stands for a thing. */
export async function screenPaths() {
  const { module: screens } = await runnerImport<typeof Screens>(join(ROOT, 'apps/panel/src/app/screens.ts'), {
    resolve: { alias: [{ find: /^#/, replacement: join(ROOT, 'apps/panel/src/') }] },
  });
  const pathsOf = (all: { path: string }[]) => all.map(({ path }) => path);
  return {
    screens: pathsOf([
      ...screens.moneyScreens,
      ...screens.innerMoneyScreens,
      ...screens.mainScreens,
      ...screens.settingsScreens,
      ...screens.innerScreens,
    ]),
    /** Where something new is made, in a screen or in a modal over a list. */
    creations: pathsOf(screens.creations),
  };
}
