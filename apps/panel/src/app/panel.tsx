import { QueryClientProvider } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { addresses } from '#addresses';
import { pageSetting } from '#api/page-setting';
import { createQueryClient } from '#api/query';
import { leaveExpired, readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenBoundary, ScreenFailure } from '#app/screen-failure';
import { innerMoneyScreens, innerScreens, isReachable, mainScreens, moneyScreens, settingsScreens } from '#app/screens';
import { startNavigation, useShown, type Route } from '#navigation/navigation';

/** All parts of the system on one page: while developing, and where a test asks for it. */
const showcase: Route[] =
  import.meta.env.DEV || pageSetting('pulso-showcase') === '1'
    ? [{ path: '/muestrario', load: async () => (await import('#app/showcase-screen')).ShowcaseScreen }]
    : [];

const client = createQueryClient();

export function startPanel() {
  startNavigation({
    routes: [
      ...[...mainScreens, ...moneyScreens, ...settingsScreens, ...innerMoneyScreens].filter(isReachable),
      ...innerScreens,
      ...showcase,
    ],
    home: addresses.home,
    mayEnter: () => readToken() !== undefined,
    turnAway: () => leaveExpired(),
  });
}

/** All that is seen with a session. */
export function Panel() {
  const shown = useShown();
  useLayoutEffect(() => {
    if (shown?.top !== undefined) window.scrollTo(0, shown.top);
  }, [shown]);
  if (!shown) return null;
  return (
    <QueryClientProvider client={client}>
      <Layout>
        <ScreenBoundary place={shown.place}>
          {'Screen' in shown ? <shown.Screen /> : <ScreenFailure error={shown.error} />}
        </ScreenBoundary>
      </Layout>
    </QueryClientProvider>
  );
}
