import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ScreenBoundary } from '@pulso/web/ui/feedback/screen-boundary';
import { Toasts } from '@pulso/web/ui/feedback/toasts';
import { entryAddresses } from '#entrances';
import { clearViewedData } from '#api/device-storage';
import { readReturnAddress, readToken } from '#api/session';
import { ScreenFailure } from '#app/screen-failure';
import { applyTheme, readTheme } from '#app/theme';
import { LoginScreen } from '#features/accounts/auth/login-screen';
import '@pulso/web/fonts/alphabets.css';
import './app/panel.css';

// Read by zod when a screen first loads it: compiling schemas needs eval, which the policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

applyTheme(readTheme());

const root = createRoot(document.getElementById('root') ?? document.body);

function renderRoot(content: ReactNode) {
  root.render(
    <StrictMode>
      {/* The policy allows no style elements; ours are in the style sheet. */}
      <CSPProvider disableStyleElements>
        <ScreenBoundary Failure={ScreenFailure}>{content}</ScreenBoundary>
        <Toasts />
      </CSPProvider>
    </StrictMode>,
  );
}

const loadPanel = () => import('#app/panel');

/** Suspense is avoided: it would delay by up to a third of a second content that replaces an empty page. */
async function showPanel() {
  try {
    const { Panel, startPanel } = await loadPanel();
    startPanel();
    renderRoot(<Panel />);
  } catch (error) {
    renderRoot(<ScreenFailure error={error} />);
  }
}

/** Shows the login alone: it is there before the panel's code, which loads while the person types. */
function showLogin() {
  // Deleted here, however the session ended.
  void clearViewedData();
  // The page came with static login markup: text typed into it meanwhile is carried over to the real one.
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('#root input:not([type=checkbox])')];
  const typed = fields().map(({ value }) => value);
  const focused = fields().findIndex((field) => field === document.activeElement);
  history.replaceState(null, '', entryAddresses.login);
  const expired = readReturnAddress();
  const enter = () => {
    history.replaceState(null, '', expired ?? entryAddresses.home);
    void showPanel();
  };
  const prepare = () => void loadPanel().catch(() => undefined);
  flushSync(() => renderRoot(<LoginScreen expired={expired !== undefined} onTyping={prepare} onEntered={enter} />));
  for (const [index, field] of fields().entries()) field.value = typed[index] || field.value;
  // The first field has the focus by itself; where a user name is known, the password gets it.
  if (focused > 0 || typed[0]) fields()[focused]?.focus();
  if (typed.some(Boolean)) prepare();
}

/** Delay after the start, long enough that nothing on the screen waits for the deferred work. */
const DEFERRED_START_MS = 3_000;
const runDeferredTidy = async () => (await import('#app/delete-expired-data')).deleteExpiredData();
setTimeout(() => void runDeferredTidy().catch(() => undefined), DEFERRED_START_MS);

if (readToken() === undefined || /^\/login\/?$/i.test(location.pathname)) showLogin();
else void showPanel();
