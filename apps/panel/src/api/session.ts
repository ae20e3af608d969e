import type { LoginUser } from '@pulso/contract/accounts/auth';
import type { Extra } from '@pulso/contract/accounts/extras';
import { hasPermission, type Permission } from '@pulso/contract/accounts/permissions';
import { KEPT_SESSION_DAYS, SESSION_HOURS } from '@pulso/contract/accounts/session';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import { DRAFT_KEY_PREFIX, clearViewedData, withLocalStorage } from '#api/device-storage';

export const COOKIES = ['token', 'nombre', 'username', 'userId', 'rol', 'sesion'] as const;
type CookieName = (typeof COOKIES)[number];

/** Storage key of the user name whose session is kept on this device, by choice. */
const KEPT_KEY = 'pulso-mantener';
export const EXTRAS_KEY = 'pulso-extras';
/** Storage key of the address to return to, with the time it was left in front; its search may contain a name. */
export const RETURN_ADDRESS_KEY = 'pulso-volver';
export const sessionChannel = new BroadcastChannel('pulso-session');

function cookieAttributes(seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  return `Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}

export function writeCookie(name: CookieName, value: string) {
  const hours = readKeptUsername() ? KEPT_SESSION_DAYS * 24 : SESSION_HOURS;
  document.cookie = `${name}=${encodeURIComponent(value)}; ${cookieAttributes(hours * 3_600)}`;
}

const eraseCookie = (name: CookieName) => {
  document.cookie = `${name}=; ${cookieAttributes(0)}`;
};

export function readCookie(name: CookieName): string | undefined {
  const cookiePair = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!cookiePair) return undefined;
  const value = cookiePair.slice(name.length + 1);
  try {
    return decodeURIComponent(value);
  } catch {
    // Not written by the panel: shown as it is.
    return value;
  }
}

export function readToken(): string | undefined {
  return readCookie('token') || undefined;
}

export function storeToken(token: string) {
  writeCookie('token', token);
}

export const readKeptUsername = () => withLocalStorage((storage) => storage.getItem(KEPT_KEY)) ?? '';

export function storeKeptUsername(username: string) {
  withLocalStorage((storage) => storage.setItem(KEPT_KEY, username));
}

/** A session without a role is an administrator's: nobody else is let in but trainers. */
const roleOfSession = () => normalizeRole(readCookie('rol')) ?? 'ADMIN';
export const isTrainer = () => roleOfSession() === 'TRAINER';

/** A trainer may what says that it is his too. */
export function mayVisit(permission: Permission, access?: 'trainer'): boolean {
  return hasPermission(roleOfSession(), permission) || (access === 'trainer' && isTrainer());
}

export const isOwnId = (id: number) => readCookie('userId') === String(id);

/** Updates the name in the menu at once when users change their own. */
export function updateSessionName({ name, username }: Pick<LoginUser, 'name' | 'username'>) {
  writeCookie('nombre', name);
  writeCookie('username', username);
}

/** Stores the rest of the session; `extras` are what this server announced beyond the specification. */
export function storeSession(user: LoginUser, extras: string[]) {
  updateSessionName(user);
  writeCookie('userId', String(user.id));
  writeCookie('rol', user.role);
  writeCookie('sesion', 'true');
  withSessionStorage((storage) => storage.removeItem(RETURN_ADDRESS_KEY));
  withLocalStorage((storage) => storage.setItem(EXTRAS_KEY, JSON.stringify(extras)));
}

/** True if the server announced this extra at login; other servers are never sent anything unspecified. */
export function serverOffers(extra: Extra): boolean {
  const list = withLocalStorage((storage) => storage.getItem(EXTRAS_KEY)) ?? '[]';
  return (JSON.parse(list) as string[]).includes(extra);
}

/** True if the server announced nothing: it has the two documents alone. */
export const serverHasNoExtras = () => withLocalStorage((storage) => storage.getItem(EXTRAS_KEY)) === '[]';

const expiryListeners = new Set<() => void>();

/** Registers a listener that runs while the page still stands: a write on unload may be too late for the next page. */
export function onSessionExpired(listener: () => void) {
  expiryListeners.add(listener);
  return () => void expiryListeners.delete(listener);
}

/**
 * Called when the session expired: the login says so and leads back to the place left. A full load, so that nothing of
 * the ended session stays in memory.
 */
export function leaveExpiredSession(place = location.pathname + location.search) {
  eraseCookie('token');
  for (const listener of expiryListeners) listener();
  void clearViewedData();
  withSessionStorage((storage) => storage.setItem(RETURN_ADDRESS_KEY, Date.now() + place));
  location.assign('/login');
}

/** Address at which the session expired in this tab. */
export const readReturnAddress = () =>
  withSessionStorage((storage) => storage.getItem(RETURN_ADDRESS_KEY))?.replace(/^\d+/, '');

export function withSessionStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** True after a logout here or in another tab: the session did not expire. */
let isLoggedOut = false;
export const hasLoggedOut = () => isLoggedOut;
export const noteLogout = () => {
  isLoggedOut = true;
};

/** Clears the session in this tab and, by message, in the others, with the data that the device stored for it. */
export function clearSession() {
  noteLogout();
  for (const name of COOKIES) eraseCookie(name);
  withSessionStorage((storage) => storage.removeItem(RETURN_ADDRESS_KEY));
  withLocalStorage((storage) => {
    const ownKeys = Object.keys(storage).filter((key) => key === EXTRAS_KEY || key.startsWith(DRAFT_KEY_PREFIX));
    for (const key of ownKeys) storage.removeItem(key);
  });
  void clearViewedData();
  sessionChannel.postMessage('ended');
}
