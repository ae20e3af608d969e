import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { erasedUser } from '@pulso/contract/accounts/users';
import { addDays, today } from '@pulso/contract/kit/dates';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addPackage, addPlan, expectAnswer, createUser, personPayload, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords });
const ADDRESS = '203.0.113.77';
const PHONE = '1177665544';
const withIdempotencyKey = (key: string) => ({ headers: { 'idempotency-key': key } });

const erase = (id: number) => app().send('POST', `/api/user/${id}/erase`, { token: app().token });

/** All personal data that the API accepts, each with a unique marker. */
async function createClientHistory(word: string) {
  const fields = personPayload({
    name: `${word} Pérez`,
    username: `${word}.perez`,
    phone: PHONE,
    role: 'ADMIN',
    ...{ weight: 71.23, height: 171.23, age: 37, birth_date: '1988-07-19', notes: `Rodilla de ${word}` },
    ...{ email: `${word}@example.com`, profile_image: `https://fotos.example/${word}.jpg` },
  });
  const { id } = (await app().json('POST', '/api/user', fields)).body.data as { id: number };
  const login = await app().send('POST', '/api/auth/login', {
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(fields),
    from: ADDRESS,
  });
  const token = login.body.access_token as string;
  const own = { token };
  const calls = [
    app().json('PUT', '/api/device', { provider: 'fcm', token: `telefono-${word}`, platform: 'android' }, own),
    app().json(
      'POST',
      '/api/notifications/send-to-all',
      { title: 'Hola', body: 'Abrimos' },
      { ...own, ...withIdempotencyKey('n') },
    ),
    app().json(
      'POST',
      '/api/user/activate-suscription',
      {
        ...{ user_id: id, subscription_id: await addPlan(app()), payment_method: 'efectivo', payment_amount: 1_500 },
        ...{ transaction_id: `TX-${word}`, notes: `Promo de ${word}` },
      },
      withIdempotencyKey(`plan-${word}`),
    ),
    app().json(
      'POST',
      '/api/user/activate-package',
      { user_id: id, package_id: await addPackage(app()) },
      withIdempotencyKey(word),
    ),
    app().json(
      'POST',
      '/api/payment',
      {
        ...{ user_id: id, type: 'other', item_id: 0, amount: 700, payment_method: 'mercadopago', status: 'completed' },
        ...{ transaction_id: `MP-${word}`, payment_url: `https://pagos.example/${word}` },
      },
      withIdempotencyKey(`pago-${word}`),
    ),
  ];
  for (const { status, raw } of await Promise.all(calls)) expect(status, raw).toBeLessThan(300);
  await sql`insert into notification_recipients select id, ${id}, now() from notifications`.execute(app().db);
  const paused = { active: false, notes: `Se fue ${word}` };
  expect((await app().json('PATCH', `/api/user/${id}/subscription-status`, paused)).status).toBe(200);
  return id;
}

