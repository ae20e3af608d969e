import { deviceRow, webPushKey } from '@pulso/contract/accounts/devices';
import { createPushBrowser } from '@pulso/testing/push-browser';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeSilentDevices } from '#features/accounts/devices/devices.queries';
import { openDevice, sendWithCookie } from '#test/access';
import { expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const PATH = '/api/device';
const MOZILLA_ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAAB';
const phoneDevice = (token: string) => ({ provider: 'fcm', token, platform: 'android' });

describe('a device', () => {
  const app = sharedApp({ passwords: quickPasswords });
  const someone = async (role: 'ADMIN' | 'TRAINER' | 'CLIENT' = 'CLIENT') => {
    const user = await app().addUser({ role });
    return { ...user, token: await app().login(user) };
  };
  type Person = Awaited<ReturnType<typeof someone>>;
  const put = ({ token }: Person, values: object) => app().json('PUT', PATH, values, { token });
  const drop = ({ token }: Person, values: object) => app().json('DELETE', PATH, values, { token });
  const devicesOf = async ({ id }: Person) => {
    const { rows } = await sql<{ token: string }>`select * from devices where user_id = ${id} order by id`.execute(
      app().db,
    );
    return rows;
  };

  it('is kept for whoever says that it is his, whatever his role', async () => {
    for (const role of ['CLIENT', 'TRAINER', 'ADMIN'] as const) {
      const person = await someone(role);
      const { keys } = createPushBrowser();
      const made = expectAnswer(await put(person, phoneDevice(`fcm-${role}`)), deviceRow);
      expect(made).toMatchObject({ provider: 'fcm', platform: 'android' });
      // Registering it again is idempotent.
      expect(expectAnswer(await put(person, { ...phoneDevice(`fcm-${role}`), platform: 'ios' }), deviceRow)).toEqual({
        ...made,
        platform: 'ios',
      });
      const browser = { provider: 'webpush', token: MOZILLA_ENDPOINT + role, platform: 'web', keys };
      expectAnswer(await put(person, browser), deviceRow);
      expect(await devicesOf(person)).toMatchObject([
        { token: `fcm-${role}`, platform: 'ios', p256dh: null, auth: null },
        { token: MOZILLA_ENDPOINT + role, platform: 'web', ...keys },
      ]);
    }
  });

  it('belongs to one user, the last one who said so', async () => {
    const [first, second] = [await someone(), await someone()];
    const { id } = expectAnswer(await put(first, phoneDevice('pasa-de-mano')), deviceRow);
    expect(expectAnswer(await put(second, phoneDevice('pasa-de-mano')), deviceRow).id).toBe(id);
    expect([await devicesOf(first), await devicesOf(second)]).toMatchObject([[], [{ token: 'pasa-de-mano' }]]);
    // The former owner cannot remove it.
    expect((await drop(first, { token: 'pasa-de-mano' })).status).toBe(404);
    expect(expectAnswer(await drop(second, { token: 'pasa-de-mano' }), deviceRow).id).toBe(id);
    expect((await drop(second, { token: 'pasa-de-mano' })).status).toBe(404);
  });

  it("Z7 is nobody else's for want of a name: nothing equals nothing", async () => {
    const [owner, other] = [await someone(), await someone()];
    expectAnswer(await put(owner, phoneDevice('con-propietario')), deviceRow);
    for (const token of [null, '', undefined, [], {}]) expect((await drop(other, { token })).status).toBe(400);
    // Both lack an address, a plan, a picture and notes: what two people lack alike makes neither the other.
    const { body } = await app().get('/api/notifications/mine', other.token);
    expect(body.data).toEqual([]);
    for (const path of [`/api/user/${owner.id}`, `/api/user/${owner.id}/packages`, '/api/user?search='])
      expect((await app().get(path, other.token)).status).toBe(403);
    expect(await devicesOf(owner)).toHaveLength(1);
  });

  it('said by several at once is one', async () => {
    const person = await someone();
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(person, phoneDevice('a-la-vez'))));
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
    expect(await devicesOf(person)).toHaveLength(1);
  });

  it('is one of twenty at most: the ones not heard of for longest go', async () => {
    const person = await someone();
    for (let index = 0; index < 23; index += 1)
      expect((await put(person, phoneDevice(`muchos-${index}`))).status).toBe(200);
    const kept = (await devicesOf(person)).map(({ token }) => token);
    expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => `muchos-${index + 3}`));
  });

  it('that was silent for longer than its token lives is forgotten', async () => {
    const person = await someone();
    for (const token of ['callado', 'activo']) await put(person, phoneDevice(token));
    await sql`update devices set seen_at = now() - interval '271 days' where token = 'callado'`.execute(app().db);
    await removeSilentDevices(app().db);
    expect((await devicesOf(person)).map(({ token }) => token)).toEqual(['activo']);
  });

  it('N1 V11 is refused by its field', async () => {
    const person = await someone();
    const { keys } = createPushBrowser();
    const web = { provider: 'webpush', platform: 'web', token: MOZILLA_ENDPOINT, keys };
    const [token, keysRefused] = ['El token no es válido', 'Las claves de la suscripción no son válidas'];
    const cases: [object, Record<string, string>][] = [
      [
        {},
        {
          provider: 'El proveedor debe ser fcm o webpush',
          token: 'El token es obligatorio',
          platform: 'La plataforma debe ser android, ios o web',
        },
      ],
      [
        { ...phoneDevice(' '), provider: 'apns' },
        { provider: 'El proveedor debe ser fcm o webpush', token: 'El token es obligatorio' },
      ],
      [phoneDevice('con espacio'), { token }],
      [phoneDevice('ñ'), { token }],
      [phoneDevice('x'.repeat(4_097)), { token: 'No puede tener más de 4096 caracteres' }],
      [{ ...web, keys: undefined }, { keys: keysRefused }],
      [{ ...web, keys: { p256dh: 'corta', auth: keys.auth } }, { 'keys.p256dh': keysRefused }],
      [{ ...web, keys: { ...keys, auth: 7 } }, { 'keys.auth': keysRefused }],
    ];
    for (const [values, errors] of cases) {
      const { status, body } = await put(person, values);
      expect([values, status, body.errors]).toEqual([values, 400, errors]);
    }
  });

  it('X8 of a browser is at a push service, and nowhere in our own network', async () => {
    const person = await someone();
    const { keys } = createPushBrowser();
    const at = async (token: string) =>
      (await put(person, { provider: 'webpush', platform: 'web', token, keys })).status;
    for (const refused of [
      'http://169.254.169.254/latest',
      'https://127.0.0.1/x',
      'http://fcm.googleapis.com/fcm/send/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com@evil.example/x',
      'https://evil.example/fcm.googleapis.com',
      'https://fcm.googleapis.com.evil.example/x',
      'https://xpush.apple.com/x',
      'file:///etc/passwd',
      'nada',
    ])
      expect([refused, await at(refused)]).toEqual([refused, 400]);
    for (const known of [
      'https://fcm.googleapis.com/fcm/send/abc:APA91',
      'https://web.push.apple.com/QAbc',
      'https://wns2-by3p.notify.windows.com/w/?token=x',
    ])
      expect([known, await at(known)]).toEqual([known, 200]);
    expect((await devicesOf(person)).length).toBe(3);
  });

  it("HOY-11 of the clients' app is registered and removed by its cookie, and is its own person's", async () => {
    const [person, other] = [await someone(), await someone()];
    const { keys } = createPushBrowser();
    const endpoint = `${MOZILLA_ENDPOINT}-app`;
    const [own, foreign] = [await openDevice(app(), person.id), await openDevice(app(), other.id)];
    const send = (cookie: string, method: string, values: object, path = '/api/my/device') =>
      app().send(method, path, {
        headers: { cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(values),
      });
    const browser = { provider: 'webpush', token: endpoint, platform: 'web', keys };
    expect(expectAnswer(await sendWithCookie(app(), own, 'GET', '/api/my/device/key'), webPushKey).public_key).toBe(
      'clave',
    );
    expectAnswer(await send(own, 'PUT', browser), deviceRow);
    expect(await devicesOf(person)).toMatchObject([{ token: endpoint, ...keys }]);
    // The cookie opens nothing outside of its own part, and no address that is none of a push service.
    expect((await send(own, 'PUT', browser, PATH)).status).toBe(401);
    expect((await send(own, 'PUT', { ...browser, token: 'https://evil.example/x' })).status).toBe(400);
    expect((await send(foreign, 'DELETE', { token: endpoint })).status).toBe(404);
    expectAnswer(await send(own, 'DELETE', { token: endpoint }), deviceRow);
    expect(await devicesOf(person)).toEqual([]);
  });

  it('gets from us what a browser subscribes with', async () => {
    const { token } = await someone();
    expect(expectAnswer(await app().get('/api/device/web-push-key', token), webPushKey)).toEqual({
      public_key: 'clave',
    });
  });
});
