import { connectionBody, linkRow, myLink, myLinkState } from '@pulso/contract/billing/links';
import { myPlan } from '@pulso/contract/coaching/claims';
import { collectionPage } from '@pulso/contract/billing/collections';
import { overview } from '@pulso/contract/desk/overview';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { askDueLinks } from '#features/billing/links/ask-links';
import { scheduleAsking } from '#features/billing/links/schedule-asking';
import { testClock } from '#test/clock';
import { linkedApp, preferenceOf, PRICE, sendNotice } from '#test/links';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { addPlan, createUser, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const clock = testClock('2026-03-05');
const linked = await linkedApp(clock.now);
const { fake, app, money, make, send, read, act, newSubscriber, newDebt } = linked;
beforeEach(() => fake.trouble(undefined));

const asking = () => ({ db: app().deps.db, now: clock.now, mercadopago: linked.mercadopago });
const pay = (link: Parameters<typeof preferenceOf>[0], purchase: Parameters<typeof fake.pay>[1] = {}) =>
  fake.pay(preferenceOf(link), purchase);
/** All of a client's money and days. */
const standOf = async (id: number) => {
  const { rows } = await sql<{ charges: number; periods: number; sum: number }>`
    select (select count(*)::int from payments where user_id = ${id} and kind = 'charge' and status = 'completed') as charges,
      (select count(*)::int from user_subscriptions where user_id = ${id} and not isempty(covers)) as periods,
      (select coalesce(sum(amount), 0) from payments where user_id = ${id} and status = 'completed') as sum`.execute(
    app().db,
  );
  return rows[0]!;
};
const isWhole = async () => expect(await findBrokenInvariants(app().db)).toEqual([]);

describe('without Mercado Pago', () => {
  const plain = sharedApp({ passwords: quickPasswords });

  it('MPA-01 nothing of it is announced or answered', async () => {
    const login = async (of: typeof app) =>
      (await of().json('POST', '/api/auth/login', { username: 'admin', password: 'clave-segura' })).body
        .extras as string[];
    expect(await login(app)).toContain('mercadopago');
    expect(await login(plain)).not.toContain('mercadopago');
    for (const path of ['/api/mercadopago', '/api/payment-link', '/api/payment-link/1'])
      expect((await plain().get(path)).status, path).toBe(404);
    const { id } = await createUser(plain());
    const body = { plan_id: null, price: null, list_price: null, debt_id: 1 };
    expect((await plain().json('POST', `/api/user/${id}/payment-link`, body)).status).toBe(404);
    expect((await plain().json('POST', '/api/mercadopago/webhook', {})).status).toBe(404);
    expect((await moneyOf(plain).renewal(id)).link).toBeNull();
  });
});

describe('a link', () => {
  it('MPA-02 MPA-03 waits with a pending charge at the address that Mercado Pago gave, and is given again', async () => {
    const { id, plan } = await newSubscriber();
    const link = await make(id);
    expect(link).toMatchObject({
      ...{ user: { id, deleted: false }, plan: { id: plan }, debt_id: null, concept: 'Mensual', amount: PRICE },
      ...{ state: 'open', expires_at: '2026-03-12T15:00:00.000Z', paid_on: null, fee: null, net: null, problems: [] },
    });
    const row = await money.one(link.payment_id);
    expect(row).toMatchObject({
      status: 'pending',
      payment_method: 'mercadopago',
      payment_url: link.url,
      amount: PRICE,
    });
    const { rows } = await sql<{
      reference: string;
    }>`select reference from payment_links where id = ${link.id}`.execute(app().db);
    expect(rows[0]!.reference).toMatch(/^[\da-f-]{36}$/);
    expect((await make(id)).id).toBe(link.id);
    expect((await make(id, { price: 10_000 })).id).not.toBe(link.id);
    const own = await make(id);
    // It is offered to messages, and nobody has to verify it.
    expect((await money.renewal(id)).unverified).toBe(0);
    const due = collectionPage.parse((await app().get('/api/collection?list=due_soon&hidden=true')).body);
    expect(due.data.find(({ user }) => user.id === id)?.link ?? (await money.renewal(id)).link).toBeTruthy();
    const unverified = await app().get('/api/payment/unverified');
    expect(unverified.body.data).toEqual([]);
    expect((await money.verify(own.payment_id)).status).toBe(409);
    expect((await money.pay(id, { amount: 10_000, unless_duplicate: true })).status).toBe(201);
  });

  it('is refused for what cannot be paid by it', async () => {
    const { id, plan } = await newSubscriber();
    const other = await newSubscriber();
    const debt = await newDebt(other.id, 900);
    const sent = async (fields: object) => {
      const { status, body } = await send(id, fields);
      return [status, body.code ?? body.message];
    };
    expect(await sent({ list_price: 1 })).toEqual([409, 'stale']);
    expect(await sent({ plan_id: null, price: null, list_price: null, debt_id: debt })).toEqual([
      404,
      'El recurso solicitado no existe',
    ]);
    await app().json('PATCH', `/api/suscriptions/${plan}`, { status: 0 });
    expect(await sent({})).toEqual([409, 'El plan elegido ya no está disponible']);
  });

  it('MPA-12 answers 503 in Spanish when Mercado Pago is down, and the same key makes it later', async () => {
    const { id } = await newSubscriber();
    fake.trouble({ how: 'cut' });
    const headers = { 'idempotency-key': 'un-link' };
    const refused = await send(id, {}, headers);
    expect([refused.status, refused.body.message]).toEqual([
      503,
      'Mercado Pago no responde. Por favor intenta de nuevo.',
    ]);
    const [failed] = (await linked.list(`user_id=${id}`)).data;
    expect(failed).toMatchObject({ state: 'failed', url: '' });
    fake.trouble(undefined);
    const made = expectAnswer(await send(id, {}, headers), linkRow, 201);
    expect(made).toMatchObject({ id: failed!.id, state: 'open' });
    // A notice that nobody could look into comes again, and meanwhile the link is asked for.
    const { id: paid } = await pay(made, { notify: false });
    fake.trouble({ how: 'error' });
    expect(await fake.deliver(paid, { order: [5] })).toEqual([503]);
    fake.trouble(undefined);
    clock.set('2026-03-05T15:30:00Z');
    await askDueLinks(asking());
    expect((await read(made.id)).state).toBe('paid');
  });

  it('MPA-16 is paid on the day of Buenos Aires on which it was approved', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    clock.set('2026-03-06T03:30:00Z');
    const { id: paid } = await pay(link, { notify: false });
    // 23:30 of the 5th, as Mercado Pago writes it.
    clock.set('2026-03-06T15:00:00Z');
    await fake.deliver(paid);
    expect(await read(link.id)).toMatchObject({ state: 'paid', paid_on: '2026-03-06' });
    const late = await make(id);
    const { id: old } = await pay(late, { notify: false });
    clock.set('2026-06-30T15:00:00Z');
    await fake.deliver(old);
    const { payment_id } = await read(late.id);
    expect(await money.one(payment_id)).toMatchObject({
      ...{ status: 'completed', day: '2026-05-01' },
      notes: 'Mercado Pago lo aprobó el 06/03/2026.',
    });
    await isWhole();
  });

  it('MPA-05 MPA-17 renews by what Mercado Pago says when it is asked, and keeps what that cost', async () => {
    const { id } = await newSubscriber();
    const before = await money.detail(id);
    const link = await make(id);
    const paid = await pay(link, { notify: false });
    // Whatever else a signed notice says is not looked at.
    const [, , , , , notice] = fake.noticesOf(paid.id);
    const lie = { ...JSON.parse(notice!.body), status: 'refunded', transaction_amount: 1, external_reference: 'x' };
    expect((await sendNotice(app(), { ...notice!, body: JSON.stringify(lie) })).status).toBe(200);
    const { fee, net, ...settled } = await read(link.id);
    expect(settled).toMatchObject({ state: 'paid', paid_on: '2026-03-05' });
    expect(fee! + net!).toBeCloseTo(PRICE);
    const [last] = await money.periods(id);
    expect(last).toMatchObject({ start_date: before.suscription_end, price: PRICE, paid: PRICE });
    const row = await money.one(link.payment_id);
    expect(row).toMatchObject({
      ...{ status: 'completed', period_id: last!.id, transaction_id: paid.id, settled_by: null, fee, net },
      concept: expect.stringContaining('Mensual, del'),
    });
    const { body } = await app().get('/api/business/overview?month=2026-03');
    const figures = overview.parse(body.data);
    expect(figures.online.fee).toBeGreaterThan(0);
    expect(figures.by_method.mercadopago).toBeGreaterThanOrEqual(figures.online.fee + figures.online.net);
    const { body: wish } = await app().json('POST', '/api/download', { what: 'payments', query: { user_id: id } });
    const file = (await app().send('GET', wish.data.url as string)).raw;
    expect(file).toContain('Comisión de Mercado Pago');
    expect(file).toContain(String(net).replace('.', ','));
    await isWhole();
  });

  it('MPA-07 renews nothing for another amount, currency or reference', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    const before = await standOf(id);
    await pay(link, { amount: PRICE - 0.01 });
    await pay(link, { currency: 'USD' });
    expect(await standOf(id)).toEqual(before);
    const shown = await read(link.id);
    expect(shown).toMatchObject({ state: 'open', problems: [{ problem: 'amount' }, { problem: 'currency' }] });
    const { data, meta } = await linked.list('problems=true');
    expect([data.map((one) => one.id), meta.problems]).toEqual([[link.id], 1]);
    for (const { id: problem_id } of shown.problems) await act(link.id, 'solve', { problem_id });
    expect((await linked.list('problems=true')).meta.problems).toBe(0);
    // A payment of another business that shares the account.
    const { id: unknown } = await linked.mercadopago.makeLink({
      ...{ reference: '7d444840-9dc0-11d1-b245-5ffdce74fad2', title: 'Ajeno', amount: 15 },
      expires_at: new Date('2026-04-01T00:00:00Z'),
    });
    await fake.pay(unknown);
    expect(await standOf(id)).toEqual(before);
  });

  it('MPA-08 is found paid without any notice, by asking in time and at once by a person', async () => {
    const link = await make((await newSubscriber()).id);
    await pay(link, { notify: false });
    await askDueLinks(asking());
    expect((await read(link.id)).state).toBe('open');
    clock.set('2026-03-05T15:10:00Z');
    await askDueLinks(asking());
    expect((await read(link.id)).state).toBe('paid');
    const { id: other } = await newSubscriber();
    const second = await make(other);
    await pay(second, { notify: false });
    expect((await act(second.id, 'check')).state).toBe('paid');
    await isWhole();
  });

  it('is asked for by one process of several, in time after its client opened it, and by a loop that stops', async () => {
    const { token } = await newSubscriber();
    const open = await app().json('POST', '/api/my/payment-link', { debt_id: null, amount: PRICE }, { token });
    const { url } = expectAnswer(open, myLink, 201);
    const reference = url.split('/').at(-1)!;
    await fake.pay(reference, { notify: false });
    const searches = () => fake.calls().filter((call) => call.includes('/payments/search')).length;
    const before = searches();
    clock.set('2026-03-05T15:01:00Z');
    await Promise.all([askDueLinks(asking()), askDueLinks(asking()), askDueLinks(asking())]);
    expect(searches()).toBe(before + 1);
    const { body } = await app().json('POST', '/api/my/payment-link/check', {}, { token });
    expect(myLinkState.parse(body.data)).toEqual({ state: 'paid' });
    fake.trouble({ how: 'error' });
    const warnings: string[] = [];
    const stop = scheduleAsking({ ...asking(), warn: (line) => warnings.push(line), pauseMs: 5 });
    await stop();
    expect(warnings).toEqual([]);
  });

  it('MPA-09 is being paid, stays open after a rejected try, and has failed when it expired', async () => {
    const { id } = await newSubscriber();
    const link = await make(id, { days: 1 });
    const stateOf = async () => (await read(link.id)).state;
    await pay(link, { card: 'FUND' });
    expect(await stateOf()).toBe('open');
    const waiting = await pay(link, { card: 'CONT' });
    expect(await stateOf()).toBe('processing');
    await fake.turn(waiting.id, { to: 'rejected' });
    expect(await stateOf()).toBe('open');
    const cash = await pay(link, { card: 'CASH' });
    clock.set('2026-03-07T15:00:00Z');
    await askDueLinks(asking());
    expect(await stateOf()).toBe('processing');
    await fake.turn(cash.id, { to: 'expired' });
    expect(await stateOf()).toBe('failed');
    const { next_ask_at } = (
      await sql<{ next_ask_at: string | null }>`select next_ask_at from payment_links where id = ${link.id}`.execute(
        app().db,
      )
    ).rows[0]!;
    expect(next_ask_at).toBeNull();
    expect((await money.renewal(id)).link).toBeNull();
  });

  it('is closed for good, and what was paid before still counts', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    const early = await pay(link, { notify: false });
    expect(await act(link.id, 'close')).toMatchObject({ state: 'failed' });
    await expect(pay(link)).rejects.toThrow();
    expect((await make(id)).id).not.toBe(link.id);
    await fake.deliver(early.id);
    expect(await read(link.id)).toMatchObject({ state: 'paid', problems: [] });
    expect((await app().json('POST', `/api/payment-link/${link.id}/close`, {})).status).toBe(409);
    await isWhole();
  });

  it.each(['refunded', 'charged_back'] as const)(
    'MPA-10 that was %s is reversed once, and the period owed',
    async (to) => {
      const { id } = await newSubscriber();
      const link = await make(id);
      const { id: paid } = await pay(link);
      const before = await standOf(id);
      await fake.turn(paid, { to });
      await fake.deliver(paid, { order: [5, 5, 5] });
      await act(link.id, 'check');
      const after = await standOf(id);
      expect(after).toEqual({ ...before, sum: before.sum - PRICE });
      expect(await linked.owed(id)).toBe(PRICE);
      expect((await read(link.id)).problems).toMatchObject([{ problem: to }]);
      await isWhole();
    },
  );

  it('MPA-10 of which a part went back is a notice, and all of it later a reversal', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    const { id: paid } = await pay(link);
    await fake.turn(paid, { to: 'refunded', amount: 500 });
    expect((await read(link.id)).problems).toMatchObject([{ problem: 'partly_refunded' }]);
    expect(await linked.owed(id)).toBe(0);
    await fake.turn(paid, { to: 'refunded' });
    expect((await read(link.id)).problems).toMatchObject([{ problem: 'refunded' }]);
    expect(await linked.owed(id)).toBe(PRICE);
    await isWhole();
  });

  it('MPA-11 keeps the money of an inactive client or plan, and a person renews with it', async () => {
    const { id, plan } = await newSubscriber();
    const link = await make(id);
    await app().json('PATCH', `/api/suscriptions/${plan}`, { status: 0 });
    const { id: paid } = await pay(link);
    const stuck = await read(link.id);
    expect(stuck).toMatchObject({ state: 'paid', problems: [{ problem: 'not_renewed', transaction_id: paid }] });
    expect(await standOf(id)).toMatchObject({ charges: 2, periods: 1 });
    const other = await addPlan(app(), { amount: PRICE });
    const { starts } = await money.renewal(id);
    const terms = { plan_id: other, start_date: starts[0]!.start_date, list_price: PRICE, price: PRICE };
    const solved = await act(link.id, 'renew', { ...terms, problem_id: stuck.problems[0]!.id });
    expect(solved.problems).toEqual([]);
    const [period] = await money.periods(id);
    expect(period).toMatchObject({ paid: PRICE, price: PRICE });
    expect(await standOf(id)).toMatchObject({ charges: 3, periods: 2, sum: 2 * PRICE });
    // The money goes back from where it is now.
    await fake.turn(paid, { to: 'refunded' });
    expect(await linked.owed(id)).toBe(PRICE);
    expect(await standOf(id)).toMatchObject({ sum: PRICE });

    const gone = await newSubscriber();
    const theirs = await make(gone.id);
    expect((await app().remove(`/api/user/${gone.id}`)).status).toBe(200);
    await pay(theirs);
    expect(await read(theirs.id)).toMatchObject({
      state: 'paid',
      user: { deleted: true },
      problems: [{ problem: 'not_renewed' }],
    });
    await isWhole();
  });

  it('paid twice is a charge without a sale, which a person may renew with', async () => {
    const { id, plan } = await newSubscriber();
    const link = await make(id);
    await pay(link);
    await pay(link);
    expect(await standOf(id)).toMatchObject({ charges: 3, periods: 2 });
    const { problems } = await read(link.id);
    expect(problems).toMatchObject([{ problem: 'twice' }]);
    const { starts } = await money.renewal(id);
    const terms = { plan_id: plan, start_date: starts[0]!.start_date, list_price: PRICE, price: PRICE };
    const body = { ...terms, problem_id: problems[0]!.id };
    await act(link.id, 'renew', body);
    expect(await standOf(id)).toMatchObject({ periods: 3, sum: 3 * PRICE });
    expect((await app().json('POST', `/api/payment-link/${link.id}/renew`, body)).status).toBe(409);
    await isWhole();
  });

  it('pays a debt, or is kept for a person when the debt was settled meanwhile', async () => {
    const { id } = await newSubscriber();
    const debt = { plan_id: null, price: null, list_price: null, debt_id: await newDebt(id, 4_000) };
    const link = await make(id, debt);
    expect(link).toMatchObject({ plan: null, debt_id: debt.debt_id, amount: 4_000, concept: 'Remera' });
    await pay(link);
    expect(await money.one(link.payment_id)).toMatchObject({ status: 'completed', debt_id: debt.debt_id });
    expect(await linked.owed(id)).toBe(0);
    const again = { ...debt, debt_id: await newDebt(id, 700) };
    const second = await make(id, again);
    expect((await money.payDebt(again.debt_id, { amount: 700 })).status).toBe(201);
    await pay(second);
    expect(await read(second.id)).toMatchObject({ state: 'paid', problems: [{ problem: 'twice' }] });
    await isWhole();
  });
});

