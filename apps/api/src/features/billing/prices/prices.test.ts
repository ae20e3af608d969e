import { priceItem, priceRise, priceRiseDetail, priceVersion, type PriceKind } from '@pulso/contract/billing/prices';
import { raisedPrice } from '@pulso/contract/billing/price-rise';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testClock } from '#test/clock';
import { openCatalogue, catalogueOf } from '#test/catalogues';
import { contentOf } from '#test/content';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { products } from '@pulso/contract/catalogue/products';
import type { TestApp } from '#test/test-app';

const NOON = '2026-03-05T15:00:00Z';
const LATER_DAY = '2026-04-01';

const clock = testClock(NOON);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });

type Row = { kind: PriceKind; id: number; before: number; after: number };

const requestRise = (rows: Row[], fields: object = {}, headers?: Record<string, string>) =>
  app().json(
    'POST',
    '/api/price-rise',
    { percent: 8, rounding: 0, valid_from: LATER_DAY, rows, ...fields },
    { headers },
  );
const createRise = async (rows: Row[], fields: object = {}) =>
  expectAnswer(await requestRise(rows, fields), priceRiseDetail, 201);
const undoRise = (id: number) => app().remove(`/api/price-rise/${id}`);
const readPriceList = async (of: TestApp = app()) => expectAnswer(await of.get('/api/price-list'), z.array(priceItem));
const itemOf = async (kind: PriceKind, id: number) =>
  (await readPriceList()).find((item) => item.kind === kind && item.id === id)!;
const readPlanPrice = async (id: number) => (await app().get(`/api/suscriptions/${id}`)).body.data.amount as number;
const historyOf = async (kind: PriceKind, id: number) =>
  expectAnswer(await app().get(`/api/price/${kind}/${id}/history`), z.array(priceVersion));
