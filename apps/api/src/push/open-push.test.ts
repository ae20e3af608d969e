import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPushServices } from '@pulso/testing/push-services';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config';
import { openPush } from '#push/open-push';
import { StartupError } from '#startup-error';

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-push-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const open = (folder: string, env: Record<string, string> = {}) =>
  openPush(readConfig({ DATA_DIR: folder, ...env })).then(({ push }) => push);

it('browsers can subscribe from the first start on, with a key that stays, and that nobody else can read', async () => {
  const folder = await newFolder();
  const [first, twin] = await Promise.all([open(folder), open(folder)]);
  expect(first.providers).toEqual(['webpush']);
  expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
  expect([twin.publicKey, (await open(folder)).publicKey]).toEqual([first.publicKey, first.publicKey]);
  const file = join(folder, 'secrets/vapid.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(first.publicKey).not.toContain(await readFile(file, 'utf8'));
  await writeFile(file, 'nada');
  await expect(open(folder)).rejects.toThrow(StartupError);
});

it('a push service of one’s own takes the place of all others', async () => {
  const push = await open(await newFolder(), { WEB_PUSH_ADDRESS: 'http://127.0.0.1:4000' });
  expect(push.isPushAddress('http://127.0.0.1:4000/wpush/1')).toBe(true);
  expect(push.isPushAddress('http://127.0.0.1:4001/wpush/1')).toBe(false);
  expect(push.isPushAddress('https://fcm.googleapis.com/fcm/send/x')).toBe(false);
});

it('O11 Firebase is configured by a service account; what is none is refused at the start, without a word of what it holds', async () => {
  const folder = await newFolder();
  const services = await startPushServices();
  onTestFinished(() => services.close());
  const account = await services.saveAccount(join(folder, 'cuenta.json'));
  expect((await open(folder, { FCM_SERVICE_ACCOUNT: account })).providers.sort()).toEqual(['fcm', 'webpush']);

  const whole = await readFile(account, 'utf8');
  const broken: [string, string][] = [
    ['sin-clave.json', JSON.stringify({ ...JSON.parse(whole), private_key: 'CANARIO' })],
    ['cortada.json', whole.slice(0, -40)],
    ['sin-proyecto.json', JSON.stringify({ ...JSON.parse(whole), project_id: '../CANARIO' })],
    ['vacia.json', ''],
  ];
  for (const [name, text] of broken) {
    const file = join(folder, name);
    await writeFile(file, text);
    const error: unknown = await open(folder, { FCM_SERVICE_ACCOUNT: file }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toBe(
      `No se puede usar FCM_SERVICE_ACCOUNT (${file}): no es la clave de una cuenta de servicio de Firebase`,
    );
  }
  await expect(open(folder, { FCM_SERVICE_ACCOUNT: join(folder, 'no-hay.json') })).rejects.toThrow('ENOENT');
});

it.each([
  ['WEB_PUSH_CONTACT', 'alguien@example.com', 'WEB_PUSH_CONTACT: debe empezar con mailto: o https://'],
  ['WEB_PUSH_ADDRESS', 'nada', 'WEB_PUSH_ADDRESS: debe ser una dirección web'],
  ['PUSH_PER_SECOND', 'rápido', 'PUSH_PER_SECOND: debe ser un número'],
])('a wrong %s is told at the start', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});
