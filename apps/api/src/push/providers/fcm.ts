import { readFile } from 'node:fs/promises';
import { dataAsTexts } from '@pulso/contract/desk/notifications';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { readRetryAfter, collapseKeyOf, type Delivery, type Outcome } from '#push/deliveries.rules';
import { fcmOutcome, type FcmFailure } from '#push/providers/fcm.rules';
import { post, type PostAnswer } from '#push/providers/http-post';
import { StartupError } from '#startup-error';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const ALGORITHM = 'RS256';
/** An access token is renewed this long before it expires. */
const RENEW_EARLY_SECONDS = 300;
const TIMEOUT_MS = 8_000;

const accountFile = z.object({
  project_id: z.string().check(z.regex(/^[\w.:-]+$/)),
  client_email: z.string().check(z.minLength(1)),
  private_key: z.string().check(z.minLength(1)),
  token_uri: z.optional(z.url()),
});
type Account = z.infer<typeof accountFile> & { key: CryptoKey };

/** The messages say what is wrong with the file, never what is in it: it holds a private key. */
export async function readServiceAccount(path: string): Promise<Account> {
  const refuse = (why: string) => new StartupError(`No se puede usar FCM_SERVICE_ACCOUNT (${path}): ${why}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse(error.code ?? 'no se puede leer');
  });
  try {
    const account = accountFile.parse(JSON.parse(text));
    return { ...account, key: await importPKCS8(account.private_key, ALGORITHM) };
  } catch {
    throw refuse('no es la clave de una cuenta de servicio de Firebase');
  }
}

class CredentialsRefusedError extends Error {}

/** An empty object if the answer is no JSON, or was cut off. */
function readJson<T extends object>({ text }: PostAnswer): Partial<T> {
  try {
    return (JSON.parse(text) ?? {}) as T;
  } catch {
    return {};
  }
}

/** An access token for an hour: https://developers.google.com/identity/protocols/oauth2/service-account */
function openAccessTokens({ client_email, key, token_uri = 'https://oauth2.googleapis.com/token' }: Account) {
  const request = async () => {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const answer = await post(new URL(token_uri), {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status } = answer;
    const { access_token: token, expires_in = 0 } = readJson<{ access_token?: string; expires_in?: number }>(answer);
    if (status === 200 && token) return { token, until: Date.now() + (expires_in - RENEW_EARLY_SECONDS) * 1_000 };
    const isRefused = status >= 400 && status < 500 && status !== 429;
    throw isRefused ? new CredentialsRefusedError() : new Error(`HTTP ${status}`);
  };

  let current: { token: string; until: number } | undefined;
  let requesting: Promise<string> | undefined;
  /** Concurrent callers share one request. */
  const requestOnce = () =>
    (requesting ??= request()
      .then((grantedToken) => {
        current = grantedToken;
        return grantedToken.token;
      })
      .finally(() => {
        requesting = undefined;
      }));

  return {
    get: async () => (current && current.until > Date.now() ? current.token : requestOnce()),
    /** Replaces a token that was revoked; others may have done so already. */
    renew: async (revoked: string) => (current && current.token !== revoked ? current.token : requestOnce()),
  };
}

function messageOf(delivery: Delivery, token: string) {
  const { title, body, data, seconds_left } = delivery;
  const tag = collapseKeyOf(delivery);
  const expires = String(Math.floor(Date.now() / 1_000) + seconds_left);
  return {
    token,
    notification: { title, body },
    data: dataAsTexts(data),
    android: { ttl: `${seconds_left}s`, notification: { tag } },
    apns: { headers: { 'apns-collapse-id': tag, 'apns-expiration': expires } },
    webpush: { headers: { TTL: String(seconds_left) } },
  };
}

/** Firebase Cloud Messaging, HTTP v1. */
export function openFcm(account: Account, address: string) {
  const accessTokens = openAccessTokens(account);
  const url = new URL(`/v1/projects/${account.project_id}/messages:send`, address);

  const send = async (bearer: string, message: object, signal: AbortSignal) => {
    const answer = await post(url, {
      headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ message }),
      signal,
    });
    const { status, retryAfter } = answer;
    return {
      status,
      outcome: fcmOutcome(status, readJson<FcmFailure>(answer), readRetryAfter(retryAfter, Date.now())),
    };
  };

  return async (
    delivery: Delivery,
    { token }: NonNullable<Delivery['device']>,
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const message = messageOf(delivery, token);
    try {
      const bearer = await accessTokens.get();
      const { status, outcome } = await send(bearer, message, signal);
      // An access token may be revoked before it expires: one retry with a new one.
      if (status !== 401 || outcome.kind === 'failed') return outcome;
      return (await send(await accessTokens.renew(bearer), message, signal)).outcome;
    } catch (error) {
      if (error instanceof CredentialsRefusedError) return { kind: 'credentials' };
      throw error;
    }
  };
}
