import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router';
import { addresses } from '#addresses';
import { pageSetting } from '#api/page-setting';
import { readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';
import { innerScreens, mainScreens, settingsScreens, type Screen } from '#app/screens';

const requireToken = () => (readToken() ? null : redirect(addresses.login));

const routeOf = ({ path, load }: Screen): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

/** All parts of the system on one page: while developing, and where a test asks for it. */
const showcase: RouteObject[] =
  import.meta.env.DEV || pageSetting('pulso-showcase') === '1'
    ? [{ path: 'muestrario', lazy: async () => ({ Component: (await import('#app/showcase-screen')).ShowcaseScreen }) }]
    : [];

export function createRouter() {
  return createBrowserRouter([
    {
      path: addresses.login,
      lazy: async () => ({ Component: (await import('#features/accounts/auth/login-screen')).LoginScreen }),
      ErrorBoundary: ScreenFailure,
      HydrateFallback: () => null,
    },
    {
      path: '/',
      loader: requireToken,
      // Asked again at every move, because the session may have ended meanwhile.
      shouldRevalidate: () => true,
      Component: Layout,
      ErrorBoundary: ScreenFailure,
      HydrateFallback: () => null,
      children: [
        // A screen that fails leaves the menu standing.
        {
          ErrorBoundary: ScreenFailure,
          children: [
            ...[...mainScreens, ...settingsScreens, ...innerScreens].map(routeOf),
            ...showcase,
            { index: true, element: <Navigate to={addresses.home} replace /> },
            { path: '*', element: <Navigate to={addresses.home} replace /> },
          ],
        },
      ],
    },
  ]);
}