describe('an erased person', () => {
  it('is known by no number of Mercado Pago any more, and late notices change nothing', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    const { id: paid } = await pay(link);
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    const before = await standOf(id);
    expect((await app().send('POST', `/api/user/${id}/erase`, { token: app().token })).status).toBe(200);
    await fake.turn(paid, { to: 'refunded' });
    expect(await standOf(id)).toEqual(before);
    const { rows } = await sql<{ text: string }>`
      select concat(to_jsonb(l), to_jsonb(f), to_jsonb(y)) as text from payment_links l join link_payments f on f.link_id = l.id
        join payments y on y.id = l.payment_id where l.id = ${link.id}`.execute(app().db);
    for (const secret of [paid, preferenceOf(link), link.url]) expect(rows[0]!.text).not.toContain(secret);
    await isWhole();
  });
});

describe('a notice', () => {
  it('MPA-04 MPA-14 MPA-15 is counted only if no secret of ours has signed it, with its application', async () => {
    const { id } = await newSubscriber();
    const link = await make(id);
    const paid = await pay(link, { notify: false });
    const wrong = async () => {
      const { body } = await app().get('/api/mercadopago');
      return connectionBody.parse(body.data).wrong_signatures;
    };
    const before = fake.calls().length;
    const stranger = { id: '4242', secret: 'de-otra-aplicacion-0001' };
    expect(await fake.deliver(paid.id, { order: [5], application: stranger })).toEqual([401]);
    expect(fake.calls().length).toBe(before);
    expect(await wrong()).toMatchObject({ count: 1, application_id: '4242' });
    expect(await fake.deliver(paid.id, { order: [0, 1, 2, 3, 4] })).toEqual([200, 200, 200, 200, 200]);
    expect(fake.calls().length).toBe(before);
    expect(await wrong()).toMatchObject({ count: 1 });
    expect(await fake.deliver(paid.id)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await wrong()).toEqual({ count: 0, application_id: null, last_at: null });
    expect((await read(link.id)).state).toBe('paid');
  });

  it('comes no more than sixty times a minute from one address', async () => {
    const { id } = await newSubscriber();
    const paid = await pay(await make(id), { notify: false });
    const [notice] = fake.noticesOf(paid.id);
    const statuses = await Promise.all(
      Array.from({ length: 61 }, async () => (await sendNotice(app(), notice!, '200.1.2.3')).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('Mi plan', () => {
  it('pays what the client saw, his plan or one of his debts, and knows when it is done', async () => {
    const { id, token } = await newSubscriber();
    const send = (body: object, as = token) => app().json('POST', '/api/my/payment-link', body, { token: as });
    expect(myPlan.parse((await app().get('/api/my/plan', token)).body.data).online).toBe(true);
    expect((await send({ debt_id: null, amount: 1 })).body.code).toBe('stale');
    const { url } = expectAnswer(await send({ debt_id: null, amount: PRICE }), myLink, 201);
    expect(expectAnswer(await send({ debt_id: null, amount: PRICE }), myLink, 201).url).toBe(url);
    const debt_id = await newDebt(id, 4_000);
    const owed = expectAnswer(await send({ debt_id, amount: 4_000 }), myLink, 201);
    expect(owed.url).not.toBe(url);
    const stranger = await newSubscriber();
    expect((await send({ debt_id, amount: 4_000 }, stranger.token)).status).toBe(404);
    const check = async () => {
      const answer = await app().json('POST', '/api/my/payment-link/check', {}, { token });
      return expectAnswer(answer, myLinkState).state;
    };
    expect(await check()).toBe('open');
    await fake.pay(owed.url.split('/').at(-1)!, { notify: false });
    expect(await check()).toBe('paid');
    expect(await linked.owed(id)).toBe(0);
    // Mercado Pago that is away changes nothing of what is shown.
    await send({ debt_id: null, amount: PRICE });
    fake.trouble({ how: 'cut' });
    expect(await check()).toBe('paid');
    await isWhole();
  });
});
