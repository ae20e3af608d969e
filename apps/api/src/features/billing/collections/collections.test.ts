import { agreementBody, collectionPage, contactRow, type CollectionPage } from '@pulso/contract/billing/collections';
import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { collectionLists, type CollectionList } from '@pulso/contract/billing/collections.labels';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { seededRandom } from '#demo/random';
import { compactTallies } from '#db/writes/tallies';
import { readCollection, readCollectionSummary } from '#features/billing/collections/collections.queries';
import { requesterOn } from '#test/requester';
import { moneyOf } from '#test/money';
import { expectAnswer, explainQuery, recordQueries, quickAdmin, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const TODAY = '2026-03-05';
/** Ten in the morning in Buenos Aires, so many days from then. */
const morningOn = (days: number) => new Date(`${addDays(TODAY, days)}T13:00:00Z`);

/** An app whose clock the test moves. */
async function openDesk() {
  let now = morningOn(0);
  const app = await testApp({ passwords: quickPasswords, now: () => now });
  const money = moneyOf(() => app);
  const plan = await money.newPlan({ amount: 10_000 });
  const list = async (name: string, query = ''): Promise<CollectionPage> => {
    const answer = await app.get(`/api/collection?list=${name}${query}`);
    expect(answer.status, answer.raw).toBe(200);
    return collectionPage.parse(answer.body);
  };
  return {
    app,
    money,
    plan,
    list,
    set: (moment: Date) => {
      now = moment;
    },
    /** Whose subscription ends so many days from today. */
    ending: async (days: number, fields: object = {}) => {
      const end = addDays(TODAY, days);
      const id = await money.newClient({ name: `Fin ${days}`, ...fields });
      await sql`
        update users set "suscriptionId" = ${plan}, suscription_init = ${addDays(end, -30)}, suscription_end = ${end},
          suscription_status = true where id = ${id}`.execute(app.db);
      return id;
    },
    ids: async (name: string, query = '') => (await list(name, query)).data.map(({ user }) => user.id),
    summary: async () => expectAnswer(await app.get('/api/collection/summary'), collectionSummary),
    contact: (id: number, fields: object = {}, sent: { token?: string; headers?: Record<string, string> } = {}) =>
      app.json('POST', `/api/user/${id}/contact`, { channel: 'whatsapp', text: 'Hola', after: null, ...fields }, sent),
    snooze: (id: number, until: string) => app.json('POST', `/api/user/${id}/snooze`, { until }),
    promise: (id: number, on: string, amount?: number) => app.json('POST', `/api/user/${id}/promise`, { on, amount }),
  };
}

const eventsOf = async (app: TestApp, id: number) =>
  (
    await sql<{ action: string; data: object }>`
      select action, data from events where user_id = ${id} and entity = 'client' order by id`.execute(app.db)
  ).rows;

describe('the lists', () => {
  it('COB-02 COB-04 put everybody by the day on which the subscription ends, and only active accounts', async () => {
    const { app, list, ending, ids } = await openDesk();
    const made: Record<number, number> = {};
    for (const days of [-31, -30, -1, 0, 1, 7, 8]) made[days] = await ending(days);
    for (const days of [-31, -1, 0, 3, 40]) {
      const [inactive, deleted] = [await ending(days), await ending(days)];
      await app.json('PATCH', `/api/user/${inactive}`, { status: false });
      await app.remove(`/api/user/${deleted}`);
    }
    const idle = await ending(0, { role: 'TRAINER' });
    await sql`update users set suscription_status = false where id = ${idle}`.execute(app.db);
    expect({
      lapsed: await ids('lapsed'),
      overdue: await ids('overdue'),
      due_today: await ids('due_today'),
      due_soon: await ids('due_soon'),
      no_plan: await ids('no_plan'),
    }).toEqual({
      lapsed: [made[-31]],
      overdue: [made[-1], made[-30]],
      due_today: [made[0]],
      due_soon: [made[1], made[7]],
      no_plan: [],
    });
    expect((await list('due_soon')).data[0]).toEqual({
      user: { id: made[1], name: 'Fin 1', phone: '1123456789', status: true, profile_image: null },
      plan: { id: expect.any(Number), title: 'Mensual' },
      end: '2026-03-06',
      price: 10_000,
      owed: 0,
      link: null,
      last_contact: null,
      claim: null,
      snoozed_until: null,
      promised_on: null,
      promised_amount: null,
      promise_paid: null,
    });
  });

  it('COB-03 COB-05 AJU-08 are a partition of the active clients, with numbers and sums that agree, after random changes', async () => {
    const { app, list, money, plan, summary } = await openDesk();
    const other = await money.newPlan({ title: 'Pase', amount: 333.33 });
    const { int, chance, pick } = seededRandom(7);
    await sql`
      insert into users (name, gender, phone, username, role, password_hash)
      select 'Cliente ' || n, 'Female', '1123456789', 'cliente.' || n, case when n % 9 = 0 then 'TRAINER' else 'CLIENT' end, 'x'
      from generate_series(1, 120) n`.execute(app.db);
    const { rows } = await sql<{
      id: number;
    }>`select id from users where username like 'cliente.%' order by id`.execute(app.db);
    for (const { id } of [...rows, ...rows]) {
      const end = chance(0.15) ? null : addDays(TODAY, int(-45, 45));
      await sql`
        update users set suscription_init = ${end && addDays(end, -30)}, suscription_end = ${end},
          suscription_status = ${chance(0.8)}, "suscriptionId" = ${pick([plan, other, null])},
          status = ${chance(0.9)}, deleted_at = ${chance(0.1) ? new Date() : null} where id = ${id}`.execute(app.db);
      if (chance(0.25))
        await sql`
          insert into debts (user_id, type, amount, owed) values (${id}, 'other', 100.1, 100.1)`.execute(app.db);
      if (chance(0.15))
        await sql`
          insert into client_accounts (user_id, promised_on, promised_amount)
          values (${id}, ${addDays(TODAY, int(-2, 2))}, ${pick([null, 250.25])})
          on conflict (user_id) do update
          set promised_on = excluded.promised_on, promised_amount = excluded.promised_amount`.execute(app.db);
      if (chance(0.2))
        await sql`
          insert into prices (kind, item_id, user_id, valid_from, valid_to, amount)
          values ('plan', ${pick([plan, other])}, ${id}, ${addDays(TODAY, int(-2, 1))}, ${pick([null, addDays(TODAY, -1), TODAY])},
            ${pick([300.01, 9_000, 20_000])}::numeric)`.execute(app.db);
    }
    await compactTallies(app.db);

    const figures = await summary();
    const found = new Map<CollectionList, number[]>();
    for (const name of collectionLists) {
      const { data, meta } = await list(name, '&hidden=true&limit=100');
      found.set(
        name,
        data.map(({ user }) => user.id),
      );
      expect([name, meta.total, figures[name].count]).toEqual([name, data.length, data.length]);
      const shown = (row: (typeof data)[number]) =>
        name === 'debt' ? row.owed : name === 'promised' ? (row.promised_amount ?? row.price) : row.price;
      const cents = data.reduce((sum, row) => sum + Math.round((shown(row) ?? 0) * 100), 0);
      expect([name, figures[name].sum]).toEqual([name, cents / 100]);
    }
    const { rows: clients } = await sql<{ id: number; covered: boolean }>`
      select id, suscription_status and suscription_end > ${TODAY}::date + 7 as covered from users
      where role = 'CLIENT' and status and deleted_at is null`.execute(app.db);
    const parts = collectionLists.filter((name) => name !== 'debt' && name !== 'promised');
    for (const { id, covered } of clients)
      expect([id, parts.filter((name) => found.get(name)?.includes(id)).length]).toEqual([id, covered ? 0 : 1]);
    expect(clients.length).toBeGreaterThan(60);
  });

  it('COB-05 are paged and searched, and refuse what they do not know', async () => {
    const { app, list, ending } = await openDesk();
    for (const name of ['Ñandú Ríos', 'Ana Ríos', 'Zoe Paz']) await ending(0, { name });
    expect((await list('due_today')).data.map(({ user }) => user.name)).toEqual(['Ana Ríos', 'Ñandú Ríos', 'Zoe Paz']);
    for (const [days, name] of [
      [-2, 'Ana Gil'],
      [-1, 'Zoe Gil'],
      [-1, 'Beto Gil'],
    ] as const)
      await ending(days, { name });
    expect((await list('overdue')).data.map(({ user }) => user.name)).toEqual(['Beto Gil', 'Zoe Gil', 'Ana Gil']);
    const second = await list('due_today', '&page=2&limit=2');
    expect([second.data.map(({ user }) => user.name), second.meta]).toEqual([
      ['Zoe Paz'],
      { total: 3, page: 2, limit: 2, hidden: 0 },
    ]);
    const searched = await list('due_today', '&search=rios');
    expect([searched.data.length, searched.meta.total]).toEqual([2, 2]);
    for (const query of ['list=nada', 'list=rise:0', 'list=debt&limit=101', 'list=debt&x=1', '', 'list=debt&hidden=si'])
      expect([query, (await app.get(`/api/collection?${query}`)).status]).toEqual([query, 400]);
  });

  it("COB-05 put the oldest debt first, the newest client without a plan first, and show the client's own price", async () => {
    const { app, ids, list, ending, money, plan } = await openDesk();
    const [late, early, owing] = [await money.newClient(), await money.newClient(), await ending(3)];
    for (const [id, day] of [
      [late, '2026-02-02'],
      [early, '2026-01-01'],
      [owing, '2026-02-02'],
    ] as const)
      await sql`
        insert into debts (user_id, type, amount, owed, created_at) values (${id}, 'other', 50, 50, ${day}::date)`.execute(
        app.db,
      );
    expect(await ids('debt')).toEqual([early, late, owing]);
    expect(await ids('no_plan')).toEqual([early, late]);
    await sql`
      insert into prices (kind, item_id, user_id, valid_from, amount)
      values ('plan', ${plan}, ${owing}, '2026-01-01', 8500)`.execute(app.db);
    expect((await list('due_soon')).data).toMatchObject([{ user: { id: owing }, price: 8_500, owed: 50 }]);
  });

  it('AUM-17 COB-09 of a rise are whom it affects, without who keeps a price and who was told', async () => {
    const { app, ids, list, ending, contact, plan } = await openDesk();
    const [told, kept, left, gone] = [await ending(2), await ending(3), await ending(-30), await ending(-31)];
    const { rows } = await sql<{ id: number }>`
      insert into price_rises (percent, valid_from) values (8, '2026-04-01') returning id`.execute(app.db);
    const rise = rows[0]!.id;
    await sql`
      insert into prices (kind, item_id, user_id, valid_from, before, amount, rise_id)
      values ('plan', ${plan}, null, '2026-04-01', 10000, 10800, ${rise}),
        ('plan', ${plan}, ${kept}, '2026-04-01', null, 10000, ${rise})`.execute(app.db);
    expect(await ids(`rise:${rise}`)).toEqual([left, told]);
    const [first] = (await list(`rise:${rise}`)).data;
    expect(first?.rise).toEqual({ before: 10_000, amount: 10_800, valid_from: '2026-04-01' });
    // A contact about something else does not tell.
    const about = expectAnswer(await contact(told), contactRow, 201);
    expect((await list(`rise:${rise}`)).meta).toEqual({ total: 2, page: 1, limit: 50, hidden: 0 });
    expect((await contact(told, { after: about.id, rise_id: rise })).status).toBe(201);
    expect(await ids(`rise:${rise}`)).toEqual([left]);
    expect(await ids(`rise:${rise + 1}`)).toEqual([]);
    expect(await ids('lapsed')).toEqual([gone]);
  });
});

describe('a contact', () => {
  it('COB-09 keeps channel, template, the very text, author and time', async () => {
    const { app, list, ending, contact } = await openDesk();
    const id = await ending(0);
    const text = ' Hola {ana} 100% & más 👋\nChau \n';
    const made = expectAnswer(await contact(id, { template_id: 2, text }), contactRow, 201);
    expect(made).toMatchObject({ channel: 'whatsapp', template_id: 2, text, at: '2026-03-05T13:00:00.000Z' });
    expect(expectAnswer(await app.get(`/api/user/${id}/contacts`), z.array(contactRow))).toEqual([made]);
    const [row] = (await list('due_today', '&hidden=true')).data;
    expect(row?.last_contact).toEqual({ id: made.id, by: made.by, at: made.at, channel: 'whatsapp' });
    expect(await eventsOf(app, id)).toEqual([
      { action: 'contact', data: { channel: 'whatsapp', template_id: 2, text } },
    ]);
    expect((await app.get('/api/user/2000000000/contacts')).status).toBe(404);
    expect((await contact(2_000_000_000)).status).toBe(404);
    const refused = await contact(id, { channel: 'paloma', text: 'x'.repeat(5_001), after: made.id });
    expect(Object.keys(refused.body.errors)).toEqual(['channel', 'text']);
  });

  it('COB-10 COB-11 with an old `after` is refused and says who wrote when; of twenty at once one is taken', async () => {
    const { app, ending, contact, set } = await openDesk();
    const id = await ending(0);
    const ana = await quickAdmin(app);
    const first = expectAnswer(await contact(id, {}, { token: ana.token }), contactRow, 201);
    set(new Date('2026-03-05T13:01:30Z'));
    const late = await contact(id);
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'contacted',
      'Ana Pérez le escribió hace 1 minuto.',
    ]);
    expect(await eventsOf(app, id)).toHaveLength(1);
    expect((await contact(id, { after: first.id })).status).toBe(201);

    const other = await ending(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => contact(other)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'contacted')).toHaveLength(19);
    const headers = { 'idempotency-key': 'la-misma-tecla' };
    const third = await ending(0);
    const twice = [await contact(third, {}, { headers }), await contact(third, {}, { headers })];
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(await eventsOf(app, third)).toHaveLength(1);
  });

  it('COB-08 hides for the days that the business says, and no longer', async () => {
    const { app, ids, list, ending, contact, set } = await openDesk();
    const [id, other] = [await ending(0, { name: 'Ana' }), await ending(0, { name: 'Beto' })];
    await contact(id);
    expect(await list('due_today')).toMatchObject({
      data: [{ user: { id: other } }],
      meta: { total: 1, hidden: 1 },
    });
    expect(await list('due_today', '&hidden=true')).toMatchObject({
      data: [{ user: { id } }, { user: { id: other } }],
      meta: { total: 2, hidden: 1 },
    });
    set(morningOn(2));
    expect(await ids('overdue')).toEqual([other]);
    set(morningOn(3));
    expect(await ids('overdue')).toEqual([id, other]);
    await app.json('PATCH', '/api/business', { contact_days: 4 });
    expect(await ids('overdue')).toEqual([other]);
  });
});

