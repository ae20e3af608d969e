import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { bucketAddress, s3Client } from '#files/s3-client';

const HOUR_MS = 3_600_000;
const GET = { method: 'GET', key: 'a' };
const COPY = { method: 'PUT', key: 'b', headers: { 'x-amz-copy-source': 'b/a' } };
const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>a &lt; b &#241;&#xF1;</Message></Error>`;

it.each([
  [{ bucket: 'fotos', region: 'sa-east-1' }, 'https://fotos.s3.sa-east-1.amazonaws.com/'],
  [{ bucket: 'mis.fotos', region: 'sa-east-1' }, 'https://s3.sa-east-1.amazonaws.com/mis.fotos'],
  [{ bucket: 'fotos', region: 'cn-north-1' }, 'https://fotos.s3.cn-north-1.amazonaws.com.cn/'],
  [{ bucket: 'fotos', region: 'r', endpoint: 'http://s3.local:9000' }, 'http://s3.local:9000/fotos'],
  [{ bucket: 'fotos', region: 'r', endpoint: 'https://s3.local/v1/' }, 'https://s3.local/v1/fotos'],
])('a bucket has a host at Amazon, where its name can be one, and a path elsewhere: %o', (settings, address) => {
  expect(bucketAddress(settings).href).toBe(address);
});

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** A server that gives these answers one after the other, and then the last again. */
async function startServerWith(...answers: Answer[]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    void answers[Math.min(requests.length, answers.length) - 1]!(response, request);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
  const credentials = { accessKeyId: 'clave', secretAccessKey: 'clave' };
  const open = (timeouts?: { connectionMs: number; silenceMs: number }) =>
    s3Client({ bucket: 'b', region: 'r', endpoint, credentials, prefix: '' }, timeouts);
  return { requests, open };
}

const answerGood: Answer = (response) => response.end('<Good/>');
const answerError = (status: number, code: string) => (response: ServerResponse) =>
  response.writeHead(status).end(errorXml(code));
const hangUp: Answer = (response) => response.destroy();

it.each<[string, Answer]>([
  ['it is not ready', answerError(503, 'SlowDown')],
  ['it has an error', answerError(500, 'InternalError')],
  ['it gets too much', answerError(429, 'TooManyRequests')],
  ['it waited for the body', answerError(400, 'RequestTimeout')],
  ['it hangs up', hangUp],
])('a store is asked once more when %s', async (_case, answer) => {
  const passing = await startServerWith(answer, answerGood);
  expect(await passing.open().send(GET)).toBe('<Good/>');
  expect(passing.requests.map(({ url }) => url)).toEqual(['/base/b/a', '/base/b/a']);
  const lasting = await startServerWith(answer);
  await expect(lasting.open().send(GET)).rejects.toThrow();
  expect(lasting.requests).toHaveLength(2);
});

it('a refusal is final, and known by its status and code', async () => {
  const { requests, open } = await startServerWith(answerError(403, 'AccessDenied'));
  await expect(open().send(GET)).rejects.toMatchObject({ status: 403, name: 'AccessDenied', message: 'a < b ññ' });
  const { open: openMute } = await startServerWith((response) => response.writeHead(404).end());
  await expect(openMute().open(GET)).rejects.toMatchObject({ status: 404, name: 'UnknownError', message: 'HTTP 404' });
  expect(requests).toHaveLength(1);
});

it.each<[string, Answer]>([
  ['an error', (response) => response.end(`  \n${errorXml('InternalError')}\n`)],
  ['nothing', (response) => response.end()],
])('a copy that is answered 200 with %s is no copy', async (_case, answer) => {
  const { requests, open } = await startServerWith(answer);
  await expect(open().send(COPY)).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(2);
});

it('what a clock that is wrong has signed is signed again by the clock of the store', async () => {
  const ahead = new Date(Date.now() + HOUR_MS).toUTCString();
  const { requests, open } = await startServerWith(
    (response) => response.setHeader('date', ahead).writeHead(403).end(errorXml('RequestTimeTooSkewed')),
    answerGood,
  );
  await open().send(GET);
  const [first, second] = requests.map(({ headers }) => Number(String(headers['x-amz-date']).replace(/\D/g, '')));
  expect(second! - first!).toBeGreaterThanOrEqual(5_959);
});

const SHORT_TIMEOUTS = { connectionMs: 2_000, silenceMs: 100 };

it('a store that says nothing is waited for twice, and not for ever', async () => {
  const { requests, open } = await startServerWith(() => undefined);
  await expect(open(SHORT_TIMEOUTS).send(GET)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(requests).toHaveLength(2);
});

it('an answer that stops in the middle fails whoever reads it', async () => {
  const { open } = await startServerWith((response) => response.setHeader('content-length', 10).write('half'));
  const answer = await open(SHORT_TIMEOUTS).open(GET);
  expect(answer.headers['content-length']).toBe('10');
  await expect(buffer(answer)).rejects.toMatchObject({ name: 'TimeoutError' });
});
