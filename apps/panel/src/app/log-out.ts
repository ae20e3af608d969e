import { call } from '#api/client';
import { clearSession, serverOffers } from '#api/session';

/** Ends the session on a server that can, and here in any case; then everything is loaded anew. */
export async function logOut() {
  // Told before the token is gone; whatever comes of it, the person is leaving.
  if (serverOffers('logout')) await call('POST', 'auth/logout').catch(() => undefined);
  clearSession();
  location.assign('/login');
}
