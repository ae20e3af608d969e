import type { LoginUser } from '@pulso/contract/accounts/auth';
import type { Extra } from '@pulso/contract/accounts/extras';
import { may, type Permission } from '@pulso/contract/accounts/permissions';
import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import { DRAFTS, forgetSeen, withStorage } from '#api/device';

const COOKIES = ['token', 'nombre', 'username', 'userId', 'rol', 'sesion'] as const;
type Name = (typeof COOKIES)[number];

const SECONDS = SESSION_HOURS * 3_600;
export const EXTRAS = 'pulso-extras';
/** Storage key of the address to return to, with the time it was left in front; its search may contain a name. */
export const RETURN = 'pulso-volver';
const channel = new BroadcastChannel('pulso-session');

function attributes(seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  return `Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
}

function write(name: Name, value: string) {
  document.cookie = `${name}=${encodeURIComponent(value)}; ${attributes(SECONDS)}`;
}

const erase = (name: Name) => {
  document.cookie = `${name}=; ${attributes(0)}`;
};

export function readCookie(name: Name): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!found) return undefined;
  const value = found.slice(name.length + 1);
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
  write('token', token);
}

/** A session without a role is an administrator's: nobody else is let in. */
export function mayVisit(permission: Permission): boolean {
  return may(normalizeRole(readCookie('rol')) ?? 'ADMIN', permission);
}

export const isOwnId = (id: number) => readCookie('userId') === String(id);

/** Updates the name in the menu at once when users change their own. */
export function renameSession({ name, username }: Pick<LoginUser, 'name' | 'username'>) {
  write('nombre', name);
  write('username', username);
}

/** Stores the rest of the session; `extras` are what this server announced beyond the specification. */
export function storeSession(user: LoginUser, extras: string[]) {
  renameSession(user);
  write('userId', String(user.id));
  write('rol', user.role);
  write('sesion', 'true');
  withTab((storage) => storage.removeItem(RETURN));
  withStorage((storage) => storage.setItem(EXTRAS, JSON.stringify(extras)));
}

/** True if the server announced this extra at login; other servers are never sent anything unspecified. */
export function serverOffers(extra: Extra): boolean {
  const list = withStorage((storage) => storage.getItem(EXTRAS)) ?? '[]';
  return (JSON.parse(list) as string[]).includes(extra);
}

const expiring = new Set<() => void>();

/** Registers a listener that runs while the page still stands: a write on unload may be too late for the next page. */
export function onExpired(listener: () => void) {
  expiring.add(listener);
  return () => void expiring.delete(listener);
}

/**
 * Called when the session expired: the login says so and leads back to the place left. A full load, so that nothing of
 * the ended session stays in memory.
 */
export function leaveExpired(place = location.pathname + location.search) {
  erase('token');
  for (const listener of expiring) listener();
  void forgetSeen();
  withTab((storage) => storage.setItem(RETURN, Date.now() + place));
  location.assign('/login');
}

/** Address at which the session expired in this tab. */
export const expiredAt = () => withTab((storage) => storage.getItem(RETURN))?.replace(/^\d+/, '');

export function withTab<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** True after a logout here or in another tab: the session did not expire. */
let hasLeft = false;
export const hasLeftSession = () => hasLeft;

/** Clears the session in this tab and, by message, in the others, with the data that the device stored for it. */
export function clearSession() {
  hasLeft = true;
  for (const name of COOKIES) erase(name);
  withTab((storage) => storage.removeItem(RETURN));
  withStorage((storage) => {
    const own = Object.keys(storage).filter((key) => key === EXTRAS || key.startsWith(DRAFTS));
    for (const key of own) storage.removeItem(key);
  });
  void forgetSeen();
  channel.postMessage('ended');
}

/** `listener` runs when another tab ended the session, `expired` when this tab becomes visible and finds it gone. */
export function onSessionEnded(listener: () => void, expired: () => void) {
  const look = () => {
    if (document.visibilityState === 'visible' && !readToken()) (hasLeft ? listener : expired)();
  };
  const leave = () => {
    hasLeft = true;
    listener();
  };
  channel.addEventListener('message', leave);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    channel.removeEventListener('message', leave);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}
