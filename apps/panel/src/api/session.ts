import type { LoginUser } from '@pulso/contract/accounts/auth';
import { may, type Permission } from '@pulso/contract/accounts/permissions';
import { SESSION_HOURS } from '@pulso/contract/accounts/session';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';

const COOKIES = ['token', 'nombre', 'username', 'userId', 'rol', 'sesion'] as const;
type Name = (typeof COOKIES)[number];

const SECONDS = SESSION_HOURS * 3_600;
const EXTRAS = 'pulso-extras';
/** What was looked at in this session; `visited.ts` keeps it. */
export const VISITED = 'pulso-recientes';
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
    // Not written by us: shown as it is.
    return value;
  }
}

export function readToken(): string | undefined {
  return readCookie('token') || undefined;
}

export function storeToken(token: string) {
  write('token', token);
}

/** A session is an administrator's where it says nothing else: nobody else is let in. */
export function mayVisit(permission: Permission): boolean {
  return may(normalizeRole(readCookie('rol')) ?? 'ADMIN', permission);
}

export const isOwnId = (id: number) => readCookie('userId') === String(id);

/** After users change their own name, the menu shows it at once. */
export function renameSession({ name, username }: Pick<LoginUser, 'name' | 'username'>) {
  write('nombre', name);
  write('username', username);
}

/** The rest of the session; `extras` is what this server announced beyond the specification. */
export function storeSession(user: LoginUser, extras: string[]) {
  renameSession(user);
  write('userId', String(user.id));
  write('rol', user.role);
  write('sesion', 'true');
  withStorage((storage) => storage.setItem(EXTRAS, JSON.stringify(extras)));
}

/** Whether the server announced this extra at login; other servers are never sent anything unspecified. */
export function serverOffers(extra: string): boolean {
  const list = withStorage((storage) => storage.getItem(EXTRAS)) ?? '[]';
  return (JSON.parse(list) as string[]).includes(extra);
}

/** Where storage is blocked, the panel works without what it would keep there. */
export function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

export function dropToken() {
  erase('token');
}

/** Clears the session in this tab and, by message, in the others. */
export function clearSession() {
  for (const name of COOKIES) erase(name);
  for (const key of [EXTRAS, VISITED]) withStorage((storage) => storage.removeItem(key));
  channel.postMessage('ended');
}

/** Runs when another tab ended the session, or when this one comes back to find it gone. */
export function onSessionEnded(listener: () => void) {
  const look = () => {
    if (document.visibilityState === 'visible' && !readToken()) listener();
  };
  channel.addEventListener('message', listener);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pageshow', look);
  return () => {
    channel.removeEventListener('message', listener);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pageshow', look);
  };
}