const eventsOf = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from events`.execute(app().db);
  return rows[0]!.count;
};
const activate = (user_id: number, subscription_id: number) =>
  app().json('POST', '/api/user/activate-suscription', {
    user_id,
    subscription_id,
    payment_method: 'efectivo',
    payment_amount: 10_000,
  });
const renewalOf = async (id: number) => (await app().get(`/api/user/${id}/renewal`)).body.data;

describe('raising prices', () => {
  it('AUM-02 R1 takes plans, packages and products at once; what is stored is what was shown', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const pack = (await contentOf(app()).pack({ amount: 12_345.67 })).id as number;
    const product = (await (await openCatalogue(catalogueOf(products), app())).create()).id as number;
    const rise = { percent: 8, rounding: 0 } as const;
    const rows = [
      { kind: 'plan', id: plan, before: 10_000, after: 10_800 },
      { kind: 'package', id: pack, before: 12_345.67, after: 13_333.33 },
      { kind: 'product', id: product, before: 15_999.9, after: 17_279.9 },
    ] as const;
    for (const { before, after } of rows) expect(raisedPrice(before, rise)).toEqual({ after });
    const made = await createRise([...rows], { reason: 'Inflación' });
    expect(made).toMatchObject({ state: 'scheduled', items: 3, reason: 'Inflación', percent: 8, increase: null });
    expect(made.rows.map(({ after }) => after)).toEqual([10_800, 13_333.33, 17_279.9]);
    for (const { kind, id, before, after } of rows)
      expect(await itemOf(kind, id)).toMatchObject({ price: before, next: { amount: after, valid_from: LATER_DAY } });
    const listed = expectAnswer(await app().get('/api/price-rise'), z.array(priceRise));
    expect(listed[0]).toMatchObject({ id: made.id, items: 3, state: 'scheduled', created_by: { name: 'Persona 1' } });

    // A rise by an amount, from today: every catalogue has it at once.
    await createRise(
      rows.map(({ kind, id, before }) => ({ kind, id, before, after: before + 500 })),
      { percent: undefined, increase: 500, valid_from: '2026-03-05' },
    );
    expect(await readPlanPrice(plan)).toBe(10_500);
    for (const { kind, id, before } of rows) expect((await itemOf(kind, id)).price).toBe(before + 500);
    expect((await app().get(`/api/package/${pack}`)).body.data.amount).toBe(12_845.67);
    expect((await app().get('/api/product')).body.data.find((one: Row) => one.id === product).price).toBe(16_499.9);
  });

  it('AUM-09 MOD-12 refuses a price that changed after the preview, whole, and says which', async () => {
    const [first, second] = [await addPlan(app(), { amount: 100 }), await addPlan(app(), { title: 'Anual' })];
    await app().json('PATCH', `/api/suscriptions/${second}`, { amount: 20_000 });
    const events = await eventsOf();
    const stale = await requestRise([
      { kind: 'plan', id: first, before: 100, after: 108 },
      { kind: 'plan', id: second, before: 15_000, after: 16_200 },
    ]);
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'stale',
      'El precio de Anual cambió. Revisa la tabla.',
    ]);
    expect((await itemOf('plan', first)).next).toBeNull();
    expect(await eventsOf()).toBe(events);
  });

  it('AUM-10 AUM-08 builds on what is announced, one version for each coming day', async () => {
    const plan = await addPlan(app(), { title: 'Mensual', amount: 10_000 });
    const step = (valid_from: string, before: number, after: number) =>
      requestRise([{ kind: 'plan', id: plan, before, after }], { valid_from });
    expect((await step('2026-04-01', 10_000, 10_800)).status).toBe(201);
    expect((await step('2026-05-01', 10_000, 10_800)).body.message).toBe(
      'El precio de Mensual cambió. Revisa la tabla.',
    );
    expect((await step('2026-05-01', 10_800, 11_664)).status).toBe(201);
    expect((await step('2026-06-01', 11_664, 12_597.12)).status).toBe(201);
    // The taken day is checked before the price, which would be wrong as well.
    const again = await step('2026-05-01', 10_000, 12_000);
    expect([again.status, again.body.message]).toEqual([
      409,
      'Mensual ya tiene un precio programado para el 01/05/2026.',
    ]);
    expect((await itemOf('plan', plan)).coming).toEqual([
      { amount: 10_800, valid_from: '2026-04-01' },
      { amount: 11_664, valid_from: '2026-05-01' },
      { amount: 12_597.12, valid_from: '2026-06-01' },
    ]);
    // A price typed by hand does not change the announced ones.
    await app().json('PATCH', `/api/suscriptions/${plan}`, { amount: 9_000 });
    expect(await itemOf('plan', plan)).toMatchObject({ price: 9_000, next: { amount: 10_800 } });
    for (const [day, price] of [
      ['2026-04-30', 10_800],
      ['2026-05-01', 11_664],
      ['2026-06-01', 12_597.12],
    ] as const) {
      clock.set(day);
      expect(await readPlanPrice(plan)).toBe(price);
    }
  });

  it('AUM-10 of two rises at once the second is asked to look again', async () => {
    const plan = await addPlan(app(), { title: 'Mensual', amount: 10_000 });
    const rows = [{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }] as const;
    const coming = await Promise.all([1, 2, 3].map(() => requestRise([...rows])));
    expect(coming.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const atOnce = await Promise.all([1, 2, 3].map(() => requestRise([...rows], { valid_from: '2026-03-05' })));
    expect(atOnce.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 'stale', 'stale']);
    expect(await readPlanPrice(plan)).toBe(10_800);
  });

  it('AUM-03 AUM-04 refuses what is no rise, in the words of the contract', async () => {
    const plan = await addPlan(app(), { amount: 1_000 });
    const row = { kind: 'plan', id: plan, before: 1_000, after: 1_080 } as const;
    const errorsOf = async (rows: object[], fields: object = {}) => {
      const { status, body } = await requestRise(rows as Row[], fields);
      return [status, body.errors];
    };
    expect(await errorsOf([{ ...row, after: 1_000 }])).toEqual([
      400,
      { 'rows.0.after': 'El precio nuevo debe ser mayor que el anterior' },
    ]);
    expect(await errorsOf([{ ...row, after: 10_000_000_000 }])).toMatchObject([
      400,
      { 'rows.0.after': 'Por favor ingresa un monto válido' },
    ]);
    expect(await errorsOf([row, row])).toEqual([400, { rows: 'Hay un precio repetido' }]);
    expect(await errorsOf([])).toEqual([400, { rows: 'Elige al menos un precio' }]);
    expect(await errorsOf(Array.from({ length: 501 }, (_, id) => ({ ...row, id: id + 1 })))).toEqual([
      400,
      { rows: 'Elige hasta 500 precios por vez' },
    ]);
    for (const fields of [
      { percent: 500.01 },
      { percent: 0 },
      { percent: 1.234 },
      { percent: undefined },
      { increase: 5 },
    ])
      expect(await errorsOf([row], fields)).toEqual([400, { percent: 'Indica cuánto sube: de 0,01 a 500 %' }]);
    expect(await errorsOf([row], { rounding: 7 })).toEqual([400, { rounding: 'El redondeo no es válido' }]);
    for (const valid_from of ['2026-03-04', '2027-03-07'])
      expect(await errorsOf([row], { valid_from })).toEqual([
        400,
        { valid_from: 'El día debe estar entre hoy y 366 días después' },
      ]);
    expect((await requestRise([row], { valid_from: '2027-03-06' })).status).toBe(201);
    expect((await requestRise([{ ...row, id: 2_000_000 }])).status).toBe(404);
    expect((await requestRise([row], { keep: { user_ids: [2_000_000], until: null } })).status).toBe(404);
  });

  it('AUM-02 the same key raises once', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const rows = [{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }] as Row[];
    const headers = { 'idempotency-key': 'una-vez' };
    const [first, again] = [await requestRise(rows, {}, headers), await requestRise(rows, {}, headers)];
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id]);
    expect((await itemOf('plan', plan)).coming).toHaveLength(1);
  });

  it('AUM-11 R2 is undone until its day, and not after', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const rows = [{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }] as Row[];
    const { id } = await createRise(rows);
    const undone = expectAnswer(await undoRise(id), priceRiseDetail);
    expect(undone).toMatchObject({ state: 'undone', canceled_by: { name: 'Persona 1' }, rows: [{ after: 10_800 }] });
    expect((await itemOf('plan', plan)).next).toBeNull();
    expect((await undoRise(id)).body.message).toBe('Este aumento ya está deshecho.');
    expect((await undoRise(2_000_000)).status).toBe(404);

    const second = await createRise(rows);
    // 00:00 in Buenos Aires.
    clock.set('2026-04-01T03:00:00Z');
    const late = await undoRise(second.id);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Este aumento ya rige desde el 01/04/2026. Programa otro cambio.',
    ]);
    expect(await readPlanPrice(plan)).toBe(10_800);
  });

  it('AUM-15 shows every price of an item with its day, author and rise, typed ones included', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    clock.set('2026-03-06T15:00:00Z');
    await app().json('PATCH', `/api/suscriptions/${plan}`, { amount: 11_000 });
    const rise = await createRise([{ kind: 'plan', id: plan, before: 11_000, after: 12_000 }], { reason: 'Alquiler' });
    const author = { name: 'Persona 1' };
    expect(await historyOf('plan', plan)).toMatchObject([
      { amount: 12_000, valid_from: LATER_DAY, created_by: author, rise: { id: rise.id, reason: 'Alquiler' } },
      { amount: 11_000, valid_from: '2026-03-06', created_by: author, rise: null, user: null },
      { amount: 10_000, valid_from: '2026-03-05', created_by: author, rise: null },
    ]);
    for (const path of ['plan/2000000', 'otra/1', 'plan/x'])
      expect((await app().get(`/api/price/${path}/history`)).status).toBe(404);
  });
});

describe('prices of clients', () => {
  it('AUM-14 who is kept renews at the old price until that day, and at his own where he had one', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const [ana, luis, eva] = [await createUser(app()), await createUser(app()), await createUser(app())];
    const own = await app().json('PUT', '/api/client-price', { user_id: luis.id, plan_id: plan, amount: 7_000 });
    expect(own.body.data).toMatchObject({ amount: 7_000, until: null, plan: { id: plan }, valid_from: '2026-03-05' });
    await app().json('PUT', '/api/client-price', {
      user_id: eva.id,
      plan_id: plan,
      amount: 8_000,
      until: '2026-04-10',
    });
    const keep = { user_ids: [ana.id, luis.id, eva.id], until: '2026-06-30' };
    const rise = await createRise([{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }], { keep });
    expect(rise.kept.map(({ user, amount, until }) => [user.id, amount, until])).toEqual([
      [ana.id, 10_000, '2026-06-30'],
      [luis.id, 7_000, '2026-06-30'],
      [eva.id, 8_000, '2026-06-30'],
    ]);
    const pricesOn = async (day: string) => {
      clock.set(day);
      const renewals = [await renewalOf(ana.id), await renewalOf(luis.id), await renewalOf(eva.id)];
      return renewals.map(({ client_prices }) => client_prices[0]?.amount ?? null);
    };
    expect(await pricesOn('2026-03-31')).toEqual([null, 7_000, 8_000]);
    expect(await pricesOn('2026-04-01')).toEqual([10_000, 7_000, 8_000]);
    expect(await pricesOn('2026-06-30')).toEqual([10_000, 7_000, 8_000]);
    expect(await pricesOn('2026-07-01')).toEqual([null, 7_000, null]);
    expect(await readPlanPrice(plan)).toBe(10_800);
  });

  it('AUM-14 AJU-16 has one price for each client and plan, the others in the history, and takes it away', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const { id } = await createUser(app(), { name: 'Ana Gómez' });
    const put = (fields: object) => app().json('PUT', '/api/client-price', { user_id: id, plan_id: plan, ...fields });
    await put({ amount: 9_000 });
    const second = await put({ amount: 8_500, until: '2026-12-31' });
    const own = (await historyOf('plan', plan)).filter(({ user }) => user);
    expect(own).toMatchObject([
      { id: second.body.data.id, amount: 8_500, until: '2026-12-31', user: { name: 'Ana Gómez' } },
      { amount: 9_000, until: '2026-03-04' },
    ]);
    expect((await put({ amount: 1, until: '2026-03-04' })).body.errors).toEqual({
      until: 'No puede ser anterior a hoy',
    });
    expect((await put({ amount: 1, plan_id: 2_000_000 })).status).toBe(404);
    expect((await put({ amount: 1, user_id: 2_000_000 })).status).toBe(404);
    const path = `/api/client-price/${second.body.data.id}`;
    expect((await app().remove(path)).body.data).toMatchObject({ amount: 8_500 });
    expect((await app().remove(path)).status).toBe(404);
    expect((await renewalOf(id)).client_prices).toEqual([]);
  });

  it('AUM-13 sold and queued periods keep their price', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const { id } = await createUser(app());
    await activate(id, plan);
    const { starts, list_price } = await renewalOf(id);
    const queued = await app().json('POST', `/api/user/${id}/renew`, {
      plan_id: plan,
      start_date: starts[0].start_date,
      list_price,
      price: 10_000,
      paid: 10_000,
      payment_method: 'efectivo',
      status: 'completed',
    });
    expect(queued.status, queued.raw).toBe(201);
    await createRise([{ kind: 'plan', id: plan, before: 10_000, after: 99_000 }], { valid_from: '2026-03-05' });
    const { rows } = await sql<{ price: number }>`
      select price from user_subscriptions where user_id = ${id} order by id`.execute(app().db);
    expect(rows).toEqual([{ price: 10_000 }, { price: 10_000 }]);
    expect((await renewalOf(id)).list_price).toBe(99_000);
  });

  it('AUM-01 AUM-17 counts whom a rise affects, without who is kept or has left, and who was told', async () => {
    const plan = await addPlan(app(), { amount: 10_000 });
    const names = ['Ana', 'Beto', 'Caro', 'Dani', 'Emi'];
    const people = [];
    for (const name of names) people.push(await createUser(app(), { name }));
    const [ana, beto, caro, dani, emi] = people.map(({ id }) => id) as [number, number, number, number, number];
    for (const id of [ana, beto, caro, dani, emi]) await activate(id, plan);
    // Dani left long ago, Emi is not active.
    await app().json('PATCH', `/api/user/${dani}`, { suscription_init: '2025-12-03', suscription_end: '2026-02-02' });
    await app().json('PATCH', `/api/user/${emi}`, { status: false });
    expect((await itemOf('plan', plan)).clients).toBe(3);
    const keep = { user_ids: [caro], until: null };
    const rise = await createRise([{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }], { keep });
    expect(rise).toMatchObject({ affected: 2, told: 0, notices: [], untold: [{ name: 'Ana' }, { name: 'Beto' }] });
    expect(rise.notice).toContain('{antes}');
    const told = { rise_id: rise.id, channel: 'whatsapp', text: 'Hola Ana, desde el 01/04/2026 …' };
    await sql`
      insert into events (act, actor_id, entity, entity_id, user_id, action, data)
      values (gen_random_uuid(), (select min(id) from users), 'client', ${ana}, ${ana}, 'contact', ${JSON.stringify(told)}::jsonb)`.execute(
      app().db,
    );
    const after = expectAnswer(await app().get(`/api/price-rise/${rise.id}`), priceRiseDetail);
    expect(after).toMatchObject({ affected: 2, told: 1, untold: [{ name: 'Beto' }] });
    expect(after.notices).toMatchObject([
      { user: { name: 'Ana' }, channel: 'whatsapp', text: told.text, author: { name: 'Persona 1' } },
    ]);
    // The kept one has a price of his own from that day on.
    clock.set('2026-04-01T12:00:00Z');
    expect((await itemOf('plan', plan)).clients).toBe(2);
  });
});
