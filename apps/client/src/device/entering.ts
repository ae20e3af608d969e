import type { Entered } from '@pulso/contract/coaching/access';
import { forgetAnswers } from '#http/answers';
import { call } from '#http/call';
import { eraseAllKept } from '#http/kept-answers';
import { serverToday } from '#http/server-clock';
import { INSTALL_KEY, LEFT_KEY, OFFER_KEY, PUSH_KEY, readStored, SESSION_KEY, store } from '#device/phone-storage';
import { CUT_OFF, DISMISSED_KEY, mayPush, OUTSIDE_KEY, PERSON_KEY, readPerson, type Person } from '#device/session';

export type Entrance = { link: string } | { phone: string; code: string } | { username: string; password: string };

/** A link's hash; undefined where the browser has no such function, which it has over TLS alone. */
async function hashOf(secret: string): Promise<string | undefined> {
  const digest = await globalThis.crypto.subtle?.digest('SHA-256', new TextEncoder().encode(secret));
  return digest && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** True if it is the link that this phone was entered with. */
export async function isOwnLink(secret: string): Promise<boolean> {
  const known = readPerson()?.link;
  return known !== undefined && known === (await hashOf(secret));
}

/** Nothing more is sent in this person's name; what waits stays, and is somebody's who enters as the same. */
async function closeLog(): Promise<void> {
  const person = readPerson();
  if (!person) return;
  store(LEFT_KEY, { ...readStored<object>(LEFT_KEY), [person.id]: serverToday() });
  await import('#device/log').then((log) => log.closeLogOf(person.id));
}

/** Everything of the person goes from this phone, but for what the server does not have. */
async function forgetPerson(): Promise<void> {
  await closeLog().catch(() => undefined);
  for (const key of [PERSON_KEY, DISMISSED_KEY, INSTALL_KEY, PUSH_KEY, OFFER_KEY, SESSION_KEY]) store(key, undefined);
  forgetAnswers();
  await eraseAllKept();
  if (readStored(LEFT_KEY))
    await import('#device/left-logs').then(({ clearLeft }) => clearLeft()).catch(() => undefined);
  if (mayPush()) await import('#device/web-push').then(({ forgetPush }) => forgetPush()).catch(() => undefined);
}

/** Forgets the person, whose session is over. */
export async function forgetSession({ isCut = false } = {}): Promise<void> {
  store(OUTSIDE_KEY, isCut ? CUT_OFF : true);
  await forgetPerson();
}

export async function enter(entrance: Entrance): Promise<void> {
  // What waits here is sent with no other session than its own.
  await closeLog();
  // An answer that gets lost may have brought a cookie.
  store(OUTSIDE_KEY, undefined);
  const { data } = await call('POST', 'auth/access', { json: entrance });
  const person = data as Entered;
  // Who enters finds nothing of whoever was here before.
  await forgetPerson();
  store(PERSON_KEY, { ...person, link: 'link' in entrance ? await hashOf(entrance.link) : undefined } satisfies Person);
}

/** Ends the session on the server, then forgets the person. */
export async function leave(): Promise<void> {
  // Afterwards the server would not know whose it was.
  if (mayPush()) await import('#device/web-push').then(({ removeDevice }) => removeDevice());
  await call('POST', 'my/leave');
  await forgetSession();
}
