import { userRow } from '@pulso/contract/accounts/users';
import type { ActivateSubscription } from '@pulso/contract/billing/subscriptions';
import { userDetail, type UserDetail } from '@pulso/contract/desk/user-detail';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '#test/clock';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const TODAY = '2026-03-05T15:00:00Z';
const ACTIVATION_REPEATED = 'Esta suscripción se acaba de activar. Espera unos segundos para activarla otra vez.';
const NO_SUBSCRIPTION = 'El usuario no tiene una suscripción';

const clock = testClock(TODAY);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });

const activate = (fields: object, headers?: Record<string, string>) =>
  app().json(
    'POST',
    '/api/user/activate-suscription',
    { payment_method: 'efectivo', payment_amount: 15_000, ...fields },
    { headers },
  );
const setActive = (id: number, active: boolean, notes?: string) =>
  app().json('PATCH', `/api/user/${id}/subscription-status`, { active, notes });
const removeSubscription = (id: number) => app().remove(`/api/user/${id}/subscription`);
const detailOf = async (id: number): Promise<UserDetail> =>
  expectAnswer(await app().get(`/api/user/${id}`), userDetail);
const statusesOf = async (id: number) => (await detailOf(id)).subscription_history.map(({ status }) => status);
const countOf = async (table: 'user_subscriptions' | 'payments', userId: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)} where user_id = ${userId}`.execute(app().db);
  return rows[0]?.count;
};
/** A user with a subscription of one month from today. */
const createSubscriber = async () => {
  const { id } = await createUser(app());
  const subscription_id = await addPlan(app());
  expect((await activate({ user_id: id, subscription_id, notes: 'Promo' })).status).toBe(200);
  return { id, subscription_id };
};

describe('a subscription', () => {
  it('USD-93 Y14 is paused and comes back with its dates; saying either twice changes nothing more', async () => {
    const { id, subscription_id } = await createSubscriber();
    const held = { suscriptionId: subscription_id, suscription_init: '2026-03-05', suscription_end: '2026-04-05' };
    for (const [active, status, message] of [
      [false, 'canceled', 'Suscripción desactivada'],
      [true, 'active', 'Suscripción activada'],
      [false, 'canceled', 'Suscripción desactivada'],
    ] as const) {
      const first = await setActive(id, active);
      expect(expectAnswer(first, userRow)).toMatchObject({ ...held, suscription_status: active });
      expect(first.body.message).toBe(message);
      expect((await setActive(id, active)).raw).toBe(first.raw);
      expect(await statusesOf(id)).toEqual([status]);
    }
    expect(await countOf('payments', id)).toBe(1);
    const { usuarios } = (await app().get('/api/estadisticas')).body.data;
    const { rows } = await sql`
      select count(*) from users where suscription_status and suscription_end > '2026-03-05'`.execute(app().db);
    expect(rows).toEqual([{ count: usuarios.con_suscripcion_activa }]);
  });

  it('USD-93 keeps what was noted before, and adds the reason of a change', async () => {
    const { id } = await createSubscriber();
    await setActive(id, false, 'Viaja en abril');
    await setActive(id, true);
    await setActive(id, false);
    const [item] = (await detailOf(id)).subscription_history;
    expect(item?.notes).toBe('Promo\nViaja en abril\nCambiado desde el panel de administración');
    for (const [notes, error] of [
      [1, 'Debe ser un texto'],
      ['a\u0000', 'Contiene caracteres no permitidos'],
    ] as const) {
      const answer = await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: true, notes });
      expect([answer.status, answer.body.errors]).toEqual([400, { notes: error }]);
    }
    for (const active of ['si', 1, null, undefined, [true]])
      expect((await app().json('PATCH', `/api/user/${id}/subscription-status`, { active })).status).toBe(400);
  });

  it('USD-94 Y14 is removed for good: the user has none, nothing brings it back, what was paid stays', async () => {
    const { id } = await createSubscriber();
    await setActive(id, false);
    const none = { suscriptionId: null, suscription_status: false, suscription_init: null, suscription_end: null };
    for (let times = 0; times < 2; times += 1) {
      const removed = await removeSubscription(id);
      expect([removed.status, removed.body.message]).toEqual([200, 'Suscripción eliminada']);
      expect(expectAnswer(removed, userRow)).toMatchObject(none);
    }
    for (const active of [true, false]) {
      const { status, body } = await setActive(id, active);
      expect([status, body.message]).toEqual([409, NO_SUBSCRIPTION]);
    }
    expect(await detailOf(id)).toMatchObject({ ...none, payments: [{ amount: 15_000 }] });
    expect(await statusesOf(id)).toEqual(['canceled']);
    // Nor by saving the same dates in the form.
    const dates = { suscription_status: true, suscription_init: '2026-03-05', suscription_end: '2026-04-05' };
    await app().json('PATCH', `/api/user/${id}`, dates);
    expect(await statusesOf(id)).toEqual(['canceled']);
  });

  it('is off and on for the history too when the form says so', async () => {
    const { id } = await createSubscriber();
    await app().json('PATCH', `/api/user/${id}`, { suscription_status: false, suscription_end: '2026-05-01' });
    expect(await statusesOf(id)).toEqual(['canceled']);
    expect(expectAnswer(await setActive(id, true), userRow).suscription_end).toBe('2026-05-01');
    expect(await statusesOf(id)).toEqual(['active']);
  });

  it('USD-93 cannot be switched for a user who never had one', async () => {
    const { id } = await createUser(app());
    expect([(await setActive(id, true)).status, (await removeSubscription(id)).status]).toEqual([409, 200]);
  });
});

describe('the history', () => {
  const at = async (instant: string, id: number) => {
    clock.set(instant);
    return statusesOf(id);
  };

  it('USD-84 D1 D16 follows the day of Buenos Aires: pending, active, expired', async () => {
    const { id } = await createUser(app());
    await activate({ user_id: id, subscription_id: await addPlan(app()), start_date: '2026-03-10' });
    expect(await at('2026-03-10T02:59:59.999Z', id)).toEqual(['pending']);
    expect(await at('2026-03-10T03:00:00.000Z', id)).toEqual(['active']);
    expect(await at('2026-04-10T02:59:59.999Z', id)).toEqual(['active']);
    expect(await at('2026-04-10T03:00:00.000Z', id)).toEqual(['expired']);
    await setActive(id, false);
    expect(await statusesOf(id)).toEqual(['canceled']);
  });

  it('USD-84 D4 keeps the last state of what a new activation replaces', async () => {
    const { id, subscription_id } = await createSubscriber();
    const second = await addPlan(app());
    await activate({ user_id: id, subscription_id: second });
    expect(await statusesOf(id)).toEqual(['active', 'completed']);
    clock.set('2026-04-05T15:00:00Z');
    const third = await addPlan(app());
    await activate({ user_id: id, subscription_id: third });
    expect(await statusesOf(id)).toEqual(['active', 'expired', 'completed']);
    await setActive(id, false);
    await activate({ user_id: id, subscription_id: await addPlan(app()) });
    expect(await statusesOf(id)).toEqual(['active', 'canceled', 'expired', 'completed']);
    await removeSubscription(id);
    expect(await statusesOf(id)).toEqual(['canceled', 'canceled', 'expired', 'completed']);
    // Newest first, each with its own plan and payment; the dates of the first are untouched.
    const { subscription_history, payments } = await detailOf(id);
    expect(subscription_history.at(-1)).toMatchObject({ subscription_id, end_date: '2026-04-05' });
    expect(payments).toHaveLength(4);
  });

  it('EXTRAS=0 has no route of its own', async () => {
    const plain = await testApp({ extras: false });
    for (const path of ['/api/user/1/subscription-history', '/api/user/1/packages', '/api/payment?user_id=1'])
      expect((await plain.get(path)).status).toBe(404);
    expect((await plain.get('/api/user/1')).body.data).toMatchObject({
      subscription_history: [],
      user_packages: [],
      payments: [],
    });
  });
});

describe('at the same moment', () => {
  it('Y6 K2 makes one subscription and one payment of twenty activations, with or without keys', async () => {
    const plan = await addPlan(app());
    for (const headersOf of [() => undefined, (index: number) => ({ 'idempotency-key': `intento-${index}` })]) {
      const { id } = await createUser(app());
      const tries = Array.from({ length: 20 }, (_, index) =>
        activate({ user_id: id, subscription_id: plan }, headersOf(index)),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(409)]);
      expect([await countOf('user_subscriptions', id), await countOf('payments', id)]).toEqual([1, 1]);
    }
  });

  it('Y6 is another activation when anything in it is another, and then that one is sent twice', async () => {
    const [one, two] = [await createUser(app()), await createUser(app())];
    const first = { user_id: one.id, subscription_id: await addPlan(app()), notes: 'Promo' };
    const another = {
      user_id: two.id,
      subscription_id: await addPlan(app()),
      payment_method: 'tarjeta',
      payment_amount: 15_000.01,
      transaction_id: 'TX-1',
      notes: 'Promo de marzo',
      start_date: '2026-03-06',
    } satisfies Record<Exclude<keyof ActivateSubscription, 'list_price' | 'started' | 'paid_on'>, unknown>;
    const sent = [first, ...Object.entries(another).map(([field, value]) => ({ ...first, [field]: value }))];
    const answers = [];
    for (const body of [...sent, ...sent]) answers.push([body, (await activate(body)).status]);
    expect(answers).toEqual([...sent.map((body) => [body, 200]), ...sent.map((body) => [body, 409])]);
    expect((await activate({ ...first, start_date: '2026-03-05' })).status).toBe(409);
  });

  it.each([undefined, 'Promo'])(
    'Y6 D1 makes one of two with notes %j, also around a pause, a removal or midnight in Buenos Aires',
    async (notes) => {
      for (const meanwhile of [
        (id: number) => setActive(id, false),
        (id: number) => removeSubscription(id),
        async () => clock.set('2026-03-06T03:00:00.000Z'),
      ]) {
        clock.set('2026-03-06T02:59:59.999Z');
        const { id } = await createUser(app());
        const body = { user_id: id, subscription_id: await addPlan(app()), notes };
        expect((await activate(body)).status).toBe(200);
        await meanwhile(id);
        const again = await activate(body);
        expect([again.status, again.body.message]).toEqual([409, ACTIVATION_REPEATED]);
        expect([await countOf('user_subscriptions', id), await countOf('payments', id)]).toEqual([1, 1]);
      }
    },
  );

  it('Y14 K3 ends as the last one said when two switch it on and off', async () => {
    const { id } = await createSubscriber();
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([setActive(id, true), setActive(id, false), setActive(id, true)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const { suscription_status, subscription_history } = await detailOf(id);
      expect(subscription_history.map(({ status }) => status)).toEqual([suscription_status ? 'active' : 'canceled']);
    }
    const ends = await Promise.all([removeSubscription(id), setActive(id, true), setActive(id, false)]);
    expect(ends[0].status).toBe(200);
    expect(await detailOf(id)).toMatchObject({ suscription_status: false, suscription_end: null });
    expect(await statusesOf(id)).toEqual(['canceled']);
  });

  it('K10 waits for whoever is at the same user, and for nobody else', async () => {
    const [{ id }, other] = [await createSubscriber(), await createSubscriber()];
    const dead = await app().pool.connect();
    dead.on('error', () => undefined);
    const { rows } = await dead.query<{ pid: number }>('select pg_backend_pid() as pid');
    await dead.query('begin');
    await dead.query('select 1 from users where id = $1 for update', [id]);
    const waiting = setActive(id, false);
    expect((await setActive(other.id, false)).status).toBe(200);
    expect(await statusesOf(id)).toEqual(['active']);
    // The client has disconnected; the server rolls back.
    await app().pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect((await waiting).status).toBe(200);
    dead.release(true);
    const limits = await app().pool.query('show idle_in_transaction_session_timeout');
    expect(limits.rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
  });

  it('Y6 leaves one current item when several plans are activated at once', async () => {
    const { id } = await createUser(app());
    const plans = [await addPlan(app()), await addPlan(app(), { duration: 2 }), await addPlan(app(), { duration: 3 })];
    await Promise.all(plans.map((subscription_id) => activate({ user_id: id, subscription_id })));
    const { subscription_history, suscriptionId } = await detailOf(id);
    expect(subscription_history.map(({ status }) => status)).toEqual(['active', 'completed', 'completed']);
    expect(suscriptionId).toBe(subscription_history[0]?.subscription_id);
  });

  it('R8 R11 lets either the delete of a plan or its activation win, never half of both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createUser(app());
      const plan = await addPlan(app());
      const [removed, activated] = await Promise.all([
        app().remove(`/api/suscriptions/${plan}`),
        activate({ user_id: id, subscription_id: plan }),
      ]);
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([removed.status, activated.status]);
      expect(await countOf('payments', id)).toBe(activated.status === 200 ? 1 : 0);
    }
  });

  it('Y1 Y4 answers the same to the same key, letter by letter, whatever has happened since', async () => {
    const { id } = await createUser(app());
    const body = { user_id: id, subscription_id: await addPlan(app()) };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => activate(body, { 'idempotency-key': 'una-vez' })),
    );
    await app().remove(`/api/user/${id}/subscription`);
    answers.push(await activate(body, { 'idempotency-key': 'una-vez' }));
    for (const { status, raw } of answers) expect([status, raw]).toEqual([200, answers[0]?.raw]);
    expect([await countOf('user_subscriptions', id), await statusesOf(id)]).toEqual([1, ['canceled']]);
  });
});
