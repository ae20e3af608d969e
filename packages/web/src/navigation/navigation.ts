import { useSyncExternalStore, type ComponentType } from 'react';
import type { Address } from './address';

/**
 * Moves between screens without reloading the page. Written here because the routers that can hold a move back weigh
 * more than the rest of the panel's own code on a first visit.
 */

type Params = Record<string, string>;
type MoveKind = 'push' | 'replace' | 'pop';
/** The current place; `key` is unique for each entry of the browser's history and each move within it. */
export type Place = {
  pathname: string;
  search: string;
  key: string;
  kind: MoveKind;
  params: Params;
  /** Path of the screen whose link led here. */
  from: string | undefined;
};
/** A screen's path and loader; `:id` in the path stands for any one segment. */
export type Route = { path: string; load: () => Promise<ComponentType> };
/** The screen shown, or an error if its code did not load; `top` is the scroll position, if it is to be set. */
export type ShownScreen = { place: Place; top: number | undefined } & ({ Screen: ComponentType } | { error: unknown });
type State = { shown: ShownScreen | undefined; loading: boolean };
/** State stored with a history entry: the number of entries before it, and the path that led to it. */
type HistoryEntry = { index: number; key: string; from?: string };
type NavigateOptions = {
  replace?: boolean;
  keepScroll?: boolean;
  /** Restores the search, filters, page and scroll that the place had when it was last left in this tab. */
  asLeft?: boolean;
};
type Settings = {
  routes: Route[];
  home: Address;
  /** Routes that this person or server does not have: they lead home. */
  hidden: Pick<Route, 'path'>[];
  /** Screen of an unknown address; without it, that leads home. */
  unknown?: Route;
  mayEnter: () => boolean;
  turnAway: () => void;
};

let settings: Settings;
let state: State = { shown: undefined, loading: false };
let entry: HistoryEntry = { index: 0, key: 'first' };
/** Number of the latest move; an earlier one whose code arrives later is not shown. */
let lastMoveNumber = 0;
const listeners = new Set<() => void>();
const loadedScreens = new Map<Route, ComponentType>();
const scrollPositions = new Map<string, number>();
/** Search and scroll of each path when it was left. */
const leftPlaces = new Map<string, { search: string; top: number }>();

