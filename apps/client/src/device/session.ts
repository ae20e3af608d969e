import type { Entered } from '@pulso/contract/coaching/access';
import { forgetAnswers } from '#http/answers';
import { call } from '#http/call';
import { eraseAllKept } from '#http/kept-answers';
import { INSTALL_KEY, OFFER_KEY, PUSH_KEY, readStored, store } from '#device/phone-storage';

/** The session itself is a cookie that no script can read; this phone knows whose it is. */
const PERSON_KEY = 'pulso-mi-persona';
/** True where the session is known to be over; a browser that has lost what is stored may still have its cookie. */
const OUTSIDE_KEY = 'pulso-mi-fuera';
/** The greatest notice that the person has put away. */
export const DISMISSED_KEY = 'pulso-mi-avisos';

type Person = Entered & {
  /** Of the link that it was entered with: people keep the chat for a menu. */
  link?: string;
};

export const readPerson = () => readStored<Person>(PERSON_KEY);
export const isOutside = () => readStored<boolean>(OUTSIDE_KEY) === true;

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

/** Few people have notifications, and only theirs need that code. */
export const mayPush = () => globalThis.Notification?.permission === 'granted';

/** Everything of the person goes from this phone. */
async function forgetPerson(): Promise<void> {
  for (const key of [PERSON_KEY, DISMISSED_KEY, INSTALL_KEY, PUSH_KEY, OFFER_KEY]) store(key, undefined);
  forgetAnswers();
  await eraseAllKept();
  if (mayPush()) await import('#device/web-push').then(({ forgetPush }) => forgetPush()).catch(() => undefined);
}

/** Forgets the person, whose session is over. */
export async function forgetSession(): Promise<void> {
  store(OUTSIDE_KEY, true);
  await forgetPerson();
}

export async function enter(entrance: Entrance): Promise<void> {
  // An answer that gets lost may have brought a cookie.
  store(OUTSIDE_KEY, undefined);
  const { data } = await call('POST', 'auth/access', { json: entrance });
  const person = data as Entered;
  // Who enters finds nothing of whoever was here before.
  await forgetPerson();
  store(PERSON_KEY, { ...person, link: 'link' in entrance ? await hashOf(entrance.link) : undefined });
}

/** Ends the session on the server, then forgets the person. */
export async function leave(): Promise<void> {
  // Afterwards the server would not know whose it was.
  if (mayPush()) await import('#device/web-push').then(({ removeDevice }) => removeDevice());
  await call('POST', 'my/leave');
  await forgetSession();
}
