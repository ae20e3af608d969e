import { createECDH, createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';
import { dataAsTexts } from '@pulso/contract/desk/notifications';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { collapseKeyOf, readRetryAfter, type Delivery, type Outcome } from '#push/deliveries.rules';
import { post } from '#push/providers/http-post';

const CURVE = 'prime256v1';
const KEY_BYTES = 32;
/** A signature may be valid for a day at most; reusing it saves most of the CPU of a send. */
const VAPID_HOURS = 12;

export type VapidKeys = { publicKey: string; key: KeyObject };

export function makeVapidSecret(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // Padded, because Node leaves out leading zeros.
  return Buffer.concat([Buffer.alloc(KEY_BYTES), pair.getPrivateKey()])
    .subarray(-KEY_BYTES)
    .toString('base64url');
}

export function readVapidKeys(secret: string): VapidKeys {
  const bytes = Buffer.from(secret.trim(), 'base64url');
  if (bytes.length !== KEY_BYTES) throw new Error('Not a key of this curve');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(bytes);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: bytes.toString('base64url') };
  return { publicKey: point.toString('base64url'), key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** The Authorization header for a push service, by its origin: RFC 8292. */
function openVapid({ publicKey, key }: VapidKeys, contact: string) {
  const headers = new Map<string, { header: Promise<string>; until: number }>();
  const sign = async (origin: string) => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setSubject(contact)
      .setExpirationTime(`${VAPID_HOURS}h`)
      .sign(key);
    return `vapid t=${token}, k=${publicKey}`;
  };
  return (origin: string): Promise<string> => {
    const cached = headers.get(origin);
    if (cached && cached.until > Date.now()) return cached.header;
    const header = sign(origin);
    // Renewed at half of its time, so that none expires on its way.
    headers.set(origin, { header, until: Date.now() + (VAPID_HOURS / 2) * 3_600_000 });
    return header;
  };
}

/** Only the browser that subscribed can read the result: RFC 8291. */
export function encryptFor({ p256dh, auth }: { p256dh: string; auth: string }, content: Buffer): Buffer<ArrayBuffer> {
  const privateKey = createECDH(CURVE);
  privateKey.generateKeys();
  const salt = randomBytes(16).toString('base64url');
  return encrypt(content, { version: 'aes128gcm', dh: p256dh, privateKey, salt, authSecret: auth });
}

function outcomeOf(status: number, afterSeconds?: number): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 401 || status === 403) return { kind: 'refused' };
  if (status === 429 || status >= 500) return { kind: 'later', afterSeconds };
  return { kind: 'failed' };
}

type WebPush = { keys: VapidKeys; contact: string; isPushAddress: (address: string) => boolean };

/** Web Push, RFC 8030. */
export function openWebPush({ keys, contact, isPushAddress }: WebPush) {
  const vapid = openVapid(keys, contact);

  return async (
    delivery: Delivery,
    { token: address, p256dh, auth }: NonNullable<Delivery['device']>,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    // The device may have been registered under another WEB_PUSH_ADDRESS.
    if (!isPushAddress(address) || p256dh === null || auth === null) return { kind: 'failed' };
    const { notification_id, title, body, data, seconds_left } = delivery;
    const message = { id: notification_id, title, body, data: dataAsTexts(data), tag: collapseKeyOf(delivery) };
    let content: Buffer<ArrayBuffer>;
    try {
      content = encryptFor({ p256dh, auth }, Buffer.from(JSON.stringify(message)));
    } catch {
      // Its keys are invalid: nothing can ever be delivered there.
      return { kind: 'gone' };
    }
    const url = new URL(address);
    const { status, retryAfter } = await post(url, {
      headers: {
        Authorization: await vapid(url.origin),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(seconds_left),
        // A second delivery replaces the one that waits for a closed browser.
        Topic: collapseKeyOf(delivery),
      },
      body: content,
      signal,
    });
    return outcomeOf(status, readRetryAfter(retryAfter, Date.now()));
  };
}
