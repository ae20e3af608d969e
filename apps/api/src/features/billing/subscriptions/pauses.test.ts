import { addDays, daysBetween } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '#test/clock';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const TODAY = '2026-03-05';
const clock = testClock(TODAY);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });
const money = moneyOf(app);

const PAUSE = { from: '2026-03-15', to: '2026-03-25' };

/** A client who bought a month on this day. */
async function createSubscriber(start = TODAY) {
  const id = await money.newClient();
  const plan = await money.newPlan();
  clock.set(start);
  await money.activate(id, plan);
  clock.set(TODAY);
  return id;
}

/** Kind, first day, end of what it covers, state: by their days. */
async function daysOf(id: number) {
  const rows = await money.periods(id);
  const covered = rows.map(({ kind, start_date, end_date, closed_on, status }) => {
    const end = closed_on !== null && closed_on < end_date ? closed_on : end_date;
    return [kind, start_date, end, status] as const;
  });
  return covered.toSorted((a, b) => (a[1] < b[1] ? -1 : 1));
}
const fieldsOf = async (id: number) => {
  const { suscription_init, suscription_end, suscription_status } = await money.fields(id);
  return [suscription_init, suscription_end, suscription_status];
};
const refusalOf = async (answer: Promise<{ status: number; body: { message?: string; code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.message, body.code];
};
const setLimit = (limit: number | null) => sql`update business set pause_days_per_year = ${limit}`.execute(app().db);

describe('a pause', () => {
  it('PAU-01 PAU-03 cuts the period under way, moves those in the queue, and stores exactly the end that was shown', async () => {
    const id = await createSubscriber();
    await money.renew(id, { paid: 5_000 });
    expect(await fieldsOf(id)).toEqual([TODAY, '2026-05-05', true]);
    const { status, body } = await money.pause(id, PAUSE, { end: '2026-05-15' });
    expect([status, body.message]).toEqual([201, 'Suscripción pausada']);
    expect(body.data).toMatchObject({ suscription_end: '2026-05-15', pause: PAUSE });
    expect(await daysOf(id)).toEqual([
      ['plan', TODAY, '2026-03-15', 'active'],
      ['pause', '2026-03-15', '2026-03-25', 'pending'],
      ['plan', '2026-03-25', '2026-04-15', 'pending'],
      ['plan', '2026-04-15', '2026-05-15', 'pending'],
    ]);
    expect(await fieldsOf(id)).toEqual([TODAY, '2026-05-15', true]);
    // The debt stays with the period that was sold, and a period that had begun keeps its dates.
    const [rest, pause, queued, sold] = await money.periods(id);
    expect(pause).toMatchObject({
      kind: 'pause',
      notes: 'Viaja',
      price: null,
      payment_amount: null,
      continues_id: sold?.id,
    });
    expect(rest).toMatchObject({ price: null, payment_amount: 0, continues_id: sold?.id, anchor_day: 15 });
    expect(queued).toMatchObject({ price: 15_000, payment_amount: 5_000, anchor_day: 15 });
    expect(sold).toMatchObject({ start_date: TODAY, end_date: '2026-04-05', price: 15_000 });
    expect(await money.debts(id)).toMatchObject([{ owed: 10_000, closed_on: null }]);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
    const { rows } = await sql`
      select action, data -> 'reason' as reason, data -> 'from' as from from events
      where user_id = ${id} and action = 'pause'`.execute(app().db);
    expect(rows).toEqual([{ action: 'pause', reason: 'Viaja', from: PAUSE.from }]);
  });

  it('PAU-02 PAU-06 runs again on the return day by the clock alone, and the specified history has plan periods only', async () => {
    const id = await createSubscriber();
    await money.pause(id, PAUSE);
    const states: Record<string, string[]> = {};
    for (let day = TODAY; day <= '2026-04-17'; day = addDays(day, 1)) {
      clock.set(day);
      const key = (await daysOf(id)).map(([, , , status]) => status).join();
      (states[key] ??= []).push(day);
    }
    expect(Object.entries(states).map(([state, days]) => [state, days[0]])).toEqual([
      ['active,pending,pending', TODAY],
      ['completed,active,pending', '2026-03-15'],
      ['completed,completed,active', '2026-03-25'],
      ['completed,completed,expired', '2026-04-15'],
    ]);
    clock.set('2026-03-20');
    const { subscription_history, ...user } = await money.detail(id);
    expect(subscription_history.map(({ status, payment_amount }) => [status, payment_amount])).toEqual([
      ['pending', 0],
      ['completed', 15_000],
    ]);
    expect(user).toMatchObject({ suscription_status: true, suscription_end: '2026-04-15', pause: PAUSE });
    const list = await app().get('/api/user?limit=1&sort=id&order=desc');
    expect(list.body.data).toMatchObject([{ id, pause: PAUSE }]);
    expect((await app().get('/api/user')).body.data).toContainEqual(expect.objectContaining({ id, pause: PAUSE }));
  });

  it('PAU-03 moves a period of which no day has passed as a whole, with its price and its debt', async () => {
    const id = await money.newClient();
    const plan_id = await money.newPlan();
    await money.renew(id, { plan_id, list_price: 15_000, price: 15_000, paid: 1_000 });
    await money.pause(id, { from: TODAY, to: '2026-03-10' });
    expect(await daysOf(id)).toEqual([
      ['pause', TODAY, '2026-03-10', 'active'],
      ['plan', '2026-03-10', '2026-04-10', 'pending'],
    ]);
    expect(await fieldsOf(id)).toEqual([TODAY, '2026-04-10', true]);
    expect(await money.debts(id)).toMatchObject([{ owed: 14_000, closed_on: null }]);
    await money.resume(id, TODAY);
    expect(await daysOf(id)).toEqual([['plan', TODAY, '2026-04-05', 'active']]);
  });

  it('PAU-03 of a plan that a later activation replaces moves that one too', async () => {
    const id = await createSubscriber();
    await money.activate(id, await money.newPlan(), { start_date: '2026-03-20' });
    expect(await fieldsOf(id)).toEqual(['2026-03-20', '2026-04-20', true]);
    await money.pause(id, { from: '2026-03-10', to: '2026-03-15' });
    expect((await daysOf(id)).map(([kind, start, end]) => [kind, start, end])).toEqual([
      ['plan', TODAY, '2026-03-10'],
      ['pause', '2026-03-10', '2026-03-15'],
      ['plan', '2026-03-15', '2026-03-25'],
      ['plan', '2026-03-25', '2026-04-25'],
    ]);
    expect(await fieldsOf(id)).toEqual(['2026-03-25', '2026-04-25', true]);
    await money.resume(id, TODAY);
    expect((await daysOf(id)).map(([kind, start, end]) => [kind, start, end])).toEqual([
      ['plan', TODAY, '2026-03-20'],
      ['plan', '2026-03-20', '2026-04-20'],
    ]);
    expect(await fieldsOf(id)).toEqual(['2026-03-20', '2026-04-20', true]);
  });

  it('PAU-01 of dates that somebody typed makes a period of the days left', async () => {
    const plan = await money.newPlan();
    const typed = { suscriptionId: plan, suscription_status: true, suscription_init: '2026-02-20' };
    const id = await money.newClient({ ...typed, suscription_end: '2026-03-20' });
    // Dates that were typed once had no period.
    await sql`delete from user_subscriptions where user_id = ${id}`.execute(app().db);
    await money.pause(id, { from: TODAY, to: '2026-03-15' });
    expect(await fieldsOf(id)).toEqual(['2026-02-20', '2026-03-30', true]);
    expect(await daysOf(id)).toEqual([
      ['pause', TODAY, '2026-03-15', 'active'],
      ['plan', '2026-03-15', '2026-03-30', 'pending'],
    ]);
    await money.resume(id, TODAY);
    expect(await daysOf(id)).toEqual([]);
    expect(await fieldsOf(id)).toEqual(['2026-02-20', '2026-03-20', true]);
  });
});

describe('resuming', () => {
  it('PAU-04 moves the end by the difference, earlier and later', async () => {
    const id = await createSubscriber();
    await money.renew(id);
    await money.pause(id, PAUSE);
    clock.set('2026-03-18');
    expect((await money.resume(id, '2026-03-18')).body).toMatchObject({
      message: 'Suscripción reanudada',
      data: { suscription_end: '2026-05-08', pause: { from: PAUSE.from, to: '2026-03-18' } },
    });
    expect(await daysOf(id)).toEqual([
      ['plan', TODAY, '2026-03-15', 'completed'],
      ['pause', '2026-03-15', '2026-03-18', 'completed'],
      ['plan', '2026-03-18', '2026-04-08', 'active'],
      ['plan', '2026-04-08', '2026-05-08', 'pending'],
    ]);
    // A pause that is over is no longer changed; the next one cuts what went on.
    expect(await refusalOf(money.resume(id, '2026-03-20'))).toEqual([409, 'No tiene una pausa.', undefined]);
    await money.pause(id, { from: '2026-03-20', to: '2026-03-22' });
    expect((await money.resume(id, '2026-03-30')).body.data.suscription_end).toBe('2026-05-18');
    expect((await daysOf(id)).map(([kind, start, end]) => [kind, start, end])).toEqual([
      ['plan', TODAY, '2026-03-15'],
      ['pause', '2026-03-15', '2026-03-18'],
      ['plan', '2026-03-18', '2026-03-20'],
      ['pause', '2026-03-20', '2026-03-30'],
      ['plan', '2026-03-30', '2026-04-18'],
      ['plan', '2026-04-18', '2026-05-18'],
    ]);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('PAU-04 before it began puts everything back, days of the month included, and the sale can be taken back again', async () => {
    const id = await createSubscriber('2026-01-31');
    clock.set('2026-02-10');
    const { period } = await money.renew(id);
    const before = [await money.periods(id), await money.fields(id)];
    await money.pause(id, { from: '2026-02-15', to: '2026-02-20' });
    expect((await money.annulPeriod(period.id)).body.message).toBe('Anula primero los períodos posteriores');
    const [rest] = await money.periods(id);
    expect((await money.annulPeriod(rest!.id)).body.message).toBe(
      'Este período tuvo una pausa y ya no se puede anular. Usa «Eliminar suscripción».',
    );
    await money.resume(id, '2026-02-12');
    expect([await money.periods(id), await money.fields(id)]).toEqual(before);
    expect((await money.renewal(id)).starts).toMatchObject([{ anchor_day: 31 }]);
    expect((await money.annulPeriod(period.id)).status).toBe(201);
  });

  it('PAU-04 before it began leaves what was sold behind it', async () => {
    const id = await createSubscriber();
    await money.pause(id, PAUSE);
    const { period } = await money.renew(id);
    await money.resume(id, TODAY);
    expect((await daysOf(id)).map(([kind, start, end]) => [kind, start, end])).toEqual([
      ['plan', TODAY, '2026-04-05'],
      ['plan', '2026-04-05', '2026-05-05'],
    ]);
    const [renewed, sold] = await money.periods(id);
    expect([renewed?.id, renewed?.renews_id]).toEqual([period.id, sold?.id]);
    expect((await money.annulPeriod(sold!.id)).status).toBe(409);
  });

  it('PAU-04 on the day on which it ends anyway changes nothing, and is no event', async () => {
    const id = await createSubscriber();
    await money.pause(id, PAUSE);
    const before = await money.traces();
    expect((await money.resume(id, PAUSE.to)).status).toBe(200);
    expect(await money.traces()).toEqual(before);
  });
});

describe('what is refused', () => {
  it('PAU-05 a second pause, no paid days, switched off, and more days than a year has', async () => {
    const id = await createSubscriber();
    expect(await refusalOf(money.pause(id, { from: '2026-04-05', to: '2026-04-10' }))).toEqual([
      409,
      'No tiene días pagados para pausar.',
      undefined,
    ]);
    expect((await money.pause(await money.newClient(), PAUSE)).body.message).toBe('No tiene días pagados para pausar.');
    await setLimit(9);
    expect((await money.pause(id, PAUSE)).body.message).toBe('Ya usó 0 de 9 días de pausa este año.');
    await setLimit(12);
    await money.pause(id, PAUSE);
    expect((await money.pause(id, { from: '2026-04-01', to: '2026-04-02' })).body.message).toBe(
      'Ya tiene una pausa del 15/03/2026 al 25/03/2026.',
    );
    expect((await money.resume(id, '2026-03-27')).status).toBe(200);
    expect((await money.resume(id, '2026-03-28')).body.message).toBe('Ya usó 0 de 12 días de pausa este año.');
    await setLimit(null);
    await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: false });
    expect((await money.resume(id, TODAY)).body.message).toBe('La suscripción está desactivada.');
    const off = await createSubscriber();
    await app().json('PATCH', `/api/user/${off}/subscription-status`, { active: false });
    expect((await money.pause(off, PAUSE)).body.message).toBe('La suscripción está desactivada.');
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('PAU-01 days that are over, and a return too far away', async () => {
    const id = await createSubscriber();
    const before = await money.traces();
    const yesterday = addDays(TODAY, -1);
    expect((await money.pause(id, { from: yesterday, to: TODAY })).body.errors).toEqual({
      from: 'Debe ser hoy o más adelante',
    });
    expect((await money.resume(id, yesterday)).body.errors).toEqual({ on: 'Debe ser hoy o más adelante' });
    expect(await money.traces()).toEqual(before);
    await money.pause(id, PAUSE);
    expect((await money.resume(id, addDays(PAUSE.from, 367))).body.errors).toEqual({
      on: 'La pausa puede durar hasta 366 días',
    });
    const body = { ...PAUSE, reason: 'Viaja', end: TODAY };
    expect((await app().json('POST', '/api/user/999999/pause', body)).status).toBe(404);
  });

  it('PAU-07 PAU-08 renewing while paused continues from the moved end, and who saw other dates is told', async () => {
    const id = await createSubscriber();
    const seen = await money.renewalOf(id);
    await money.pause(id, { from: TODAY, to: '2026-03-15' });
    expect(await refusalOf(money.sendRenewal(id, seen))).toEqual([
      409,
      'Mientras tanto cambió: la renovación empieza el 15/04/2026. Revisa y confirma otra vez.',
      'stale',
    ]);
    const { user, period } = await money.renew(id);
    expect([period.start_date, period.end_date, user.suscription_init]).toEqual(['2026-04-15', '2026-05-15', TODAY]);
    expect(await refusalOf(money.resume(id, '2026-03-10', { end: '2026-04-10' }))).toEqual([
      409,
      'Mientras tanto cambió: el nuevo vencimiento es el 10/05/2026. Revisa y confirma otra vez.',
      'stale',
    ]);
  });

  it('PAU-08 of a pause and a renewal at the same moment one is done, and the other is told that the dates changed', async () => {
    for (let at = 0; at < 5; at += 1) {
      const id = await createSubscriber();
      const renewal = await money.renewalOf(id);
      const days = { from: TODAY, to: '2026-03-15' };
      const answers = await Promise.all([
        money.sendRenewal(id, renewal),
        app().json('POST', `/api/user/${id}/pause`, { ...days, reason: 'Viaja', end: '2026-04-15' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const { body } = answers.find(({ status }) => status === 409)!;
      expect([body.code, body.message]).toEqual(['stale', expect.stringMatching(/^Mientras tanto cambió: /)]);
    }
  });

  it('PAU-01 a pause that is sent twice is done once', async () => {
    const id = await createSubscriber();
    const headers = { 'Idempotency-Key': 'pause-once' };
    const body = { ...PAUSE, reason: 'Viaja', end: '2026-04-15' };
    const send = () => app().json('POST', `/api/user/${id}/pause`, body, { headers });
    const answers = [await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(daysBetween('2026-04-05', (await money.detail(id)).suscription_end!)).toBe(10);
  });
});
