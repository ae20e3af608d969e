import { eventsBody, type EventRow } from '@pulso/contract/accounts/audit';
import { addDays, today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sealEvents } from '#features/accounts/audit/audit.queries';
import { settlePrices } from '#features/billing/prices/price-day.queries';
import { catalogues, openCatalogue } from '#test/catalogues';
import { activeDay, contentOf, exerciseSet, png } from '#test/content';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { restore } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const app = sharedApp({ passwords: quickPasswords });

const listEvents = async (query = '', of: TestApp = app()): Promise<EventRow[]> => {
  const { status, body, raw } = await of.get(`/api/event?limit=200${query}`);
  expect(status, raw).toBe(200);
  return eventsBody.parse(body).data;
};
/** The events that the work leaves, oldest first. */
async function eventsOf(work: () => Promise<unknown>): Promise<EventRow[]> {
  const [newest] = await listEvents();
  await work();
  return (await listEvents()).filter(({ id }) => id > (newest?.id ?? 0)).toReversed();
}

describe('AUD-01 every table that people change', () => {
  /** Tables that need no events of their own, each with the reason. */
  const EXEMPT_TABLES: Record<string, string> = {
    access_links: 'secrets; the calls that make and use them record it',
    backups: 'what there is on this machine; who makes or fetches one is an event',
    client_accounts: 'derived from payments, debts and events',
    client_milestones: 'derived from periods',
    client_training: 'derived from sessions',
    deleted_rows: 'the event of the deletion says it',
    deliveries: 'a queue',
    downloads: 'tickets of a minute; fetching one is an event',
    event_seals: 'seals of events',
    events: 'the events themselves',
    idempotent_answers: 'answers that are kept for two days',
    import_mappings: 'what the columns of a file were the last time',
    import_rows: 'rows of a file for a week; whom they become is an event',
    imports: 'kept for a week; the calls that make, run and take one back are events',
    installation: 'written once, by a migration',
    ipc: 'the call that writes it is an event, with every month',
    known_addresses: 'follow from logins, which are events',
    known_devices: 'follow from logins, which are events',
    library_entries: 'the row that was made has its event',
    link_payments: 'what Mercado Pago told of payments; the charge that one became has its events',
    login_failures: 'counters of minutes',
    measures: 'health data of a client, which no event may hold; each value is its own record',
    name_words: 'derived from names',
    notification_recipients: 'written by the sender of notifications, which have events',
    payment_links: 'making, closing and settling one are events of their own',
    payment_receipts: 'pictures; sending one is an event of its payment',
    prices: 'versions of columns and rises, which have events',
    provider_troubles: 'found by the sender of notifications',
    schema_migrations: 'the schema',
    sessions: 'logins and their ends are events',
    workout_exercises: 'derived from sessions',
    workout_names: 'other ids of a session',
    workouts: 'health data of a client, which no event may hold; the document is its own record',
    wrong_notices: 'a counter of notices that nobody of ours signed',
  };

  it('records its changes, or is a part of one that does, or is exempt for a reason', async () => {
    const { rows } = await sql<{ name: string; recorded: boolean }>`
      select relname as name, exists (select from pg_trigger
        where tgrelid = c.oid and tgname in ('record_changed', 'record_parts')) as recorded
      from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not exists (select from pg_description d where d.objoid = c.oid and description = 'Sum of a tally.')`.execute(
      app().db,
    );
    const unrecorded = rows.filter(({ recorded }) => !recorded).map(({ name }) => name);
    expect(unrecorded.toSorted()).toEqual(Object.keys(EXEMPT_TABLES));
  });

  it('records every column that it has by now, but those that say nothing or are no one’s business', async () => {
    const { rows } = await sql<{ column: string }>`
      select concat(c.relname, '.', attname) as column from pg_trigger t
        join pg_class c on c.oid = t.tgrelid join pg_attribute a on attrelid = c.oid
      where tgname = 'record_changed' and attnum > 0 and not attisdropped and attgenerated = ''
        and attname not in ('id', 'version', 'created_at', 'updated_at', 'user_id')
        and pg_get_functiondef(tgfoid) !~ format('new\\."?%s"?\\y', attname) order by 1`.execute(app().db);
    expect(rows.map(({ column }) => column)).toEqual([
      ...['assignments.created_by'],
      'business.price_settled_on',
      'debts.created_by',
      ...['auth', 'p256dh', 'seen_at', 'token', 'token_hash'].map((column) => `devices.${column}`),
      ...[
        'asked_at',
        'created_by',
        'delivered',
        'failed',
        'last_device',
        'last_user',
        'providers',
        'queued',
        'recipients',
      ].map((column) => `notifications.${column}`),
      ...['started_at', 'unsent', 'up_to_device', 'users'].map((column) => `notifications.${column}`),
      'own_business.filled_at',
      ...['close_id', 'recorded_by', 'settled_at', 'settled_by'].map((column) => `payments.${column}`),
      ...['canceled_by', 'created_by'].map((column) => `price_rises.${column}`),
      ...['closed_by', 'rows'].map((column) => `till_closes.${column}`),
      'trainings.copy_of',
      ...['anchor_day', 'created_by'].map((column) => `user_subscriptions.${column}`),
      'users.password_changed_at',
    ]);
  });
});

