import { expect } from 'vitest';
import type { Answer, TestApp } from '#test/test-app';

type Sent = { secret: string; code: string; expires_at: string; public_url: string | null };

/** An access that the administrator sends to a client. */
export async function sendAccess(app: TestApp, userId: number): Promise<Sent> {
  const { status, body, raw } = await app.send('POST', `/api/user/${userId}/access`, { token: app.token });
  expect(status, raw).toBe(201);
  return body.data as Sent;
}

const PHONE_BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

type Origin = { from?: string; userAgent?: string };

/** Enters the app as a phone does. */
export const enter = (app: TestApp, payload: object, { from, userAgent = PHONE_BROWSER }: Origin = {}) =>
  app.send('POST', '/api/auth/access', {
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    payload: JSON.stringify(payload),
    from,
  });

/** The cookie of whoever has entered, as his browser sends it back. */
export function cookieOf({ status, raw, headers }: Answer): string {
  expect(status, raw).toBe(200);
  return /^pulso_mi=[^;]+/.exec(String(headers['set-cookie']))![0];
}

/** A client with a link of his that was entered by. */
export async function openDevice(app: TestApp, userId: number, origin?: Origin): Promise<string> {
  const { secret } = await sendAccess(app, userId);
  return cookieOf(await enter(app, { link: secret }, origin));
}

export const sendWithCookie = (
  app: TestApp,
  cookie: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) => app.send(method, path, { headers: { cookie, ...headers } });
