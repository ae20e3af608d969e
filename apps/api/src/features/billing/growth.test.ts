import type { PriceItem } from '@pulso/contract/billing/prices';
import { addDays, today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MAX_GROWTH, openCountedApp, SLACK_BLOCKS } from '#test/block-count';
import type { TestApp } from '#test/test-app';
import { runMoneyDay, moneyReads, type Call, type Send } from '../../../../../bench/money-calls';

const FEW_CLIENTS = 1_000;
const MANY_CLIENTS = 9_000;
/** The plan that hardly anybody has. */
const RARE_PLAN = 'Anual';

/** Adds clients with a payment, twenty of this name; one in five owes, one in five promised. Answers the id of one. */
async function addClients({ db }: TestApp, clients: number, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into users (name, gender, phone, username, role, password_hash, "suscriptionId", suscription_init,
      suscription_end, suscription_status)
    select case when n <= 20 then ${name} else 'Ana' end || ' ' || n, 'Female', (1120000000 + n)::text, ${name} || n,
      'CLIENT', 'x', case when n % 7 > 0 then 1 + n % 2 end, ${today()}::date - 400,
      ${today()}::date + (array[0, 3, -5, -40, 20])[1 + n % 5], n % 7 > 0
    from generate_series(1, ${clients}::int) n returning id`.execute(db);
  const first = rows[0]!.id;
  await sql`
    insert into payments (user_id, type, item_id, amount, payment_method, status, close_id, created_at)
    select id, 'subscription', 1, 10000, 'efectivo', 'completed', 0, now() - make_interval(days => id % 40)
    from users where id >= ${first}`.execute(db);
  await sql`
    insert into debts (user_id, type, item_id, amount, owed, note)
    select id, 'other', 0, 4000, 4000, 'Resto' from users where id >= ${first} and id % 5 = 0`.execute(db);
  await sql`
    update client_accounts set promised_on = ${today()}::date - 1 where user_id >= ${first} and user_id % 5 = 3`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
  return rows.at(-1)!.id;
}

/** A rise of the rare plan, whose few clients are not met on the way through everybody. */
async function raiseRarePlan(send: Send) {
  const items = (await send({ method: 'GET', path: '/api/price-list' })) as PriceItem[];
  const { kind, id, price } = items.find(({ title }) => title === RARE_PLAN)!;
  const body = {
    increase: 100,
    rounding: 0,
    valid_from: addDays(today(), 300),
    rows: [{ kind, id, before: price, after: price + 100 }],
  };
  const rise = (await send({ method: 'POST', path: '/api/price-rise', body })) as { id: number };
  await send({ method: 'GET', path: `/api/price-rise/${rise.id}` }, 'rise of a rare plan');
  await send({ method: 'GET', path: `/api/collection?list=rise:${rise.id}` }, 'collections: of a rare plan');
  await send({ method: 'DELETE', path: `/api/price-rise/${rise.id}` });
}

it('MOD-14 no call about money reads more of the database when there are ten times as many clients and payments', async () => {
  const { app, blocks } = await openCountedApp();
  const counts: Record<string, number[]> = {};
  const send = async ({ method, path, body }: Call, name?: string) => {
    const before = await blocks();
    const answer = body ? await app.json(method, path, body) : await app.send(method, path, { token: app.token });
    expect(answer.status, `${path} ${answer.raw}`).toBeLessThan(300);
    if (name !== undefined) (counts[name] ??= []).push((await blocks()) - before);
    return answer.body.data;
  };

  for (const table of ['users', 'payments', 'client_accounts', 'debts', 'events'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
  for (const title of ['Mensual', 'Pase', RARE_PLAN])
    await sql`insert into plans (title, description, duration, amount) values (${title}, 'x', 1, 10000)`.execute(
      app.db,
    );
  await app.json('POST', '/api/till/open', { opening: 20_000 });
  const growth: Record<string, [few: number, many: number]> = {};
  for (const [index, [clients, name]] of [[FEW_CLIENTS, 'Mar'] as const, [MANY_CLIENTS, 'Sol'] as const].entries()) {
    const client = await addClients(app, clients, name);
    for (const [call, path] of Object.entries(moneyReads)) await send({ method: 'GET', path: path(client) }, call);
    await runMoneyDay(client, send);
    await raiseRarePlan(send);
    for (const [call, counted] of Object.entries(counts)) {
      (growth[call] ??= [0, 0])[index] = Math.min(...counted);
      delete counts[call];
    }
  }
  // A page of the audit looks through 20,000 events at most, of which there are fewer here: the bench has a million.
  delete growth['audit: a rare action'];
  const grown = Object.entries(growth).filter(([, [few, many]]) => many > MAX_GROWTH * few + SLACK_BLOCKS);
  expect(grown).toEqual([]);
  expect(Object.keys(growth).length).toBeGreaterThan(35);
}, 120_000);