describe('what was agreed', () => {
  it('COB-13 postponing hides until the chosen day and no further than 90 days', async () => {
    const { app, ids, ending, snooze, contact, set } = await openDesk();
    const id = await ending(0);
    for (const until of [addDays(TODAY, 91), TODAY, addDays(TODAY, -1)])
      expect((await snooze(id, until)).body.errors).toEqual({ until: 'Elige un día de mañana a 90 días adelante' });
    expect((await snooze(id, '31/02/2026')).status).toBe(400);
    await contact(id);
    expect(expectAnswer(await snooze(id, addDays(TODAY, 2)), agreementBody).snoozed_until).toBe('2026-03-07');
    expect(await ids('due_today')).toEqual([]);
    set(morningOn(1));
    expect(await ids('overdue')).toEqual([]);
    // The day that was chosen has come: he is spoken with, though he was written to before it was chosen.
    set(morningOn(2));
    expect(await ids('overdue')).toEqual([id]);
    expect((await snooze(id, addDays(TODAY, 92))).status).toBe(200);
    expect(await ids('overdue')).toEqual([]);
    expect(expectAnswer(await app.remove(`/api/user/${id}/snooze`), agreementBody).snoozed_until).toBeNull();
    await app.remove(`/api/user/${id}/snooze`);
    expect(await ids('overdue', '&hidden=true')).toEqual([id]);
    expect((await eventsOf(app, id)).map(({ action }) => action)).toEqual(['contact', 'snooze', 'snooze', 'unsnooze']);
    expect((await app.remove('/api/user/2000000000/snooze')).status).toBe(404);
  });

  it('COB-14 a promise hides until its day, then is in its list until a completed payment', async () => {
    const { app, money, ids, list, ending, promise, contact, summary, set } = await openDesk();
    const id = await ending(-2);
    for (const on of [addDays(TODAY, 61), addDays(TODAY, -1)])
      expect((await promise(id, on)).body.errors).toEqual({ on: 'Elige un día de hoy a 60 días adelante' });
    await contact(id);
    expect(expectAnswer(await promise(id, addDays(TODAY, 1), 4_000.5), agreementBody)).toEqual({
      snoozed_until: null,
      promised_on: '2026-03-06',
      promised_amount: 4_000.5,
      promise_paid: 0,
    });
    expect([await ids('overdue'), await ids('promised')]).toEqual([[], []]);
    set(morningOn(1));
    expect([await ids('overdue'), await ids('promised')]).toEqual([[id], [id]]);
    expect((await summary()).promised).toEqual({ count: 1, sum: 4_000.5 });
    expect((await list('promised')).data).toMatchObject([{ promised_on: '2026-03-06', promised_amount: 4_000.5 }]);
    const pending = await money.pay(id, { amount: 4_000.5, status: 'pending' });
    expect(await ids('promised')).toEqual([id]);
    expect((await summary()).unverified).toEqual({ count: 1, sum: 4_000.5 });
    await money.verify(pending.body.data.id);
    expect(await ids('promised')).toEqual([]);
    await promise(id, addDays(TODAY, 1));
    expect(await ids('promised')).toEqual([id]);
    await money.pay(id, { amount: 5 });
    expect((await list('promised')).meta.total).toBe(0);
    expect((await eventsOf(app, id)).map(({ action }) => action)).toEqual(['contact', 'promise', 'promise']);
  });
});

