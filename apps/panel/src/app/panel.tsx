import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { startNavigation, useShownScreen, type Route } from '@pulso/web/navigation/navigation';
import { ScreenBoundary } from '@pulso/web/ui/feedback/screen-boundary';
import { ScreenIcon } from '@pulso/web/ui/feedback/screen-icon';
import { addresses } from '#addresses';
import { pageSetting } from '#api/page-setting';
import { SEARCHES_ARE_EXACT, UNKNOWN_ADDRESS_IS_HOME } from '#api/strict-spec';
import { createQueryClient } from '#api/query';
import { isTrainer, leaveExpiredSession, mayVisit, readToken, serverOffers } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';
import {
  iconOf,
  innerMoneyScreens,
  innerScreens,
  isReachable,
  mainScreens,
  moneyScreens,
  settingsScreens,
} from '#app/screens';
import { PaperHead } from '#ui/layout/paper-header';

/** Page with all parts of the system: in development, and if a test asks for it. */
const showcaseRoutes: Route[] =
  import.meta.env.DEV || pageSetting('pulso-showcase') === '1'
    ? [{ path: '/muestrario', load: async () => (await import('#app/showcase-screen')).ShowcaseScreen }]
    : [];

const unknownRoute: Route = {
  path: '',
  load: async () => (await import('#app/unknown-screen')).UnknownScreen,
};

const client = createQueryClient();

export function startPanel() {
  // Loaded by itself: what it belongs to is no part of the first load.
  if (SEARCHES_ARE_EXACT) void import('#ui/text/similar-rows').then(({ searchExactly }) => searchExactly());
  const screens = [...mainScreens, ...moneyScreens, ...settingsScreens, ...innerMoneyScreens, ...innerScreens];
  startNavigation({
    routes: [...screens.filter(isReachable), ...showcaseRoutes],
    hidden: screens.filter((screen) => !isReachable(screen)),
    home: isTrainer() ? addresses.users.list : addresses.home,
    unknown: UNKNOWN_ADDRESS_IS_HOME ? undefined : unknownRoute,
    mayEnter: () => readToken() !== undefined,
    turnAway: () => leaveExpiredSession(),
  });
}

/** Delay after the start, long enough that nothing on the screen waits for the deferred work. */
const DEFERRED_START_MS = 3_000;
const loadDeferredWork = async () => (await import('#app/deferred-work')).startDeferredWork(client);
setTimeout(() => void loadDeferredWork().catch(() => undefined), DEFERRED_START_MS);

const Letterhead = lazy(async () => ({
  default: (await import('#features/billing/business/letterhead')).Letterhead,
}));
const hasLetterhead = () => mayVisit('billing') && (serverOffers('collections') || serverOffers('ledger'));
const letterhead = (
  <Suspense>
    <Letterhead />
  </Suspense>
);

/** Everything that is visible with a session. */
export function Panel() {
  const shownScreen = useShownScreen();
  useLayoutEffect(() => {
    if (shownScreen?.top !== undefined) window.scrollTo(0, shownScreen.top);
  }, [shownScreen]);
  const before = useRef<string>(undefined);
  const pathname = shownScreen?.place.pathname;
  useEffect(() => {
    // The followed link may be gone with its screen: the focus moves to the beginning of the new one.
    if (before.current && before.current !== pathname && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  if (!shownScreen) return null;
  return (
    <QueryClientProvider client={client}>
      <Layout>
        <ScreenIcon
          value={createElement(iconOf(shownScreen.place.pathname), { className: 'size-7', strokeWidth: 1.5 })}
        >
          <PaperHead value={hasLetterhead() && letterhead}>
            <ScreenBoundary place={shownScreen.place} Failure={ScreenFailure}>
              {'Screen' in shownScreen ? <shownScreen.Screen /> : <ScreenFailure error={shownScreen.error} />}
            </ScreenBoundary>
          </PaperHead>
        </ScreenIcon>
      </Layout>
    </QueryClientProvider>
  );
}