function setState(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

function useNavigationState(): State {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function paramsOf(path: string, pathname: string): Params | undefined {
  const [names, values] = [path, pathname].map((one) => one.replace(/\/+$/, '').split('/')) as [string[], string[]];
  if (names.length !== values.length) return undefined;
  const params: Params = {};
  for (const [index, name] of names.entries()) {
    const value = values[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = value;
    else if (name.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

/** The first matching route: words come before `:id`, so that `/usuarios/nuevo` is not a person. */
function findRoute(pathname: string): { route: Route; params: Params } | undefined {
  // A screen that this person does not have is no id either.
  if (settings.hidden.some(({ path }) => path === pathname)) return undefined;
  for (const route of settings.routes) {
    const params = paramsOf(route.path, pathname);
    if (params) return { route, params };
  }
  const leadsHome = pathname === '/' || settings.hidden.some(({ path }) => paramsOf(path, pathname));
  return settings.unknown && !leadsHome ? { route: settings.unknown, params: {} } : undefined;
}

async function loadScreen(route: Route): Promise<{ Screen: ComponentType } | { error: unknown }> {
  try {
    const Screen = await route.load();
    loadedScreens.set(route, Screen);
    return { Screen };
  } catch (error) {
    return { error };
  }
}

/** Loads a screen's code ahead of need; a failure is reported when the screen is opened. */
export function preload(to: Address) {
  const found = findRoute(new URL(to, location.href).pathname);
  if (found && !loadedScreens.has(found.route)) void loadScreen(found.route);
}

/**
 * Shows the next screen once its code is there; the old one stays until then. Scrolls to `start`, unless it is 'stay'.
 */
async function moveTo(to: string, kind: MoveKind, next: HistoryEntry, start: number | 'stay' = 0): Promise<void> {
  const turn = (lastMoveNumber += 1);
  // Checked at every move, because the session may have ended meanwhile.
  if (!settings.mayEnter()) return settings.turnAway();
  const { pathname, search, hash } = new URL(to, location.href);
  const found = findRoute(pathname);
  if (!found) return moveTo(settings.home, 'replace', next);
  const { route, params } = found;
  const Known = loadedScreens.get(route);
  if (!Known) setState({ ...state, loading: true });
  // No await if the code is loaded: text typed into a search must be in the address at once.
  const content = Known ? { Screen: Known } : await loadScreen(route);
  if (turn !== lastMoveNumber) return;
  scrollPositions.set(entry.key, window.scrollY);
  if (state.shown)
    leftPlaces.set(state.shown.place.pathname, { search: state.shown.place.search, top: window.scrollY });
  if (kind === 'push') history.pushState(next, '', pathname + search + hash);
  if (kind === 'replace') history.replaceState(next, '', pathname + search + hash);
  entry = next;
  const place = { pathname, search, key: next.key, kind, params, from: next.from };
  const top = kind === 'pop' ? (scrollPositions.get(next.key) ?? 0) : start;
  setState({ shown: { ...content, place, top: top === 'stay' ? undefined : top }, loading: false });
}

type Guard = { holds: () => boolean; hold: (proceed: () => void) => void };
const guards = new Set<Guard>();

/** Holds moves back while `holds` returns true: `hold` receives the function that makes the move after all. */
export function addGuard(guard: Guard) {
  guards.add(guard);
  return () => void guards.delete(guard);
}

function isBlocked(proceed: () => void): boolean {
  const guard = [...guards].find(({ holds }) => holds());
  guard?.hold(proceed);
  return guard !== undefined;
}

const newKey = () => crypto.getRandomValues(new Uint32Array(1)).join('');

/** Goes to a screen, unless a guard holds. Resolves when it is shown. */
export async function navigate(
  to: Address | string,
  { replace = false, keepScroll = false, asLeft = false }: NavigateOptions = {},
): Promise<void> {
  const index = entry.index + (replace ? 0 : 1);
  const kept = asLeft ? leftPlaces.get(to) : undefined;
  const start = keepScroll ? 'stay' : kept?.top;
  const from = replace ? entry.from : state.shown?.place.pathname;
  const go = () =>
    moveTo(to + (kept?.search ?? ''), replace ? 'replace' : 'push', { index, key: newKey(), from }, start);
  // Another view of the same screen loses nothing, so no guard is asked.
  const stays = new URL(to, location.href).pathname === state.shown?.place.pathname;
  if (!stays && isBlocked(() => void go())) return;
  await go();
}

/** The next popstate event, if the panel itself causes it. */
let expectedPop: 'undone' | 'proceeding' | undefined;

function onPop({ state: kept }: PopStateEvent) {
  const popCause = expectedPop;
  expectedPop = undefined;
  if (popCause === 'undone') return;
  const next = { index: 0, key: newKey(), ...(kept as Partial<HistoryEntry> | null) };
  const { pathname, search } = location;
  // A jump within the page: the browser has made the entry, and nothing else changes.
  if (!kept && pathname === state.shown?.place.pathname && search === state.shown.place.search) {
    entry = { index: entry.index + 1, key: next.key };
    history.replaceState(entry, '');
    return;
  }
  const steps = next.index - entry.index;
  const proceed = () => {
    expectedPop = 'proceeding';
    history.go(steps);
  };
  // The browser has moved already: go back until the person has answered.
  if (popCause !== 'proceeding' && steps !== 0 && isBlocked(proceed)) {
    expectedPop = 'undone';
    history.go(-steps);
    return;
  }
  void moveTo(location.href, 'pop', next);
}

/** Starts at the current address. */
export function startNavigation(chosen: Settings) {
  settings = chosen;
  entry = { ...entry, ...(history.state as Partial<HistoryEntry> | null) };
  history.replaceState(entry, '');
  // The browser would scroll before the screen is rendered; on a reload it may restore the scroll itself.
  history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'));
  window.addEventListener('popstate', onPop);
  void moveTo(location.href, 'replace', entry, 'stay');
}

/** The screen of the present place, once there is one. */
export const useShownScreen = () => useNavigationState().shown;
export const useLoading = () => useNavigationState().loading;

export function usePlace(): Place {
  const shown = useShownScreen();
  if (!shown) throw new Error('No screen is shown yet');
  return shown.place;
}

export const useParams = () => usePlace().params;