/** All tables as text, and the names of those that refer to this user. */
async function dumpDatabase(id: number) {
  const { db } = app();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db);
      return rows.map(({ text }) => `${name}: ${text}`).join('\n');
    }),
  );
  const { rows: references } = await sql<{ name: string; column: string }>`
    select c.conrelid::regclass::text as name, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(db);
  const named = await Promise.all(
    references.map(async ({ name, column }) => {
      const { rows } = await sql`select from ${sql.table(name)} where ${sql.ref(column)} = ${id}`.execute(db);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return { text: texts.join('\n'), named: named.flat().sort() };
}

const readSums = async (id: number) => {
  const { rows } = await sql`
    select (select sum(amount) from payments where user_id = ${id}) as paid,
      (select array_agg((type, item_id, amount, payment_method, status, created_at)::text order by id)
       from payments where user_id = ${id}) as payments,
      (select array_agg((subscription_id, start_date, end_date, payment_amount, status)::text order by id)
       from user_subscriptions where user_id = ${id}) as history,
      (select array_agg((package_id, start_date, end_date)::text) from user_packages where user_id = ${id}) as packages,
      (select sum(change) from user_tally) as users`.execute(app().db);
  return rows[0];
};

describe('erasing the data of a deleted person', () => {
  it('leaves no trace of who it was in any table, and what was paid as it was', async () => {
    const id = await createClientHistory('canario');
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    const before = await readSums(id);
    const marks = /canario|203\.0\.113\.77|1177665544|1988-07-19|71\.23/i;
    expect((await dumpDatabase(id)).text).toMatch(marks);

    const answer = await erase(id);
    expect(expectAnswer(answer, erasedUser)).toEqual({ id, name: 'Persona eliminada' });
    expect(answer.body.message).toBe('Datos personales borrados');
    const after = await dumpDatabase(id);
    expect(after.text.split('\n').filter((row) => marks.test(row))).toEqual([]);
    const { rows } = await sql`select from users where id = ${id} and password_hash = ''`.execute(app().db);
    expect(rows).toHaveLength(1);
    expect(after.named).toEqual([
      'client_accounts',
      'client_milestones',
      'idempotent_answers',
      'notifications',
      'payments',
      'user_packages',
      'user_subscriptions',
    ]);
    expect(await readSums(id)).toEqual(before);
    expect(before).toMatchObject({ paid: 2_200 });
    const sent = (await app().get('/api/notifications')).body.data as { created_by: { id: number; name: string } }[];
    expect(sent.find(({ created_by }) => created_by.id === id)?.created_by.name).toBe('Persona eliminada');
  });

  it('takes the picture of a receipt along', async () => {
    const { id } = await createUser(app());
    const claimed = { type: 'other', item_id: 0, amount: 900, payment_method: 'transferencia', status: 'pending' };
    const paid = (await app().json('POST', '/api/payment', { user_id: id, ...claimed })).body.data as { id: number };
    const receipt = { image: await createPicture().png().toBuffer() };
    expect((await app().form('PUT', `/api/payment/${paid.id}/receipt`, receipt)).status).toBe(200);
    await app().remove(`/api/user/${id}`);
    expect((await app().get(`/api/payment/${paid.id}/receipt`)).status).toBe(200);
    await erase(id);
    expect((await app().get(`/api/payment/${paid.id}/receipt`)).status).toBe(404);
  });

  it('may be asked for again, and does no more', async () => {
    const { id } = await createUser(app());
    await app().remove(`/api/user/${id}`);
    expect([(await erase(id)).status, (await erase(id)).status]).toEqual([200, 200]);
  });

  it('is refused while the user is not deleted', async () => {
    const user = await createUser(app(), { notes: 'Rodilla' });
    const { status, body } = await erase(user.id);
    const message = 'Solo se borran los datos de un usuario eliminado. Elimínalo primero.';
    expect([status, body.message]).toEqual([409, message]);
    expect((await app().get(`/api/user/${user.id}`)).body.data).toMatchObject({ ...user });
  });

  it('takes his picture from the disk, unless another row has borrowed it', async () => {
    const name = (id: number) => String(id).padStart(22, 'f');
    const withPicture = async () => {
      const { id } = await createUser(app());
      await mkdir(join(app().folder, name(id)));
      await writeFile(join(app().folder, name(id), 'large.webp'), 'cara');
      const url = `/uploads/${name(id)}/large.webp`;
      await sql`update users set profile_image = ${url} where id = ${id}`.execute(app().db);
      await app().remove(`/api/user/${id}`);
      return { id, url };
    };
    const [one, borrowed] = [await withPicture(), await withPicture()];
    await sql`insert into levels (title, cover_image) values ('Inicial', ${borrowed.url})`.execute(app().db);
    for (const { id } of [one, borrowed]) expect((await erase(id)).status).toBe(200);
    expect(existsSync(join(app().folder, name(one.id)))).toBe(false);
    expect(existsSync(join(app().folder, name(borrowed.id)))).toBe(true);
  });
});

describe('a key after the person is gone', () => {
  it('X10 Y5 answers 404, whatever was answered about him before', async () => {
    const id = (await createUser(app(), { name: 'Quien se va' })).id;
    const about = { user_id: id };
    const paid = { ...about, payment_method: 'efectivo' };
    const calls: [path: string, body: object][] = [
      ['/api/user/activate-suscription', { ...paid, subscription_id: await addPlan(app()), payment_amount: 10 }],
      ['/api/user/activate-package', { ...about, package_id: await addPackage(app()) }],
      ['/api/payment', { ...paid, type: 'other', item_id: 0, amount: 10, status: 'completed', transaction_id: 'MP-1' }],
    ];
    const send = () =>
      Promise.all(calls.map(([path, body]) => app().json('POST', path, body, withIdempotencyKey('se-va'))));
    const [first, again] = [await send(), await send()];
    expect(again.map(({ raw }) => raw)).toEqual(first.map(({ raw }) => raw));
    // Only the answers of these calls say whose data they hold.
    const { subscription_history, payments } = (await app().get(`/api/user/${id}`)).body.data;
    for (const path of [`payment/${payments[0].id}`, `period/${subscription_history[0].id}`]) {
      const annulled = await app().json(
        'POST',
        `/api/${path}/annul`,
        { reason: 'Se equivocó' },
        withIdempotencyKey('se-va'),
      );
      expect(annulled.status).toBe(201);
    }
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    expect((await send()).map(({ status }) => status)).toEqual([404, 404, 404]);
    const { rows } = await sql`select from idempotent_answers where key = 'se-va'`.execute(app().db);
    expect(rows).toEqual([]);
  });

  it('X17 answers 404 where he was named among others, and does nothing a second time', async () => {
    const plan = await addPlan(app());
    const [kept, told] = [await createUser(app(), { name: 'Quien queda igual' }), await createUser(app())];
    for (const { id } of [kept, told]) {
      const paid = { user_id: id, subscription_id: plan, payment_amount: 15_000, payment_method: 'efectivo' };
      expect((await app().json('POST', '/api/user/activate-suscription', paid)).status).toBe(200);
    }
    const rise = {
      ...{ percent: 10, rounding: 0, valid_from: addDays(today(new Date()), 40), keep: { user_ids: [kept.id] } },
      rows: [{ kind: 'plan', id: plan, before: 15_000, after: 16_500 }],
    };
    const send = () => app().json('POST', '/api/price-rise', rise, withIdempotencyKey('suba'));
    const answer = await send();
    expect([answer.body.data.kept[0].user.id, answer.body.data.untold[0].id]).toEqual([kept.id, told.id]);
    expect((await send()).raw).toBe(answer.raw);
    const { length } = (await app().get('/api/price-rise')).body.data;
    await app().remove(`/api/user/${told.id}`);
    expect((await send()).status).toBe(404);
    expect((await app().get('/api/price-rise')).body.data).toHaveLength(length);
    const { rows } = await sql`select answer from idempotent_answers where key = 'suba'`.execute(app().db);
    expect(rows).toEqual([{ answer: null }]);
  });

  it('X17 answers a colleague who comes back as before, and takes no money twice', async () => {
    const { id, ...colleague } = await app().addUser({ username: 'colega' });
    const client = await createUser(app());
    const paid = {
      ...{ user_id: client.id, type: 'other', item_id: 0, amount: 10, payment_method: 'efectivo', status: 'completed' },
    };
    const send = async () =>
      app().json('POST', '/api/payment', paid, {
        token: await app().login(colleague),
        ...withIdempotencyKey('vuelve'),
      });
    const first = await send();
    expect(first.status, first.raw).toBe(201);
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    expect((await app().send('POST', `/api/user/${id}/restore`, { token: app().token })).status).toBe(200);
    expect((await send()).raw).toBe(first.raw);
    expect((await app().get(`/api/payment?user_id=${client.id}`)).body.data).toHaveLength(1);
  });
});
