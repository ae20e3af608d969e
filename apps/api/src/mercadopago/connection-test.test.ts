import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { connectionTest } from '@pulso/contract/billing/links';
import { testWithoutToken } from '#mercadopago/connection-test';
import { startFakeMercadoPago } from '#mercadopago/fake/start-fake';
import { openMercadoPago, type Settings } from '#mercadopago/open-mercadopago';

const fake = await startFakeMercadoPago();
afterEach(() => fake.trouble(undefined));
afterAll(fake.close);

const whole = {
  address: fake.address,
  token: fake.token,
  secrets: [fake.secret],
  publicUrl: 'https://mi.gimnasio.com',
  timeoutMs: 20_000,
};
const test = async (changes: Partial<Settings> = {}) => {
  const found = connectionTest.parse(await openMercadoPago({ ...whole, ...changes }).testConnection());
  return {
    account: found.account,
    ok: found.steps.map(({ ok }) => ok),
    missing: found.steps.filter(({ ok }) => ok === false).map(({ message }) => message),
  };
};

describe('«Probar la conexión»', () => {
  it('MPA-18 says whose token it is, tries a link, and leaves none open', async () => {
    const before = fake.calls().length;
    expect(await test()).toEqual({
      account: 'NEGOCIO.DE.PRUEBA · negocio@example.com',
      ok: [true, true, true, true, true],
      missing: [],
    });
    expect(
      fake
        .calls()
        .slice(before)
        .map((call) => call.replace(/[\da-f]+-[\da-f-]+$/, ':id')),
    ).toEqual([
      'GET /users/me',
      'POST /checkout/preferences',
      'GET /checkout/preferences/:id',
      'PUT /checkout/preferences/:id',
    ]);
  });

  it('MPA-18 names a token that is missing, or wrong', async () => {
    const { steps } = testWithoutToken({ secrets: [], publicUrl: undefined });
    expect(steps.map(({ ok }) => ok)).toEqual([false, null, null, false, false]);
    expect(steps[0]!.message).toContain('Falta el token');
    const wrong = await test({ token: 'APP_USR-none' });
    expect([wrong.ok, wrong.missing]).toEqual([
      [false, true, null, true, true],
      [expect.stringContaining('no acepta el token')],
    ]);
    fake.trouble({ how: 'forbidden', of: ['make'] });
    expect((await test()).missing).toEqual([expect.stringContaining('no le permite cobrar')]);
  });

  it('MPA-18 names an identity that is not proved', async () => {
    fake.trouble({ how: 'no_identity', of: ['make'] });
    const { ok, missing } = await test();
    expect([ok, missing]).toEqual([[true, true, false, true, true], [expect.stringContaining('validar la identidad')]]);
  });

  it('MPA-18 names a public address and a secret that are missing', async () => {
    const { ok, missing } = await test({ publicUrl: undefined, secrets: [] });
    expect(ok).toEqual([true, true, true, false, false]);
    expect(missing).toEqual([
      expect.stringContaining('PUBLIC_URL'),
      expect.stringContaining('MERCADOPAGO_WEBHOOK_SECRET'),
    ]);
  });

  it('MPA-18 names a service that is down, slow, or something else', async () => {
    expect(await test({ address: 'http://127.0.0.1:9' })).toEqual({
      account: null,
      ok: [null, false, null, true, true],
      missing: [expect.stringContaining('no responde')],
    });
    for (const [how, words] of [
      ['slow', 'tarda demasiado'],
      ['html', 'no es Mercado Pago'],
      ['busy', 'demasiadas consultas'],
    ] as const) {
      fake.trouble({ how });
      const { missing } = await test({ timeoutMs: how === 'slow' ? 100 : 20_000 });
      expect(missing).toEqual([expect.stringContaining(words)]);
    }
    fake.trouble({ how: 'error', of: ['make'] });
    expect(await test()).toMatchObject({ ok: [true, false, null, true, true] });
  });

  it('MPA-18 says that the practice server is none', async () => {
    const { ok, missing } = await test({ practice: true, publicUrl: undefined });
    expect(ok).toEqual([false, true, true, true, true]);
    expect(missing).toEqual([expect.stringContaining('servidor de práctica')]);
  });
});
