import { CSPProvider } from '@base-ui/react/csp-provider';
import { createElement, useEffect, useLayoutEffect, useRef } from 'react';
import { navigate, startNavigation, useShownScreen, type Route } from '@pulso/web/navigation/navigation';
import { ScreenBoundary } from '@pulso/web/ui/feedback/screen-boundary';
import { ScreenIcon } from '@pulso/web/ui/feedback/screen-icon';
import { addresses, entranceFor } from '#addresses';
import { keepUpToDate, refresh } from '#http/answers';
import { onSessionEnd } from '#http/call';
import { applyAccent, brand } from '#device/brand';
import { keepInstallQuestion } from '#device/install-question';
import { isOutside, readPerson } from '#device/session';
import { hasUnsent } from '#device/use-log';
import { TODAY_PATH } from '#features/kept-limits';
import { TodayScreen } from '#features/today/today-screen';
import { iconOf, Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';

/** Time that the start leaves to the answer, which the page has asked for beside the code: without it the day is drawn twice. */
const FIRST_ANSWER_MS = 100;

async function loadToday() {
  await Promise.race([refresh(TODAY_PATH), new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_MS))]);
  return TodayScreen;
}

const loadProgress = () => import('#features/progress/progress-screens');

// Hoy is what nearly everybody opens: it is part of the first file, the others come with their first visit.
const routes: Route[] = [
  { path: addresses.today, load: loadToday },
  {
    path: addresses.training(':course'),
    load: async () => (await import('#features/training/training-screen')).TrainingScreen,
  },
  { path: addresses.session, load: async () => (await import('#features/session/session-screen')).SessionScreen },
  { path: addresses.food, load: async () => (await import('#features/food/food-screen')).FoodScreen },
  { path: '/mi/comida/:id', load: async () => (await import('#features/food/diet-screen')).DietScreen },
  ...['', '/:part', '/:part/:id'].map((part) => ({
    path: addresses.progress + part,
    load: async () => (await loadProgress()).ProgressScreen,
  })),
  { path: addresses.workout(':id'), load: async () => (await loadProgress()).WorkoutScreen },
  { path: addresses.plan, load: async () => (await import('#features/plan/plan-screen')).PlanScreen },
  {
    path: '/mi/plan/comprobante/:id',
    load: async () => (await import('#features/plan/receipt-screen')).ReceiptScreen,
  },
  { path: addresses.enter, load: async () => (await import('#features/entrance/entrance-screen')).EntranceScreen },
];

const isAtEntrance = () => location.pathname === addresses.enter;
const entranceFromHere = () => entranceFor(location.pathname + location.search);

/** Without a session every place leads to the entrance, and back after entering; who is training goes on. */
async function turnAway() {
  if (isAtEntrance() || location.pathname === addresses.session) return;
  const entrance = entranceFromHere();
  const forgetting = import('#device/entering');
  const isCut = readPerson() !== undefined && (await hasUnsent());
  // The session and the place change at once: a screen that is still to come would ask once more.
  await Promise.all([
    forgetting.then(({ forgetSession }) => forgetSession({ isCut })),
    navigate(entrance, { replace: true }),
  ]);
}

/** Delay after the start, long enough that nothing on the screen waits for these files. */
const PREPARE_DELAY_MS = 3_000;

export function startApp() {
  applyAccent(brand.accent);
  onSessionEnd(() => void turnAway());
  // Nothing is asked that can only be refused.
  if (isOutside() && !isAtEntrance()) history.replaceState(history.state, '', entranceFromHere());
  startNavigation({
    routes,
    hidden: [],
    home: addresses.today,
    mayEnter: () => true,
    turnAway: () => undefined,
  });
  keepUpToDate();
  keepInstallQuestion();
  setTimeout(
    () => void import('#app/prepare').then(({ prepare }) => prepare()).catch(() => undefined),
    PREPARE_DELAY_MS,
  );
}

export function App() {
  const shown = useShownScreen();
  useLayoutEffect(() => {
    if (shown?.top !== undefined) window.scrollTo(0, shown.top);
  }, [shown]);
  const before = useRef<string>(undefined);
  const pathname = shown?.place.pathname;
  useEffect(() => {
    // The followed link may be gone with its screen: the focus moves to the beginning of the new one.
    if (before.current && before.current !== pathname && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  if (!shown) return null;
  return (
    // The policy allows no style elements; ours are in the style sheet.
    <CSPProvider disableStyleElements>
      <Layout>
        <ScreenIcon value={createElement(iconOf(shown.place.pathname), { className: 'size-7', strokeWidth: 1.5 })}>
          <ScreenBoundary place={shown.place} Failure={ScreenFailure}>
            {'Screen' in shown ? <shown.Screen key={shown.place.pathname} /> : <ScreenFailure error={shown.error} />}
          </ScreenBoundary>
        </ScreenIcon>
      </Layout>
    </CSPProvider>
  );
}
