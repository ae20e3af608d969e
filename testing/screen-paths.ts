import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type * as Screens from '../apps/panel/src/app/screens';

const PANEL_FOLDER = fileURLToPath(new URL('../apps/panel/src/', import.meta.url));
const WEB_FOLDER = fileURLToPath(new URL('../packages/web/src/', import.meta.url));

/** A row of the panel's own list; `:id` stands for a thing, and what is in no menu has no label. */
export type ScreenRow = { path: string; label?: string; extra?: string };

/** The panel's own list of its screens, which only its bundler can read. */
export async function readScreens() {
  const { module: screens } = await runnerImport<typeof Screens>(`${PANEL_FOLDER}app/screens.ts`, {
    resolve: {
      alias: [
        { find: /^#/, replacement: PANEL_FOLDER },
        { find: /^@pulso\/web\//, replacement: WEB_FOLDER },
      ],
    },
  });
  const rowsOf = (all: ScreenRow[]) => all.map(({ path, label, extra }): ScreenRow => ({ path, label, extra }));
  return {
    main: rowsOf(screens.mainScreens),
    settings: rowsOf(screens.settingsScreens),
    money: rowsOf([...screens.moneyScreens, ...screens.innerMoneyScreens]),
    inner: rowsOf(screens.innerScreens),
    /** Addresses where something new is made, in a screen or in a modal over a list. */
    creations: screens.createActions.map(({ path }) => path as string),
  };
}

export type PanelScreens = Awaited<ReturnType<typeof readScreens>>;

export async function readScreenPaths() {
  const { main, settings, money, inner, creations } = await readScreens();
  return { screens: [...money, ...main, ...settings, ...inner].map(({ path }) => path), creations };
}
