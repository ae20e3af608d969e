import { CallFailure, type Body } from '@pulso/web/answers';
import { call } from '#api/client';
import { COOKIES, readCookie, storeToken, writeCookie } from '#api/session';

let renewal: Promise<boolean> | undefined;

async function renew(): Promise<boolean> {
  try {
    const body: Body & { access_token?: unknown } = await call('POST', 'auth/renew', { anonymous: true });
    // The other cookies last for as long again.
    for (const name of COOKIES) writeCookie(name, readCookie(name) ?? '');
    storeToken(String(body.access_token));
    return true;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) return false;
    throw error;
  } finally {
    renewal = undefined;
  }
}

/** Gets another token for the session that is kept on this device; of calls at the same time one asks. False if it has ended. */
export function renewSession(): Promise<boolean> {
  return (renewal ??= renew());
}
