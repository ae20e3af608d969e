import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findWrongTallies, listTallies } from '#test/tallies';
import { testApp } from '#test/test-app';

/** Statements about one row or many, by two random numbers; some change nothing that is counted. */
const WRITES: ((which: number, value: number) => string)[] = [
  (which, value) => `
    insert into users (name, gender, username, phone, password_hash, status, "suscriptionId", suscription_status, suscription_end)
    select 'Ana', 'Female', gen_random_uuid(), '1123456789', 'x', n % 3 > 0, 1 + n % 2, n % 2 > 0, current_date + n % 4
    from generate_series(${which}, ${which + value}) n`,
  (which) => `update users set name = name || '!', status = status where id % 5 >= ${which % 5}`,
  (which, value) => `update users set status = id % ${1 + value} > 0, role = 'TRAINER' where id % 5 = ${which % 5}`,
  (which, value) => `
    update users set "suscriptionId" = nullif(id % 3, 0), suscription_end = current_date + ${value}
    where id % 7 >= ${which % 7}`,
  (which) => `update users set deleted_at = case when deleted_at is null then now() end where id % 6 = ${which % 6}`,
  (which) => `
    delete from users u where id % 4 = ${which % 4} and role <> 'ADMIN'
      and not exists (select from client_accounts where user_id = u.id) and not exists (select from payments where user_id = u.id)
      and not exists (select from user_subscriptions where user_id = u.id)`,
  (which, value) => `
    insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method)
    select u.id, 1, begins, begins + ${value + 1} * 10, 0, 'efectivo'
    from users u cross join lateral (
      select coalesce(max(upper(h.covers)), current_date - 90) + ${which} as begins
      from user_subscriptions h where h.user_id = u.id and not isempty(h.covers)) last
    where u.id % 3 = ${which % 3}`,
  (which, value) => `
    update user_subscriptions set closed_on = start_date + ${value * 5} where id % 4 = ${which % 4}`,
  (which) => `delete from user_subscriptions where id % 9 = ${which % 9}`,
  (which, value) => `
    insert into client_accounts (user_id, owed, promised_on)
    select id, id % 4 * 100, case when id % 3 > 0 then current_date + ${value} end from users where id % 4 >= ${which % 4}
    on conflict (user_id) do update set owed = excluded.owed, promised_on = excluded.promised_on`,
  (which) => `update client_accounts set contacted_at = now() where user_id % 3 >= ${which % 3}`,
  (which, value) => `
    update client_accounts set owed = owed + 0.5, promised_on = promised_on + ${value} where user_id % 3 = ${which % 3}`,
  (which) => `delete from client_accounts where user_id % 8 = ${which % 8}`,
  (which, value) => `
    insert into payments (user_id, type, item_id, amount, payment_method, status)
    select id, 'other', 0, ${value} + 0.25, 'efectivo', case when id % 3 > 0 then 'pending' else 'completed' end
    from users where id % 4 >= ${which % 4}`,
  (which, value) => `
    update payments set amount = amount + ${value}, payment_method = 'tarjeta' where status = 'pending' and id % 3 = ${which % 3}`,
  (which) => `update payments set status = 'completed' where status = 'pending' and id % 6 = ${which % 6}`,
  (which) => `
    with made as (
      insert into payment_links (reference, user_id, payment_id, expires_at)
      select gen_random_uuid(), user_id, id, now() from payments y
      where id % 3 >= ${which % 3} and not exists (select from payment_links where payment_id = y.id) returning id, payment_id)
    insert into link_payments (link_id, outside_id, status, amount, currency, fee, net, payment_id, paid_on)
    select id, id, 'approved', 100, 'ARS', 5.5, 94.5, payment_id, current_date - payment_id % 3 from made`,
  (which, value) => `
    update link_payments set fee = fee + ${value}, status = case when id % 4 = ${which % 4} then 'refunded' else 'approved' end
    where id % 3 >= ${which % 3}`,
  () => 'select compact_tallies()',
];

it('every tally equals its query counted from scratch, after each of many writes of any kind', async () => {
  const { db } = await testApp();
  await sql`insert into plans (title, description, duration, amount) values ('a', 'x', 1, 1), ('b', 'x', 1, 1)`.execute(
    db,
  );
  const tallies = await listTallies(db);
  const step = fc.record({ write: fc.constantFrom(...WRITES), which: fc.nat(20), value: fc.nat(3) });
  for (const { write, which, value } of fc.sample(step, { numRuns: 80, seed: 5 })) {
    await sql.raw(write(which, value)).execute(db);
    expect(await findWrongTallies(db, tallies), write(which, value)).toEqual({});
  }
  for (const { name } of tallies)
    expect((await sql`select from ${sql.table(name)}`.execute(db)).rows, name).not.toEqual([]);
});
