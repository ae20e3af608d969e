import { join } from 'node:path';
import { logIn } from '@pulso/testing/product';
import { createPushBrowser } from '@pulso/testing/push-browser';
import { startPushServices } from '@pulso/testing/push-services';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createInstalledFolder, startInFolder } from './data-folder';

// Two starts of the product, on a machine that may be busy.
const TIMEOUT_MS = 120_000;

it(
  'a notification arrives at the telephone and the browser of a client, over a restart in the middle',
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = await createInstalledFolder();
    const services = await startPushServices((_device, attempt) => (attempt === 1 ? { status: 503 } : undefined));
    onTestFinished(() => services.close());
    const env = {
      FCM_SERVICE_ACCOUNT: await services.saveAccount(join(folder, 'cuenta.json')),
      FCM_ADDRESS: services.address,
      WEB_PUSH_ADDRESS: services.address,
    };
    const first = await startInFolder(folder, env);
    const admin = await logIn(first.url);
    const person = { name: 'Ana', gender: 'Female', phone: '1123456789', username: 'ana', password: 'clave-segura' };
    expect((await admin.post('/user', { ...person, countryCode: 'AR', countryCodeT: '+54' })).status).toBe(201);
    const client = await logIn(first.url, person);
    expect((await client.get('/user')).status).toBe(403);

    const browser = createPushBrowser();
    const address = `${services.address}/wpush/v2/ana`;
    for (const device of [
      { provider: 'fcm', token: 'telefono-de-ana', platform: 'android' },
      { provider: 'webpush', token: address, platform: 'web', keys: browser.keys },
    ])
      expect((await client.put('/device', device)).status).toBe(200);
    const sent = await admin.post('/notifications/send-to-all', { title: 'Mañana cerramos', body: 'Por feriado' });
    expect(((await sent.json()) as { data: object }).data).toMatchObject({ recipients: 2, pending: 2 });

    // Both were refused once; then the product is stopped, and what it has not delivered waits for the next start.
    await vi.waitFor(() => expect(services.attempts.size).toBe(2), { timeout: TIMEOUT_MS });
    expect(await first.stop()).toBe(0);
    const second = await startInFolder(folder, env);
    await vi.waitFor(() => expect(services.accepted).toHaveLength(2), { timeout: TIMEOUT_MS });
    const received = services.accepted.find(({ device }) => device === address)!;
    expect(JSON.parse(browser.read(received.body))).toMatchObject({ title: 'Mañana cerramos', body: 'Por feriado' });
    await vi.waitFor(async () => {
      const history = (await (await (await logIn(second.url)).get('/notifications')).json()) as { data: object[] };
      expect(history.data).toMatchObject([{ recipients: 2, delivered: 2, failed: 0, pending: 0 }]);
    }, TIMEOUT_MS);
    expect(services.problems).toEqual([]);
  },
);
