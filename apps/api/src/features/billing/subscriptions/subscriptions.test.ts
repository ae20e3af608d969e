import { userRow } from '@pulso/contract/accounts/users';
import { userDetail, type UserDetail } from '@pulso/contract/desk/user-detail';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { testClock } from '#test/clock';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const NOON = '2026-03-05T15:00:00Z';
const PLAN_GONE = 'El plan elegido ya no está disponible';
const START_IN_PAST = 'La fecha de inicio no puede ser anterior a hoy';
const INVALID_AMOUNT = 'Por favor ingresa un monto válido';

const clock = testClock(NOON);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });

const activate = (fields: object, headers?: Record<string, string>) =>
  app().json(
    'POST',
    '/api/user/activate-suscription',
    { payment_method: 'efectivo', payment_amount: 15_000, ...fields },
    { headers },
  );
const detailOf = async (id: number): Promise<UserDetail> =>
  expectAnswer(await app().get(`/api/user/${id}`), userDetail);
const countOf = async (table: 'user_subscriptions' | 'payments', userId: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where user_id = ${userId}`.execute(app().db);
  return rows[0]?.count;
};

describe('activating a subscription', () => {
  it('X10 D9 refuses a start whose end no form would accept, and takes the last one that it would', async () => {
    const plan = await addPlan(app(), { duration: 1 });
    const { id } = await createUser(app());
    const late = await activate({ user_id: id, subscription_id: plan, start_date: '2199-12-31' });
    const errors = { start_date: 'La fecha de fin sería posterior al año 2199' };
    expect([late.status, late.body.errors]).toEqual([400, errors]);
    expect(await countOf('user_subscriptions', id)).toBe(0);
    expect((await activate({ user_id: id, subscription_id: plan, start_date: '2199-11-30' })).status).toBe(200);
    // The stored values are valid input.
    const { suscription_init, suscription_end } = await detailOf(id);
    expect([suscription_init, suscription_end]).toEqual(['2199-11-30', '2199-12-30']);
    expect((await app().json('PATCH', `/api/user/${id}`, { suscription_init, suscription_end })).status).toBe(200);
  });

  it('USD-87 USD-84 USD-83 USD-96 API-26 writes history, user and payment together and answers the user', async () => {
    const plan = await addPlan(app(), { title: 'Trimestral', duration: 3 });
    const { id } = await createUser(app());
    const fields = {
      payment_method: 'transferencia',
      payment_amount: 15_000.5,
      transaction_id: 'TX-1',
      notes: 'Promo',
    };
    const answer = await activate({ user_id: id, subscription_id: plan, ...fields });
    expect(answer.body.message).toBe('Suscripción activada');
    const held = {
      suscriptionId: plan,
      suscription_status: true,
      suscription_init: '2026-03-05',
      suscription_end: '2026-06-05',
    };
    expect(expectAnswer(answer, userRow)).toMatchObject(held);
    const detail = await detailOf(id);
    expect(detail).toMatchObject(held);
    expect(detail.subscription_history).toEqual([
      {
        id: expect.any(Number),
        subscription_id: plan,
        subscription: { title: 'Trimestral' },
        start_date: '2026-03-05',
        end_date: '2026-06-05',
        status: 'active',
        created_at: expect.any(String),
        ...fields,
      },
    ]);
    expect(detail.payments).toMatchObject([
      {
        type: 'subscription',
        item_id: plan,
        amount: 15_000.5,
        payment_method: 'transferencia',
        status: 'completed',
        transaction_id: 'TX-1',
      },
    ]);
    const history = await app().get(`/api/user/${id}/subscription-history`);
    expect(history.body).toEqual({ success: true, data: detail.subscription_history });
  });

  it('USD-87 changes nothing at all when one part cannot be written', async () => {
    const own = await testApp({ passwords: quickPasswords });
    await sql`alter table payments add check (amount <> 666)`.execute(own.db);
    const plan = await addPlan(own);
    const { id } = await createUser(own);
    const before = (await own.get(`/api/user/${id}`)).raw;
    const paid = { payment_method: 'efectivo', payment_amount: 666 };
    const failed = await own.json('POST', '/api/user/activate-suscription', {
      user_id: id,
      subscription_id: plan,
      ...paid,
    });
    expect(failed.status).toBe(400);
    expect((await own.get(`/api/user/${id}`)).raw).toBe(before);
  });

  it.each([
    ['2026-03-05T02:59:59.999Z', '2026-03-04', '2026-03-03'],
    ['2026-03-05T03:00:00.000Z', '2026-03-05', '2026-03-04'],
    // Already the 6th in UTC.
    ['2026-03-06T00:30:00.000Z', '2026-03-05', '2026-03-04'],
  ])(
    'USD-88 USD-35 FMT-10 D5 starts on the day of Buenos Aires, not before: at %s',
    async (instant, day, dayBefore) => {
      clock.set(instant);
      const [plan, later] = [await addPlan(app()), await addPlan(app())];
      const { id } = await createUser(app());
      const early = await activate({ user_id: id, subscription_id: plan, start_date: dayBefore });
      expect([early.status, early.body.errors]).toEqual([400, { start_date: START_IN_PAST }]);
      expect(await countOf('user_subscriptions', id)).toBe(0);
      await activate({ user_id: id, subscription_id: plan });
      await activate({ user_id: id, subscription_id: later, start_date: day });
      const { subscription_history } = await detailOf(id);
      expect(subscription_history.map(({ start_date }) => start_date)).toEqual([day, day]);
    },
  );

  it('a subscription typed into the form is a period like any other, without money, corrected until another one follows', async () => {
    const [monthly, yearly] = [await addPlan(app(), { duration: 1 }), await addPlan(app(), { duration: 12 })];
    const typed = { suscriptionId: monthly, suscription_status: true };
    const { id } = await createUser(app(), {
      ...typed,
      ...{ suscription_init: '2026-02-20', suscription_end: '2026-03-20' },
    });
    const type = (fields: object) => app().json('PATCH', `/api/user/${id}`, { ...typed, ...fields });
    const periods = async () => {
      const { rows } = await sql`
        select subscription_id as plan, start_date::text as start, end_date::text as end, anchor_day as anchor, payment_amount::float as paid, price
        from user_subscriptions where user_id = ${id} order by id`.execute(app().db);
      return rows;
    };
    const untouched = { plan: monthly, start: '2026-02-20', end: '2026-03-20', anchor: 20, paid: 0, price: null };
    expect(await periods()).toEqual([untouched]);
    expect((await detailOf(id)).subscription_history).toMatchObject([{ status: 'active', payment_amount: 0 }]);
    expect(await countOf('payments', id)).toBe(0);
    await type({ name: 'Otro nombre', suscription_init: '2026-02-20', suscription_end: '2026-03-20' });
    expect(await periods()).toEqual([untouched]);
    await type({ suscriptionId: yearly, suscription_init: '2026-02-22', suscription_end: '2027-02-22' });
    expect(await periods()).toEqual([
      { ...untouched, plan: yearly, start: '2026-02-22', end: '2027-02-22', anchor: 22 },
    ]);
    const started = await activate({ user_id: id, subscription_id: monthly });
    expect(started.status).toBe(200);
    const sold = await periods();
    expect(sold).toHaveLength(2);
    // Dates may still be typed over what was sold, which stays.
    expect((await type({ suscription_init: '2026-03-05', suscription_end: '2026-04-09' })).status).toBe(200);
    expect(await periods()).toEqual(sold);
  });

  it.each([
    ['no dates', {}],
    ['it switched off', { suscription_status: false, suscription_init: '2026-02-20', suscription_end: '2026-03-20' }],
    ['no day', { suscription_init: '2026-03-20', suscription_end: '2026-03-20' }],
  ])('a subscription typed with %s is no period', async (_, fields) => {
    const plan = await addPlan(app());
    const { id } = await createUser(app(), { suscriptionId: plan, suscription_status: true, ...fields });
    expect(await countOf('user_subscriptions', id)).toBe(0);
  });

  it('takes a month that runs already where that is meant, paid on its own day, and gives nobody a day twice', async () => {
    const plan = await addPlan(app(), { duration: 1 });
    const { id } = await createUser(app());
    const started = { user_id: id, subscription_id: plan, started: true };
    const refused = async (fields: object) => (await activate({ ...started, ...fields })).body.errors;
    expect(await refused({ start_date: '2026-02-05' })).toEqual({
      start_date: 'Con ese inicio ya habría terminado, el 05/03/2026',
    });
    expect(await refused({ start_date: '2026-02-20', paid_on: '2026-03-06' })).toHaveProperty('paid_on');
    expect((await activate({ ...started, start_date: '2026-02-20', paid_on: '2026-02-21' })).status).toBe(200);
    const { suscription_init, suscription_end, payments } = await detailOf(id);
    expect([suscription_init, suscription_end]).toEqual(['2026-02-20', '2026-03-20']);
    expect(payments).toHaveLength(1);
    const { rows } = await sql`select day::text, amount::float from payments where user_id = ${id}`.execute(app().db);
    expect(rows).toEqual([{ day: '2026-02-21', amount: 15_000 }]);
    const taken = { start_date: 'Ya tuvo días de una suscripción desde esa fecha' };
    expect(await refused({ start_date: '2026-02-25', payment_amount: 1 })).toEqual(taken);
    expect(await refused({ start_date: '2026-02-10', payment_amount: 1 })).toEqual(taken);
    // The same again, by a second click.
    expect((await activate({ ...started, start_date: '2026-02-20' })).status).not.toBe(200);
    expect(await countOf('user_subscriptions', id)).toBe(1);
  });

  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 6, '2027-02-28'],
    ['2026-12-31', 36, '2029-12-31'],
    ['2026-03-05', 12, '2027-03-05'],
  ])('FMT-11 D3 D4 runs from %s for %i months until %s', async (start_date, duration, end) => {
    const plan = await addPlan(app(), { duration });
    const { id } = await createUser(app());
    const user = expectAnswer(await activate({ user_id: id, subscription_id: plan, start_date }), userRow);
    expect([user.suscription_init, user.suscription_end]).toEqual([start_date, end]);
    expect((await detailOf(id)).subscription_history).toMatchObject([{ start_date, end_date: end }]);
  });

  it('USD-89 Y8 Y9 refuses an unknown user or plan, an inactive one, and writes nothing', async () => {
    const [plan, inactive] = [await addPlan(app()), await addPlan(app(), { status: 0 })];
    const user_id = (await createUser(app())).id;
    const asleep = (await createUser(app(), { status: false })).id;
    const cases: [object, number, string][] = [
      [{ user_id, subscription_id: inactive }, 409, PLAN_GONE],
      [{ user_id, subscription_id: 2_147_483_647 }, 409, PLAN_GONE],
      [{ user_id: 2_147_483_647, subscription_id: plan }, 404, 'El recurso solicitado no existe'],
      [
        { user_id: asleep, subscription_id: plan },
        409,
        'El usuario está inactivo. Actívalo antes de asignarle una suscripción.',
      ],
    ];
    for (const [fields, status, message] of cases) {
      const answer = await activate(fields);
      expect([fields, answer.status, answer.body.message]).toEqual([fields, status, message]);
    }
    for (const id of [user_id, asleep])
      expect([await countOf('user_subscriptions', id), await countOf('payments', id)]).toEqual([0, 0]);
    const trainer = await createUser(app(), { role: 'TRAINER' });
    expect((await activate({ user_id: trainer.id, subscription_id: plan })).status).toBe(200);
  });

  it('USD-89 V3 V6 D9 refuses what is no id, amount, method or date, by its field', async () => {
    const [user_id, subscription_id] = [(await createUser(app())).id, await addPlan(app())];
    const bad: Record<string, [unknown[], string]> = {
      user_id: [[0, -1, '1e2', 1.5, null, [], 2_147_483_648], 'El usuario es obligatorio'],
      subscription_id: [[0, '', null, undefined, 'x', [1]], 'Por favor selecciona un plan de suscripción'],
      payment_amount: [[-0.01, 'x', '', null, undefined, 1.005, '1,50', 1e10, '1e3', '-0', [5]], INVALID_AMOUNT],
      payment_method: [['cheque', 'EFECTIVO', '', null, ['efectivo']], 'El método de pago no es válido'],
      start_date: [['2026-02-30', 'today', '05/03/2026', '', 20260305], 'La fecha de inicio no es válida'],
    };
    for (const [field, [values, message]] of Object.entries(bad))
      for (const value of values) {
        const { status, body } = await activate({ user_id, subscription_id, [field]: value });
        expect([field, value, status, body.errors]).toEqual([field, value, 400, { [field]: message }]);
      }
    expect(await countOf('user_subscriptions', user_id)).toBe(0);
  });

  it('V4 Y7 Y11 keeps the amount as paid, writes no payment of nothing, and takes all four methods', async () => {
    const plan = await addPlan(app(), { amount: 15_000 });
    const free = await createUser(app());
    expect((await activate({ user_id: free.id, subscription_id: plan, payment_amount: 0 })).status).toBe(200);
    expect(await detailOf(free.id)).toMatchObject({ payments: [], subscription_history: [{ payment_amount: 0 }] });
    const cheap = await createUser(app());
    await activate({ user_id: cheap.id, subscription_id: plan, payment_amount: '0.01', payment_method: 'mercadopago' });
    await app().json('PATCH', `/api/suscriptions/${plan}`, { amount: 99_999, duration: 12, title: 'Otro nombre' });
    const detail = await detailOf(cheap.id);
    expect(detail.payments).toMatchObject([{ amount: 0.01, payment_method: 'mercadopago' }]);
    expect(detail.subscription_history).toMatchObject([{ payment_amount: 0.01, end_date: '2026-04-05' }]);
  });
});

describe('the payment of a subscription', () => {
  const linksOf = async (userId: number) => {
    const { rows } = await sql<{ paid: number | null }>`
      select p.amount as paid from user_subscriptions h left join payments p on p.period_id = h.id
      where h.user_id = ${userId} order by h.id`.execute(app().db);
    return rows.map(({ paid }) => paid);
  };

  it('is known to it, where there is one', async () => {
    const plan = await addPlan(app(), { amount: 15_000 });
    const { id } = await createUser(app());
    await activate({ user_id: id, subscription_id: plan, payment_amount: 0 });
    await activate({ user_id: id, subscription_id: plan, payment_amount: 700 });
    expect(await linksOf(id)).toEqual([null, 700]);
  });
});

describe('whatever zone the server is in', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it('FMT-10 FMT-11 D1 D5 the day and the end are those of Buenos Aires', async () => {
    const offsets = new Set<number>();
    for (const TZ of [
      'UTC',
      'America/Argentina/Buenos_Aires',
      'Pacific/Kiritimati',
      'Pacific/Honolulu',
      'Australia/Lord_Howe',
    ]) {
      process.env.TZ = TZ;
      offsets.add(new Date(NOON).getTimezoneOffset());
      for (const [instant, day, end] of [
        ['2027-01-31T02:59:59.999Z', '2027-01-30', '2027-02-28'],
        ['2027-02-01T02:59:59.999Z', '2027-01-31', '2027-02-28'],
        ['2027-02-01T03:00:00.000Z', '2027-02-01', '2027-03-01'],
      ] as const) {
        clock.set(instant);
        const { id } = await createUser(app(), { birth_date: '1990-05-10' });
        const user = expectAnswer(await activate({ user_id: id, subscription_id: await addPlan(app()) }), userRow);
        expect([TZ, user.suscription_init, user.suscription_end]).toEqual([TZ, day, end]);
        expect(user.birth_date).toBe('1990-05-10');
      }
    }
    // Checks that the zone did change.
    expect(offsets.size).toBe(5);
  });
});
