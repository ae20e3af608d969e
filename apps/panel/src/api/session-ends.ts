import { hasLoggedOut, noteLogout, readToken, sessionChannel } from '#api/session';

/** `listener` runs when another tab ended the session, `expired` when this tab becomes visible and finds it gone. */
export function onSessionEnded(listener: () => void, expired: () => void) {
  const look = () => {
    if (document.visibilityState === 'visible' && !readToken()) (hasLoggedOut() ? listener : expired)();
  };
  const leave = () => {
    noteLogout();
    listener();
  };
  sessionChannel.addEventListener('message', leave);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    sessionChannel.removeEventListener('message', leave);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}
