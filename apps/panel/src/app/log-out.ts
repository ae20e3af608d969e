import { call } from '#api/client';
import { clearSession, serverOffers } from '#api/session';

/** Ends the session on a server that can, and locally in any case; then reloads everything. */
export async function logOut() {
  // Sent before the token is erased; the person is logged out whatever the answer.
  if (serverOffers('logout')) await call('POST', 'auth/logout').catch(() => undefined);
  clearSession();
  location.assign('/login');
}
