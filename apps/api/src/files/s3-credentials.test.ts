import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { credentialsFinder } from '#files/s3-credentials';

const ROLE_KEYS = { accessKeyId: 'rol', secretAccessKey: 'secreto', sessionToken: 'ficha' };
const JSON_KEYS = { AccessKeyId: 'rol', SecretAccessKey: 'secreto', Token: 'ficha' };
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** A file that is not there, so that no profile of this machine is found. */
const NO_FILE = { AWS_SHARED_CREDENTIALS_FILE: '/no/hay' };

async function startServerWith(answer: (request: IncomingMessage, body: string) => string | undefined) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    void text(request).then((body) => {
      const found = answer(request, body);
      response.writeHead(found === undefined ? 401 : 200).end(found);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function createFileWith(content: string) {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), content);
  return join(folder, 'file');
}

const findCredentials = (env: Record<string, string>) => credentialsFinder('us-east-1', { ...NO_FILE, ...env })();

it('keys come from the variables of Amazon', async () => {
  const keys = { AWS_ACCESS_KEY_ID: 'clave', AWS_SECRET_ACCESS_KEY: 'secreto' };
  expect(await findCredentials(keys)).toMatchObject({ accessKeyId: 'clave', secretAccessKey: 'secreto' });
  expect(await findCredentials({ ...keys, AWS_SESSION_TOKEN: 'ficha' })).toMatchObject({ sessionToken: 'ficha' });
});

it('keys come from the profile that is named, or the one by default', async () => {
  const keys = (name: string) => `aws_access_key_id = ${name}\n  aws_secret_access_key=s/${name}=\n`;
  const file = await createFileWith(`; [otro]\n[default]\n${keys('uno')}\n[ dos ]\n${keys('dos')}`);
  const env = { AWS_SHARED_CREDENTIALS_FILE: file };
  expect(await findCredentials(env)).toMatchObject({ accessKeyId: 'uno', secretAccessKey: 's/uno=' });
  expect(await findCredentials({ ...env, AWS_PROFILE: 'dos' })).toMatchObject({
    accessKeyId: 'dos',
    secretAccessKey: 's/dos=',
  });
});

it('keys come from the role of a pod, for its token', async () => {
  const { url } = await startServerWith((_request, body) => {
    const sent = new URLSearchParams(body);
    if (sent.get('WebIdentityToken') !== 'la ficha' || sent.get('RoleArn') !== 'arn:rol') return undefined;
    return `<Credentials><AccessKeyId>rol</AccessKeyId><SecretAccessKey>secreto</SecretAccessKey>
      <SessionToken>ficha</SessionToken><Expiration>${minutesFromNow(60)}</Expiration></Credentials>`;
  });
  const token = { AWS_WEB_IDENTITY_TOKEN_FILE: await createFileWith('la ficha\n'), AWS_ENDPOINT_URL_STS: url };
  expect(await findCredentials({ ...token, AWS_ROLE_ARN: 'arn:rol' })).toMatchObject(ROLE_KEYS);
  await expect(findCredentials({ ...token, AWS_ROLE_ARN: 'otro' })).rejects.toThrow('401');
});

it('keys come from the role of a container, whose agent is local or has a certificate', async () => {
  const { url } = await startServerWith(({ headers }) =>
    headers.authorization === 'ficha' ? JSON.stringify(JSON_KEYS) : undefined,
  );
  const agent = { AWS_CONTAINER_CREDENTIALS_FULL_URI: `${url}/keys` };
  expect(await findCredentials({ ...agent, AWS_CONTAINER_AUTHORIZATION_TOKEN: 'ficha' })).toMatchObject(ROLE_KEYS);
  const file = await createFileWith('ficha\n');
  expect(await findCredentials({ ...agent, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file })).toMatchObject(ROLE_KEYS);
  await expect(findCredentials({ AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://ejemplo.com.ar/keys' })).rejects.toThrow(
    'https',
  );
});

it('keys come from the role of a machine, are searched once for all who wait, and again before they expire', async () => {
  let minutes = 4;
  const { calls, url } = await startServerWith(({ method, url: path, headers }) => {
    if (method === 'PUT') return 'permiso';
    if (headers['x-aws-ec2-metadata-token'] !== 'permiso') return undefined;
    return path?.endsWith('/mi-rol')
      ? JSON.stringify({ ...JSON_KEYS, Expiration: minutesFromNow(minutes) })
      : 'mi-rol\n';
  });
  const findAgain = credentialsFinder('us-east-1', { ...NO_FILE, AWS_EC2_METADATA_SERVICE_ENDPOINT: url });
  const [first, second] = await Promise.all([findAgain(), findAgain()]);
  expect([first, second]).toEqual([first, first]);
  expect(first).toMatchObject(ROLE_KEYS);
  const roles = '/latest/meta-data/iam/security-credentials/';
  const search = ['PUT /latest/api/token', `GET ${roles}`, `GET ${roles}mi-rol`];
  expect(calls).toEqual(search);
  minutes = 60;
  await findAgain();
  await findAgain();
  expect(calls).toEqual([...search, ...search]);
});

it('without any of them it says so, and searches again the next time', async () => {
  await expect(findCredentials({ AWS_EC2_METADATA_DISABLED: 'true' })).rejects.toThrow('no S3 keys are configured');
  let isReady = false;
  const { url } = await startServerWith(() => (isReady ? JSON.stringify(JSON_KEYS) : undefined));
  const findAgain = credentialsFinder('us-east-1', { ...NO_FILE, AWS_CONTAINER_CREDENTIALS_FULL_URI: url });
  await expect(findAgain()).rejects.toThrow('401');
  isReady = true;
  expect(await findAgain()).toMatchObject(ROLE_KEYS);
});
