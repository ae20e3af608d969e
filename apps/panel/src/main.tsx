import { CSPProvider } from '@base-ui/react/csp-provider';
import { lazy, StrictMode, Suspense, useState, useTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { addresses } from '#addresses';
import { readToken } from '#api/session';
import { ScreenBoundary } from '#app/screen-failure';
import { applyTheme, readTheme } from '#app/theme';
import { LoginScreen } from '#features/accounts/auth/login-screen';
import { Toasts } from '#ui/toasts';
import './theme.css';

// Read by zod when a screen first brings it along: compiling schemas needs eval, which the policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

applyTheme(readTheme());

const loadPanel = () => import('#app/panel');
const Panel = lazy(async () => {
  const { Panel: loaded, startPanel } = await loadPanel();
  startPanel();
  return { default: loaded };
});

/** The login stands alone: it is there before the panel's code is, which comes while the person types. */
function Pulso({ isInside }: { isInside: boolean }) {
  const [inside, setInside] = useState(isInside);
  const [, startTransition] = useTransition();
  const enter = () => {
    history.replaceState(null, '', addresses.home);
    startTransition(() => setInside(true));
  };
  if (!inside) return <LoginScreen onTyping={() => void loadPanel().catch(() => undefined)} onEntered={enter} />;
  return (
    <Suspense>
      <Panel />
    </Suspense>
  );
}

const isInside = readToken() !== undefined && !/^\/login\/?$/i.test(location.pathname);
if (!isInside) history.replaceState(null, '', addresses.login);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      {/* The policy allows no style elements; ours are in the style sheet. */}
      <CSPProvider disableStyleElements>
        <ScreenBoundary>
          <Pulso isInside={isInside} />
        </ScreenBoundary>
        <Toasts />
      </CSPProvider>
    </StrictMode>,
  );
