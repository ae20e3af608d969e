import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FakeNotice, FakeOptions } from '#mercadopago/fake/fake-mercadopago';
import { startFakeMercadoPago } from '#mercadopago/fake/start-fake';
import { judgeNotice } from '#mercadopago/judge-notice';
import type { Body } from '#test/test-app';

const START = new Date('2026-11-05T02:30:00Z');
const item = { title: 'Plan', quantity: 1, unit_price: 100, currency_id: 'ARS' };

/** Keeps what is delivered; `status` is answered. */
async function started(options: FakeOptions = {}) {
  const told: FakeNotice[] = [];
  const answer = { status: 200 };
  const send = async (notice: FakeNotice) => {
    told.push(notice);
    return answer.status;
  };
  const fake = await startFakeMercadoPago({ now: () => START, send, ...options });
  const call = async (method: string, path: string, body?: object, token = fake.token) => {
    const response = await fetch(`${fake.address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answered: Body = await response.json();
    return { status: response.status, body: answered };
  };
  const make = async (changes: object = {}) => {
    const reference = randomUUID();
    const { body } = await call('POST', '/checkout/preferences', {
      items: [item],
      external_reference: reference,
      ...changes,
    });
    return { id: String(body.id), reference };
  };
  return { fake, told, answer, call, make };
}
const { fake, told, answer, call, make } = await started();
afterAll(fake.close);

const isWebhook = ({ query }: FakeNotice) => query.startsWith('data.id');
const judge = ({ query, headers, body }: FakeNotice, secret = fake.secret) =>
  judgeNotice({ query: Object.fromEntries(new URLSearchParams(query)), headers, body: JSON.parse(body) as unknown }, [
    secret,
  ]);

describe('the server that imitates Mercado Pago', () => {
  it('refuses the preferences that the real one refuses, in its words', async () => {
    const https = { success: 'https://a.com/b' };
    const refused: [string, object][] = [
      ['invalid_items', { items: [] }],
      ['invalid_items', { items: 'one' }],
      ['invalid_items', { items: [{ ...item, currency_id: 'EUR' }] }],
      ['invalid_items', { items: [{ ...item, unit_price: 0 }] }],
      ['invalid_items', { items: [{ ...item, unit_price: 1.005 }] }],
      ['invalid_items', { items: [{ ...item, quantity: 1.5 }] }],
      ['invalid_back_urls', { back_urls: { success: 'mi/plan' } }],
      ['invalid_auto_return', { auto_return: 'approved' }],
      ['invalid_auto_return', { auto_return: 'approved', back_urls: { success: 'http://a.com' } }],
      ['invalid_auto_return', { auto_return: 'approved', back_urls: { success: 'https://localhost/' } }],
      ['invalid_auto_return', { auto_return: 'always', back_urls: https }],
      ['invalid_payment_methods', { payment_methods: { excluded_payment_types: [{ id: 'account_money' }] } }],
      ['invalid_expiration_date_to', { expires: true, expiration_date_to: 'tomorrow' }],
      ['invalid_expiration_date_from', { expires: true, expiration_date_from: '2026-11-05' }],
      ['invalid_date', { date_of_expiration: '5/11/2026' }],
    ];
    for (const [word, changes] of refused) {
      const { status, body } = await call('POST', '/checkout/preferences/', { items: [item], ...changes });
      expect([status, body.error], JSON.stringify(changes)).toEqual([400, word]);
    }
    const made = await call('POST', '/checkout/preferences', {
      items: [item],
      auto_return: 'approved',
      back_urls: https,
    });
    expect([made.status, made.body]).toMatchObject([
      201,
      { site_id: 'MLA', statement_descriptor: '', total_amount: null, collector_id: 200_000_001 },
    ]);
    expect((await call('POST', '/checkout/preferences', { items: [item] }, 'none')).status).toBe(401);
  });

  it('wants sort and criteria of a search, which knows of a payment when it is told to', async () => {
    const { id, reference } = await make();
    const paid = await fake.pay(id);
    const search = (rest: string) => call('GET', `/v1/payments/search?external_reference=${reference}${rest}`);
    const whole = '&sort=date_created&criteria=desc';
    expect((await search('&criteria=desc')).body.cause).toMatchObject([{ code: 1003 }]);
    expect((await search('&sort=date_created')).body.cause).toMatchObject([{ code: 1004 }]);
    expect((await search(`${whole}&range=date_created&begin_date=x&end_date=y`)).body.cause).toMatchObject([
      { code: 1001 },
    ]);
    expect((await search(`${whole}&limit=1000`)).status).toBe(400);
    expect((await search(whole)).body.results).toMatchObject([
      { id: Number(paid.id), date_approved: '2026-11-04T22:30:00.000-04:00' },
    ]);
    fake.searchLag(60);
    expect((await search(whole)).body).toMatchObject({ paging: { total: 0 }, results: [] });
    fake.searchLag(0);
    const stranger = await fake.pay(id, { stranger: true });
    expect(await call('GET', `/v1/payments/${stranger.id}`)).toMatchObject({
      status: 403,
      body: { cause: [{ code: 4 }] },
    });
    expect(await call('GET', '/v1/payments/1')).toMatchObject({ status: 404, body: { cause: [{ code: 2000 }] } });
  });

  it('tells of a payment six times, in any order, and only the webhook is signed with the secret', async () => {
    const { id } = await make();
    told.length = 0;
    const paid = await fake.pay(id, { notify: { order: [5, 2, 5] } });
    expect(told.map(isWebhook)).toEqual([true, false, true]);
    expect(told.map((notice) => judge(notice).kind)).toEqual(['payment', 'old', 'payment']);
    expect(JSON.parse(told[0]!.body)).toMatchObject({ type: 'payment', data: { id: paid.id }, live_mode: true });
    // Of the same request and second as its twin.
    expect(told[1]!.headers['x-request-id']).toBe(told[0]!.headers['x-request-id']);
    told.length = 0;
    expect(await fake.deliver(paid.id, { atOnce: true })).toEqual(Array(6).fill(200));
    const application = { id: '77', secret: 'of-another' };
    const foreign = fake.noticesOf(paid.id, { application }).find(isWebhook)!;
    expect(judge(foreign)).toEqual({ kind: 'wrong', application: '77' });
    expect(judge(foreign, 'of-another').kind).toBe('payment');
  });

  it('comes again after 15 minutes of its clock until it is heard', async () => {
    const { id } = await make();
    const later = (minutes: number) => fake.setClock(new Date(START.getTime() + minutes * 60_000));
    answer.status = 503;
    await fake.pay(id, { notify: { order: [5] } });
    told.length = 0;
    await later(14);
    expect(told).toHaveLength(0);
    await later(15);
    expect(told.map((notice) => judge(notice).kind)).toEqual(['payment']);
    answer.status = 200;
    await later(30);
    await later(300);
    expect(told).toHaveLength(2);
  });

  it('has a payment turn: refunded in parts and whole, charged back, cancelled', async () => {
    const { id } = await make();
    const { id: paid } = await fake.pay(id);
    const state = async (payment: string) => {
      const { body } = await call('GET', `/v1/payments/${payment}`);
      return [body.status, body.status_detail, body.transaction_amount_refunded];
    };
    expect((await call('POST', `/v1/payments/${paid}/refunds`, { amount: 40 })).body).toMatchObject({
      status: 'approved',
      amount: 40,
    });
    expect(await state(paid)).toEqual(['approved', 'partially_refunded', 40]);
    expect((await call('POST', `/v1/payments/${paid}/refunds`, { amount: 61 })).status).toBe(400);
    await fake.turn(paid, { to: 'refunded' });
    expect(await state(paid)).toEqual(['refunded', 'refunded', 100]);
    const { id: lost } = await fake.pay(id);
    await fake.turn(lost, { to: 'charged_back' });
    expect(await state(lost)).toEqual(['charged_back', 'settled', 0]);
    const { id: cash } = await fake.pay(id, { card: 'CASH' });
    expect((await call('PUT', `/v1/payments/${cash}`, { status: 'cancelled' })).body.status_detail).toBe(
      'by_collector',
    );
    expect((await call('PUT', `/v1/payments/${lost}`, { status: 'cancelled' })).status).toBe(400);
  });

  it('has a page on which one pays, which says that it is no real one, and keeps what it knows for the next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pulso-practice-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const options = { file: join(folder, 'kept.json'), backTo: '/mi/plan' };
    const first = await started(options);
    const { id } = await first.make({ items: [{ ...item, title: '<script>alert(1)</script>' }] });
    const page = (server: typeof first, sent?: Record<string, string>) =>
      fetch(`${server.fake.address}/pagar/${id}`, {
        method: sent ? 'POST' : 'GET',
        body: sent && new URLSearchParams(sent),
      });
    const before = await page(first);
    expect(before.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await before.text();
    expect(html).toContain('De prueba.');
    expect(html).not.toContain('<script');
    expect(await (await page(first, { pay: 'wait' })).text()).toContain('En revisión');
    const { payments } = {
      payments: first.told.filter(isWebhook).map(({ query }) => new URLSearchParams(query).get('data.id')!),
    };
    await first.fake.close();

    const second = await started(options);
    onTestFinished(() => second.fake.close());
    expect(await (await page(second, { turn: 'approve', id: payments[0]! })).text()).toContain('Aprobado');
    expect(await (await page(second, { turn: 'refund', id: payments[0]! })).text()).toContain('Devuelto');
    // A page that was left open asks for what is no longer to be had.
    expect(await (await page(second, { turn: 'refund', id: payments[0]! })).text()).toContain('Devuelto');
    expect((await fetch(`${second.fake.address}/pagar/none`)).status).toBe(404);
  });
});