describe('with many users', () => {
  it('COB-05 a page and the summary come from indexes and tallies', async () => {
    const { app, plan } = await openDesk();
    await sql`
      insert into users (name, gender, phone, username, role, password_hash, "suscriptionId", suscription_init,
        suscription_end, suscription_status)
      select 'Cliente ' || n, 'Female', '1123456789', 'muchos.' || n, 'CLIENT', 'x', ${plan}, ${TODAY}::date - 800,
        ${TODAY}::date + 30 - (n % 700), true
      from generate_series(1, 5000) n`.execute(app.db);
    await sql`insert into client_accounts (user_id) select id from users on conflict do nothing`.execute(app.db);
    await compactTallies(app.db);
    await sql`analyze`.execute(app.db);
    const queries = await recordQueries(app, async (db) => {
      const read = { db, actor: requesterOn(TODAY) };
      await readCollectionSummary(read);
      for (const list of collectionLists) await readCollection(read, { list });
    });
    const plans = await Promise.all(
      queries.filter(({ sql: text }) => /^\s*select/.test(text)).map((query) => explainQuery(app, query)),
    );
    expect(plans.length).toBeGreaterThan(15);
    for (const steps of plans) expect(steps).not.toMatch(/Seq Scan on (users|client_accounts)/);
  });
});
