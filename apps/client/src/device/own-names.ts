import { readStored, store } from '#device/phone-storage';

const DEVICE_KEY = 'pulso-mi-aparato';
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const DEVICE_LETTERS = 8;

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

function makeDeviceName(): string {
  const made = Array.from(randomBytes(DEVICE_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('');
  store(DEVICE_KEY, made);
  return made;
}

let deviceName: string | undefined;
/** Names this browser in what it writes. */
export const readDeviceName = () => (deviceName ??= readStored<string>(DEVICE_KEY) ?? makeDeviceName());

/** A UUID of version 7: the moment, then chance. */
export function newId(now: Date): string {
  const bytes = randomBytes(16);
  const time = now.getTime();
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(time / 2 ** (8 * (5 - index))) % 256;
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