describe.each(catalogues)('AUD-01 AUD-02 of $name', (catalogue) => {
  it('everything leaves who, when, from where and what changed, and what changes nothing leaves nothing', async () => {
    const { create, patch, remove } = await openCatalogue(catalogue, app());
    let id = 0;
    const events = await eventsOf(async () => {
      ({ id } = (await create(catalogue.least, png)) as { id: number });
      for (const values of [catalogue.changed, catalogue.changed, {}])
        expect((await patch(id, values)).status).toBe(200);
      expect((await remove(id)).status).toBe(200);
      expect((await restore(app(), catalogue.resource.path, id)).status).toBe(200);
    });
    const own = events.filter(({ entity_id }) => entity_id === id);
    expect(own.map(({ action }) => action)).toEqual(['added', 'changed', 'removed', 'restored']);
    expect(new Set(own.map(({ act }) => act)).size).toBe(4);
    for (const { actor, address, at } of own) {
      expect([actor?.name !== undefined, address]).toEqual([true, '127.0.0.1']);
      expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
    }
    const [field = '', value] = Object.entries(catalogue.changed)[0] ?? [];
    expect(own[1]!.changes![field]![1]).toEqual(value);
    expect(Object.keys(own[1]!.changes!)).toEqual(Object.keys(catalogue.changed));
    expect(own[2]).toMatchObject({ changes: null, data: own[1]!.data });
  });
});

describe('AUD-02 parts', () => {
  it('that are sent again as they are leave nothing, and a change of one is told alone, in the act of its save', async () => {
    const { exercise, training, pack, diet } = contentOf(app());
    const [one, other] = [(await exercise()).id, (await exercise()).id];
    const sent = [activeDay(1, [one]), activeDay(2, [other, one])];
    const { id } = await training({ training_days: JSON.stringify(sent) });
    const save = (days: object, fields = {}) =>
      app().form('PATCH', `/api/training/${id}`, { training_days: JSON.stringify(days), ...fields });
    expect(await eventsOf(() => save(sent))).toEqual([]);
    const moved = await eventsOf(() => save([sent[0], activeDay(2, [one, other])], { title: 'Otro' }));
    expect(moved.map(({ entity, entity_id, changes }) => [entity, entity_id, Object.keys(changes ?? {})])).toEqual([
      ['training', id, ['title']],
      ['training', id, ['training_days.2']],
    ]);
    expect(new Set(moved.map(({ act }) => act)).size).toBe(1);

    const [first, second] = [(await diet()).id, (await diet()).id];
    const { id: packId } = await pack({ diets: [first] });
    const saveDiets = (diets: number[]) => app().json('PATCH', `/api/package/${packId}`, { diets });
    expect(await eventsOf(() => saveDiets([first]))).toEqual([]);
    expect((await eventsOf(() => saveDiets([second])))[0]!.changes).toEqual({ diets: [[first], [second]] });
    expect((await eventsOf(() => app().remove(`/api/package/${packId}`))).map(({ action }) => action)).toEqual([
      'removed',
    ]);
  });

  it('have their own calls, which change their thing', async () => {
    const { id, sets } = await contentOf(app()).exercise({ sets: JSON.stringify([exerciseSet(12)]) });
    const events = await eventsOf(() => app().json('PATCH', `/api/exercise-set/${sets[0].id}`, { reps: 10 }));
    expect(events).toMatchObject([
      { entity: 'exercise', entity_id: id, changes: { 'sets.1': [{ reps: 12 }, { reps: 10 }] } },
    ]);
  });
});

