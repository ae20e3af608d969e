import { useEffect, useLayoutEffect, useRef } from 'react';
import { startNavigation, useShownScreen, type Route } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { keepUpToDate } from '#http/answers';
import { Layout } from '#app/layout';
import { TodayScreen } from '#features/today/today-screen';

const routes: Route[] = [{ path: addresses.today, load: async () => TodayScreen }];

export function startApp() {
  startNavigation({
    routes,
    hidden: [],
    home: addresses.today,
    mayEnter: () => true,
    turnAway: () => undefined,
  });
  keepUpToDate();
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
  return <Layout>{'Screen' in shown && <shown.Screen />}</Layout>;
}
