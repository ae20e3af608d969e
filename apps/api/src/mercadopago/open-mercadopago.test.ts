import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { FakeTrouble } from '#mercadopago/fake/fake-mercadopago';
import { startFakeMercadoPago } from '#mercadopago/fake/start-fake';
import { openMercadoPago, type Settings } from '#mercadopago/open-mercadopago';
import { OutsideDown, type OutsideTrouble } from '#mercadopago/outside-down';

const fake = await startFakeMercadoPago({ textIds: true });
afterEach(() => fake.trouble(undefined));
afterAll(fake.close);

const { address, token, secret } = fake;
const open = (settings: Partial<Settings> = {}) =>
  openMercadoPago({ address, token, secrets: [secret], timeoutMs: 20_000, ...settings });
const newLink = (amount = 12_500) => ({
  reference: randomUUID(),
  title: 'Plan Mensual',
  amount,
  expires_at: new Date(Date.now() + 86_400_000),
});
const preference = async (id: string) => {
  const answer = await fetch(`${address}/checkout/preferences/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as Record<string, unknown>;
};
const troubleOf = (work: Promise<unknown>): Promise<OutsideDown> =>
  work.then(
    () => {
      throw new Error('It went well.');
    },
    (error: unknown) => {
      if (error instanceof OutsideDown) return error;
      throw error;
    },
  );
const ALL: [FakeTrouble['how'], OutsideTrouble][] = [
  ['unauthorized', 'refused'],
  ['forbidden', 'forbidden'],
  ['error', 'down'],
  ['cut', 'down'],
  ['redirect', 'down'],
  ['html', 'nonsense'],
  ['huge', 'nonsense'],
  ['nested_cause', 'invalid'],
  ['slow', 'slow'],
  ['busy', 'busy'],
];

describe('a link of Mercado Pago', () => {
  it('MPA-02 is made with price, pesos, reference and expiry, and with addresses only where the outside can reach us', async () => {
    const link = newLink(12_500.5);
    const { id, url } = await open().makeLink(link);
    expect(url).toContain(id);
    const made = await preference(id);
    expect(made).toMatchObject({
      items: [{ title: 'Plan Mensual', quantity: 1, currency_id: 'ARS', unit_price: 12_500.5 }],
      external_reference: link.reference,
      expires: true,
      notification_url: '',
      auto_return: '',
      back_urls: { success: '', pending: '', failure: '' },
    });
    expect(new Date(made.expiration_date_to as string)).toEqual(link.expires_at);
    const publicUrl = 'https://mi.gimnasio.com';
    const { id: other } = await open({ publicUrl }).makeLink(newLink());
    expect(await preference(other)).toMatchObject({
      notification_url: 'https://mi.gimnasio.com/api/mercadopago/webhook?source_news=webhooks',
      back_urls: { success: 'https://mi.gimnasio.com/mi/plan?pago=volver' },
      auto_return: 'approved',
    });
    const { id: unsigned } = await open({ publicUrl, secrets: [] }).makeLink(newLink());
    expect(await preference(unsigned)).toMatchObject({ notification_url: '', auto_return: 'approved' });
  });

  it('can be paid until it is closed, and its payments are found by reference and by number', async () => {
    const link = newLink();
    const mercadopago = open();
    const { id } = await mercadopago.makeLink(link);
    expect(await mercadopago.searchPayments(link.reference)).toEqual([]);
    await fake.pay(id, { card: 'FUND' });
    const paid = await fake.pay(id, { interest: 1_700 });
    const found = await mercadopago.searchPayments(link.reference);
    expect(found.map(({ status }) => status).toSorted()).toEqual(['approved', 'rejected']);
    const payment = await mercadopago.readPayment(paid.id);
    expect(payment).toMatchObject({ status: 'approved', amount: 12_500, fee: 951.25, net: 11_548.75, currency: 'ARS' });
    expect(found).toContainEqual(payment);
    await mercadopago.closeLink(id);
    await expect(fake.pay(id)).rejects.toThrow('Nobody can pay');
  });

  it('has more payments than a page of the search, and all of them are found', async () => {
    const link = newLink();
    const { id } = await open().makeLink(link);
    for (let nth = 0; nth < 120; nth += 1) await fake.pay(id, { card: 'OTHE', notify: false });
    expect(await open().searchPayments(link.reference)).toHaveLength(120);
  });

  it('is refused where another payment is asked for, or one that is not ours', async () => {
    const mercadopago = open();
    const { id } = await mercadopago.makeLink(newLink());
    const stranger = await fake.pay(id, { stranger: true });
    for (const one of [stranger.id, '199', 'me', '../users/me', ''])
      expect(await mercadopago.readPayment(one)).toBeUndefined();
    await mercadopago.closeLink('200000001-none');
  });
});

describe('Mercado Pago that does not answer as it should', () => {
  it.each(ALL)('MPA-12 (%s) is told as "%s" by every call, in time', async (how, trouble) => {
    const timeoutMs = how === 'slow' ? 150 : 20_000;
    const calls: ((mercadopago: ReturnType<typeof open>) => Promise<unknown>)[] = [
      (mercadopago) => mercadopago.makeLink(newLink()),
      (mercadopago) => mercadopago.readPayment('123'),
      (mercadopago) => mercadopago.searchPayments(randomUUID()),
      (mercadopago) => mercadopago.closeLink('200000001-a'),
    ];
    for (const call of calls) {
      fake.trouble({ how });
      const error = await troubleOf(call(open({ timeoutMs })));
      expect(error.trouble).toBe(trouble);
    }
  });

  it('MPA-12 is down where nobody listens', async () => {
    const error = await troubleOf(open({ address: 'http://127.0.0.1:9' }).makeLink(newLink()));
    expect([error.trouble, error.sentence]).toEqual(['down', 'Mercado Pago no responde. Por favor intenta de nuevo.']);
  });

  it('is not asked again before the time that it named', async () => {
    let time = 0;
    const mercadopago = open({ clock: () => time });
    fake.trouble({ how: 'busy', times: 1 });
    expect((await troubleOf(mercadopago.readPayment('123'))).retryAfter).toBe(30);
    const asked = fake.calls().length;
    time = 29_001;
    expect((await troubleOf(mercadopago.makeLink(newLink()))).retryAfter).toBe(1);
    expect(fake.calls()).toHaveLength(asked);
    time = 30_000;
    expect(await mercadopago.readPayment('123')).toBeUndefined();
  });

  it('says in words that the account may not charge yet', async () => {
    fake.trouble({ how: 'no_identity', of: ['make'] });
    const error = await troubleOf(open().makeLink(newLink()));
    expect(error.sentence).toContain('falta validar la identidad');
  });

  it('MPA-13 leaves neither token nor secret in an error', async () => {
    const wrong = openMercadoPago({
      address,
      token: 'APP_USR-wrong-token',
      secrets: ['a-secret-of-ours'],
      timeoutMs: 150,
    });
    const errors = [await troubleOf(wrong.readPayment('1'))];
    for (const [how] of ALL) {
      fake.trouble({ how });
      errors.push(await troubleOf(wrong.makeLink(newLink())));
      // A pause would keep it from being asked at all.
      if (how === 'busy') break;
    }
    for (const error of errors)
      expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(
        /wrong-token|a-secret-of-ours|Bearer|authorization/i,
      );
  });
});