it('AUD-01 a tag is told by its name as it is put on one or many, and taken off', async () => {
  const { data: tag } = (await app().json('POST', '/api/tag', { name: 'Torneo', colour: 'red' })).body;
  const ids = [(await createUser(app())).id, (await createUser(app())).id];
  const bulk = (action: string) => app().json('POST', '/api/user/bulk', { ids, action, tag_id: tag.id, count: 2 });
  for (const [work, action, change] of [
    [() => bulk('add_tag'), 'added', [null, tag.id]],
    [() => bulk('add_tag'), 'added', undefined],
    [() => bulk('remove_tag'), 'removed', [tag.id, null]],
  ] as const) {
    const events = await eventsOf(work);
    expect(new Set(events.map(({ act }) => act)).size).toBeLessThanOrEqual(1);
    expect(events).toMatchObject(
      change === undefined
        ? []
        : ids.map((user_id) => ({
            entity: 'user-tag',
            user_id,
            action,
            changes: { tag_id: change },
            data: { name: 'Torneo' },
          })),
    );
  }
});

describe('AUD-03 of secrets', () => {
  it('a password reads "cambiada", and nothing else of it or of a device’s token is told', async () => {
    const token = 'ficha-secreta-de-firebase-'.padEnd(120, 'x');
    const events = await eventsOf(async () => {
      const { id, username } = await createUser(app(), { password: 'clave-muy-secreta' });
      const own = await app().login({ username, password: 'clave-muy-secreta' });
      const device = { provider: 'fcm', platform: 'android', token };
      expect((await app().json('PUT', '/api/device', device, { token: own })).status).toBe(200);
      await app().json('PATCH', `/api/user/${id}`, { password: 'otra-clave-secreta' });
    });
    const text = JSON.stringify(events);
    expect(text).not.toMatch(/secreta|quick:|hash/);
    expect(events.find(({ entity, action }) => entity === 'user' && action === 'changed')!.changes).toEqual({
      password: [null, 'cambiada'],
    });
    expect(events.find(({ entity }) => entity === 'device')!.changes).toMatchObject({ platform: [null, 'android'] });
  });
});

describe('AUD-05 the list', () => {
  it('is filtered by person, thing, action and days, newest first, and paged by id', async () => {
    const own = await testApp({ passwords: quickPasswords });
    const plan = await addPlan(own, { title: 'Anual' });
    const person = await createUser(own);
    for (const amount of [20_000, 30_000, 40_000]) await own.json('PATCH', `/api/suscriptions/${plan}`, { amount });
    const of = async (query: string) =>
      (await listEvents(query, own)).map(({ entity, action }) => `${entity} ${action}`);
    expect(await of(`&entity=plan&entity_id=${plan}`)).toEqual([...Array(3).fill('plan changed'), 'plan added']);
    expect(await of('&entity=plan&action=added')).toEqual(['plan added']);
    expect(await of(`&user_id=${person.id}`)).toEqual(['account create', 'user added']);
    const [{ actor } = { actor: null }] = await listEvents('&entity=plan', own);
    expect(await of(`&actor=${actor!.id}&entity=plan&action=added`)).toEqual(['plan added']);
    expect(await of(`&actor=${person.id}`)).toEqual([]);
    const day = today();
    expect(await of(`&entity=plan&from=${day}&to=${day}`)).toHaveLength(4);
    expect(await of(`&entity=plan&from=${addDays(day, 1)}`)).toEqual([]);
    expect(await of(`&entity=plan&to=${addDays(day, -1)}`)).toEqual([]);
    const first = await own.get('/api/event?entity=plan&limit=3');
    expect(first.body.data).toHaveLength(3);
    const second = await own.get(`/api/event?entity=plan&limit=3&before=${first.body.meta.next}`);
    expect([second.body.data.length, second.body.meta.next]).toEqual([1, null]);
    expect((await own.get('/api/event?otra=1')).status).toBe(400);
  });

  it('looks through so many events in one page, however rare what it looks for is, and goes on where it ended', async () => {
    const own = await testApp();
    await sql`
      insert into events (act, entity, action, at)
      select gen_random_uuid(), 'level', case when n = 1 then 'removed' else 'changed' end, now() - interval '1 day' + n * interval '1 s'
      from generate_series(1, 45000) n`.execute(own.db);
    const pages: number[] = [];
    let before = '';
    for (;;) {
      const { body } = await own.get(`/api/event?entity=level&action=removed${before}`);
      pages.push(body.data.length);
      if (body.meta.next === null) break;
      before = `&before=${body.meta.next}`;
    }
    expect(pages).toEqual([0, 0, 1]);
  });
});

