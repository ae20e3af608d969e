import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, useEffect, useLayoutEffect, useRef } from 'react';
import { addresses } from '#addresses';
import { pageSetting } from '#api/page-setting';
import { createQueryClient } from '#api/query';
import { leaveExpired, readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenBoundary, ScreenFailure } from '#app/screen-failure';
import {
  iconOf,
  innerMoneyScreens,
  innerScreens,
  isReachable,
  mainScreens,
  moneyScreens,
  settingsScreens,
} from '#app/screens';
import { startNavigation, useShown, type Route } from '#navigation/navigation';
import { PlaceIcon } from '#ui/feedback/place-icon';

/** Page with all parts of the system: in development, and if a test asks for it. */
const showcase: Route[] =
  import.meta.env.DEV || pageSetting('pulso-showcase') === '1'
    ? [{ path: '/muestrario', load: async () => (await import('#app/showcase-screen')).ShowcaseScreen }]
    : [];

const client = createQueryClient();

export function startPanel() {
  startNavigation({
    routes: [
      ...[...mainScreens, ...moneyScreens, ...settingsScreens, ...innerMoneyScreens, ...innerScreens].filter(
        isReachable,
      ),
      ...showcase,
    ],
    home: addresses.home,
    mayEnter: () => readToken() !== undefined,
    turnAway: () => leaveExpired(),
  });
}

/** Delay after the start, long enough that nothing on the screen waits for the deferred work. */
const CALM_MS = 3_000;
const prepareLater = async () => (await import('#app/later')).prepareLater(client);
setTimeout(() => void prepareLater().catch(() => undefined), CALM_MS);

/** Everything that is visible with a session. */
export function Panel() {
  const shown = useShown();
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
    <QueryClientProvider client={client}>
      <Layout>
        <PlaceIcon value={createElement(iconOf(shown.place.pathname), { className: 'size-7', strokeWidth: 1.5 })}>
          <ScreenBoundary place={shown.place}>
            {'Screen' in shown ? <shown.Screen /> : <ScreenFailure error={shown.error} />}
          </ScreenBoundary>
        </PlaceIcon>
      </Layout>
    </QueryClientProvider>
  );
}
