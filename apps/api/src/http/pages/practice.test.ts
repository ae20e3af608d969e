import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config';
import { openConfigured } from '#mercadopago/open-configured';
import { startPractice } from '#mercadopago/start-practice';
import { testApp } from '#test/test-app';

const newLink = () => ({
  reference: randomUUID(),
  title: 'Plan Mensual',
  amount: 12_500,
  expires_at: new Date(Date.now() + 86_400_000),
});

/** The practice server with the page of it that the product serves. */
async function started(variables: Record<string, string> = {}) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'pulso-practice-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR, PORT: '3999', ...variables });
  const practice = await startPractice(config);
  onTestFinished(practice.close);
  const mercadopago = openConfigured({ ...config, practice })!;
  const app = await testApp({ mercadopago, practice: { address: practice.address } });
  await sql`update own_business set stage = 'demo'`.execute(app.db);
  const form = (path: string, payload: string) =>
    app.send('POST', path, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload });
  return { mercadopago, app, form };
}

describe('the practice server of the demonstration', () => {
  it('MPA-18 has a link lead to a page of this server, where it is paid without an account', async () => {
    const { mercadopago, app, form } = await started();
    const { practice, hasAddress, hasSecret } = mercadopago;
    expect([practice, hasAddress, hasSecret]).toEqual([true, true, true]);
    const link = newLink();
    const { url } = await mercadopago.makeLink(link);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3999\/practica\/pagar\/[\w-]+$/);
    const path = new URL(url).pathname;
    const page = await app.send('GET', path);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(page.raw).toContain('De prueba.');
    expect(page.raw).toContain('$ 12.500');
    const paid = await form(path, 'pay=approve');
    expect([paid.status, paid.headers.location]).toEqual([303, path.split('/').at(-1)]);
    expect((await app.send('GET', path)).raw).toContain('Aprobado');
    expect(await mercadopago.searchPayments(link.reference)).toMatchObject([{ status: 'approved', amount: 12_500 }]);
    expect((await app.send('GET', '/practica/pagar/none')).status).toBe(404);
    expect((await app.send('GET', '/practica/pagar/..%2Fusers%2Fme')).status).toBe(404);
  });

  it('MPA-01 ends with the demonstration: nothing of it is announced or answered, and nobody pays at a link of it', async () => {
    const { mercadopago, app, form } = await started();
    const path = new URL((await mercadopago.makeLink(newLink())).url).pathname;
    const announced = async () => {
      const { body } = await app.json('POST', '/api/auth/login', { username: 'admin', password: 'clave-segura' });
      return (body.extras as string[]).includes('mercadopago');
    };
    const statuses = async () => [
      (await app.get('/api/mercadopago')).status,
      (await app.get('/api/payment-link')).status,
      (await app.json('POST', '/api/mercadopago/webhook?topic=payment&id=1', {})).status,
      (await app.send('GET', path)).status,
    ];
    expect([await announced(), await statuses()]).toEqual([true, [200, 200, 200, 200]]);
    await sql`update own_business set stage = 'own'`.execute(app.db);
    expect([await announced(), await statuses()]).toEqual([false, [404, 404, 404, 404]]);
    expect((await form(path, 'pay=approve')).status).toBe(404);
  });

  it('MPA-01 is not there beside a token, nor with EXTRAS=0', () => {
    const practice = { address: 'http://127.0.0.1:9', token: 'practice', secret: 'practice' };
    const open = (variables: Record<string, string>) => openConfigured({ ...readConfig(variables), practice });
    expect(open({ EXTRAS: '0' })).toBeUndefined();
    expect(open({ EXTRAS: '0', MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1' })).toBeUndefined();
    expect(open({ MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1' })).toMatchObject({
      practice: false,
      hasAddress: false,
      hasSecret: false,
    });
    const whole = {
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1',
      MERCADOPAGO_WEBHOOK_SECRET: 'clave-uno',
      PUBLIC_URL: 'https://a.com',
    };
    expect(open(whole)).toMatchObject({ practice: false, hasAddress: true, hasSecret: true });
    expect(openConfigured(readConfig({}))).toBeUndefined();
  });
});