describe('AUD-06 events', () => {
  it('are never changed or deleted, and one that somebody alters in the database is found with its day', async () => {
    const own = await testApp({ passwords: quickPasswords });
    const plan = await addPlan(own);
    const refused = /an event is never changed/;
    await expect(sql`delete from events`.execute(own.db)).rejects.toThrow(refused);
    await expect(sql`update events set changes = '{"amount": [1, 2]}'`.execute(own.db)).rejects.toThrow(refused);
    await expect(sql`update events set actor_id = null, salt = null`.execute(own.db)).rejects.toThrow(refused);
    for (const method of ['PATCH', 'PUT', 'DELETE', 'POST'] as const)
      expect((await own.send(method, '/api/event/1', { token: own.token })).status).toBe(404);

    const verify = async () => (await own.get('/api/event/verify')).body.data;
    const tomorrow = new Date(Date.now() + 2 * 86_400_000);
    await sealEvents(own.db, tomorrow);
    await sealEvents(own.db, tomorrow);
    const day = today();
    expect(await verify()).toEqual({ broken: null, days: 1, until: day });
    await addPlan(own, { title: 'Otro' });
    expect(await verify()).toEqual({ broken: null, days: 1, until: day });

    const alter = async (change: ReturnType<typeof sql>, which = sql`entity = 'plan' and entity_id = ${plan}`) => {
      await sql`alter table events disable trigger keep`.execute(own.db);
      await sql`create table original as select * from events where ${which}`.execute(own.db);
      await sql`update events set ${change} where ${which}`.execute(own.db);
      expect((await verify()).broken).toBe(day);
      await sql`delete from events where id in (select id from original)`.execute(own.db);
      expect((await verify()).broken).toBe(day);
      await sql`alter table events disable trigger sign`.execute(own.db);
      await sql`insert into events overriding system value select * from original`.execute(own.db);
      await sql`alter table events enable trigger sign`.execute(own.db);
      await sql`drop table original`.execute(own.db);
      expect((await verify()).broken).toBe(null);
    };
    await alter(sql`changes = '{"amount": [null, 1]}'`);
    await alter(sql`actor_id = null`);
    await alter(sql`at = at - interval '1 second'`);
    await alter(sql`address = null, changes = null, salt = null`);
    await alter(sql`changes = '{}', digest = event_digest(salt, address, '{}', data)`);
  });

  it('whose person is erased, and those of what was deleted for good, are not taken for altered', async () => {
    const own = await testApp({ passwords: quickPasswords });
    const { id } = await createUser(own, { notes: 'Rodilla' });
    await sealEvents(own.db, new Date(Date.now() + 2 * 86_400_000));
    await own.remove(`/api/user/${id}`);
    expect((await own.send('POST', `/api/user/${id}/erase`, { token: own.token })).status).toBe(200);
    expect(JSON.stringify(await listEvents(`&user_id=${id}`, own))).not.toContain('Rodilla');
    expect((await own.get('/api/event/verify')).body.data.broken).toBe(null);
  });
});

it('AUD-07 prices that a day brings are the system’s, and name their rise', async () => {
  const own = await testApp({ passwords: quickPasswords });
  const plan = await addPlan(own, { amount: 1_000 });
  const day = addDays(today(), 3);
  const rise = await own.json('POST', '/api/price-rise', {
    ...{ percent: 10, rounding: 0, valid_from: day },
    rows: [{ kind: 'plan', id: plan, before: 1_000, after: 1_100 }],
  });
  expect(rise.status, rise.raw).toBe(201);
  await settlePrices(own.db, day);
  const [applied, changed] = await listEvents('&actor=0', own);
  expect([applied, changed]).toMatchObject([
    { actor: null, entity: 'price-rise', entity_id: rise.body.data.id, action: 'apply' },
    { actor: null, entity: 'plan', entity_id: plan, action: 'changed', changes: { amount: [1_000, 1_100] } },
  ]);
  expect(applied!.act).toBe(changed!.act);
});
