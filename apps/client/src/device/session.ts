import type { Entered } from '@pulso/contract/coaching/access';
import { readStored } from '#device/phone-storage';

/** The session itself is a cookie that no script can read; this phone knows whose it is. */
export const PERSON_KEY = 'pulso-mi-persona';
/** Set where the session is known to be over; a browser that has lost what is stored may still have its cookie. */
export const OUTSIDE_KEY = 'pulso-mi-fuera';
/** Its value where the session ended by itself, with something that was not sent. */
export const CUT_OFF = 'sin-enviar';
/** The greatest notice that the person has put away. */
export const DISMISSED_KEY = 'pulso-mi-avisos';

export type Person = Entered & {
  /** Of the link that it was entered with: people keep the chat for a menu. */
  link?: string;
};

export const readPerson = () => readStored<Person>(PERSON_KEY);
export const isOutside = () => readStored(OUTSIDE_KEY) !== undefined;
export const isCutOff = () => readStored(OUTSIDE_KEY) === CUT_OFF;

/** Few people have notifications, and only theirs need that code. */
export const mayPush = () => globalThis.Notification?.permission === 'granted';
