import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

export type UnsignedRequest = {
  method: string;
  host: string;
  /** Each part of it in `percentEncode` form. */
  path: string;
  query?: Record<string, string>;
  /** Names in lower case. */
  headers?: Record<string, string>;
  body?: Buffer | string;
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Like `encodeURIComponent`, which leaves five characters that Amazon encodes. */
export function percentEncode(text: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()*]/g, code);
}

export function encodeQuery(query: Record<string, string> = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
  return pairs.sort().join('&');
}

/** The headers of a request with its signature (Amazon's version 4), which covers all of them and the body. */
export function signHeaders(
  { method, host, path, query, headers, body = '' }: UnsignedRequest,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: S3Credentials,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [moment.slice(0, 8), region, 's3', 'aws4_request'];
  const hash = sha256(body);
  const all: Record<string, string> = {
    ...headers,
    host,
    'x-amz-content-sha256': hash,
    'x-amz-date': moment,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).sort();
  const lines = names.map((name) => `${name}:${all[name]}`);
  const canonical = [method, path, encodeQuery(query), ...lines, '', names.join(';'), hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `${accessKeyId}/${scope.join('/')}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { ...all, authorization };
}
