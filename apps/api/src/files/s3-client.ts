import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { amazonDomain, credentialsFinder } from '#files/s3-credentials';
import { percentEncode, encodeQuery, signHeaders, type S3Credentials, type UnsignedRequest } from '#files/s3-signature';
import { xmlText } from '#files/xml-text';

const TIMEOUTS = { connectionMs: 2_000, silenceMs: 8_000 };
const MAX_ATTEMPTS = 2;
const MAX_SOCKETS = 50;
const RETRY_DELAY_MS = 100;
const THROTTLED_DELAY_MS = 500;
/** Amazon refuses a request signed by a clock that differs by more. */
const MAX_SKEW_MS = 300_000;

const THROTTLING_ERRORS = /^(429|SlowDown)$/;
const TRANSIENT_ERRORS =
  /^(429|500|502|503|504|RequestTimeout|TimeoutError|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

export type S3Settings = {
  bucket: string;
  region: string;
  /** Amazon's own by default. */
  endpoint?: string;
  /** Found by `credentialsFinder` by default. */
  credentials?: S3Credentials;
  /** Start of every key: empty, or with a slash at its end. */
  prefix: string;
};
export type S3Request = Pick<UnsignedRequest, 'method' | 'query' | 'headers' | 'body'> & { key?: string };
/** `name` is the code of S3's answer. */
export type S3Error = Error & { code?: string; status?: number; isSkewed?: boolean };

const hasMark = ({ name, code, status }: S3Error, marks: RegExp) =>
  [name, code, status].some((mark) => marks.test(String(mark)));

function toS3Error(status: number, text: string, isSkewed: boolean): S3Error {
  const name = xmlText(text, 'Code') ?? 'UnknownError';
  return Object.assign(new Error(xmlText(text, 'Message') ?? `HTTP ${status}`), { name, status, isSkewed });
}

/** Names with dots fit no certificate, and other servers than Amazon's have no host for each bucket. */
export function bucketAddress({ bucket, region, endpoint }: Omit<S3Settings, 'prefix'>): URL {
  const amazon = `s3.${amazonDomain(region)}`;
  if (endpoint === undefined && /^[a-z\d-]+$/.test(bucket)) return new URL(`https://${bucket}.${amazon}`);
  return new URL(`${(endpoint ?? `https://${amazon}`).replace(/\/+$/, '')}/${percentEncode(bucket)}`);
}

/** Resolves at the beginning of an answer. Silence ends the request, and later the reading of the answer. */
async function sendRequest(
  options: http.RequestOptions,
  body: UnsignedRequest['body'],
  { connectionMs, silenceMs }: typeof TIMEOUTS,
): Promise<http.IncomingMessage> {
  const { request } = options.protocol === 'https:' ? https : http;
  const outgoing = request({ ...options, timeout: silenceMs });
  let incoming: http.IncomingMessage | undefined;
  const giveUp = (reason: string) => {
    const error = Object.assign(new Error(reason), { name: 'TimeoutError' });
    if (!incoming?.complete) (incoming ?? outgoing).destroy(error);
  };
  const connecting = setTimeout(giveUp, connectionMs, `no connection in ${connectionMs} ms`);
  const silenceTimer = setTimeout(giveUp, silenceMs, `no answer in ${silenceMs} ms`);
  outgoing.on('timeout', () => giveUp(`silence for ${silenceMs} ms`));
  outgoing.on('socket', (socket) => {
    if (!socket.connecting) clearTimeout(connecting);
    else socket.once('connect', () => clearTimeout(connecting));
  });
  // An error after the answer has begun reaches whoever reads it.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  try {
    [incoming] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    return incoming;
  } finally {
    clearTimeout(connecting);
    clearTimeout(silenceTimer);
  }
}

/** Signed requests to one bucket, each tried again once where that may help. */
export function s3Client(settings: S3Settings, timeouts = TIMEOUTS) {
  const { region, credentials } = settings;
  const { protocol, hostname, port, host, pathname } = bucketAddress(settings);
  const agent = new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const findCredentials = credentials ? async () => credentials : credentialsFinder(region);
  let skew = 0;

  const attempt = async ({ method, key, query, headers, body }: S3Request) => {
    const folder = pathname.replace(/\/$/, '');
    const path = key === undefined ? pathname : [folder, ...key.split('/').map(percentEncode)].join('/');
    const unsigned = { method, host, path, query, headers, body };
    const signed = signHeaders(unsigned, region, await findCredentials(), new Date(Date.now() + skew));
    const target = query ? `${path}?${encodeQuery(query)}` : path;
    // An IPv6 address has brackets in a URL alone.
    const place = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port, path: target };
    const answer = await sendRequest({ ...place, method, headers: signed, agent }, body, timeouts);
    const ahead = Date.parse(String(answer.headers.date)) - Date.now();
    const isSkewed = Math.abs(ahead - skew) > MAX_SKEW_MS;
    if (isSkewed) skew = ahead;
    const status = answer.statusCode ?? 0;
    if (status < 200 || status > 299) throw toS3Error(status, await readText(answer), isSkewed);
    return answer;
  };

  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let count = 1; ; count += 1) {
      try {
        return await work();
      } catch (thrown) {
        const error = thrown as S3Error;
        if (count === MAX_ATTEMPTS || !(error.isSkewed || hasMark(error, TRANSIENT_ERRORS))) throw error;
        await delay(Math.random() * (hasMark(error, THROTTLING_ERRORS) ? THROTTLED_DELAY_MS : RETRY_DELAY_MS));
      }
    }
  };

  return {
    /** The answer while it arrives. */
    open: (request: S3Request) => retry(() => attempt(request)),
    /** The text of a whole answer. */
    send: (request: S3Request) =>
      retry(async () => {
        const text = (await readText(await attempt(request))).trimEnd();
        // A copy is answered before it is made, and may fail after that.
        const isBroken =
          text.endsWith('</Error>') || (text === '' && request.headers?.['x-amz-copy-source'] !== undefined);
        if (isBroken) throw toS3Error(503, text, false);
        return text;
      }),
  };
}
