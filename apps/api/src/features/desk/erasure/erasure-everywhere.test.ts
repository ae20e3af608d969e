import { addDays, today } from '@pulso/contract/kit/dates';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inTransaction } from '#db/writes/transaction';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { contentOf } from '#test/content';
import { doneWorkout } from '#test/courses';
import { addPackage, addPlan, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords });

/** Markers for every text that is sent about the client, in the forms that its fields accept. */
const CANARIES = ['canario', 'https://canario.example/foto', 'canario@canario.example', '1177665544'];
const NON_TEXT_CANARIES = { weight: 71.23, height: 171.23, birth_date: '1988-07-19', password: 'clave-segura' };
const CANARY_PATTERN = 'canario|1177665544|1988-07-19|71\\.23';

/** Routes that send nothing about a client, or only his id. */
const ROUTES_WITHOUT_PERSON = [
  'DELETE /api/device',
  'DELETE /api/my/device',
  'DELETE /api/user/:id',
  'DELETE /api/user/:id/session/:session',
  'DELETE /api/user/:id/sessions',
  'POST /api/auth/logout',
  'POST /api/auth/logout-all',
  'POST /api/auth/renew',
  'POST /api/backups',
  'POST /api/backups/:id/ticket',
  'POST /api/first-steps/hide',
  'POST /api/my/export',
  'POST /api/my/leave',
  'POST /api/own-business',
  'POST /api/user/:id/erase',
  'POST /api/user/:id/restore',
  'PUT /api/user/:id/tags',
  'POST /api/user/bulk',
  // Rows of a file for a week: those that became him are erased, as those of every table that names him.
  'PATCH /api/import/:id',
  'POST /api/import',
  'POST /api/import/:id/run',
  'POST /api/import/:id/undo',
  // Only what is paid, by its id: of the rest nothing is kept.
  'POST /api/mercadopago/test',
  'POST /api/mercadopago/webhook',
  'POST /api/my/payment-link',
  'POST /api/my/payment-link/check',
  'POST /api/payment-link/:id/check',
  'POST /api/payment-link/:id/close',
  'POST /api/payment-link/:id/renew',
  'POST /api/payment-link/:id/solve',
  'POST /api/user/:id/payment-link',
  // Texts of the business: a row of these belongs to no client.
  'DELETE /api/message-template/:id',
  'DELETE /api/segment/:id',
  'PATCH /api/segment/:id',
  'POST /api/segment',
  'POST /api/segment/:id/restore',
  'DELETE /api/tag/:id',
  'PATCH /api/tag/:id',
  'POST /api/tag',
  'POST /api/tag/:id/restore',
  'DELETE /api/business/logo',
  'PATCH /api/business',
  'PUT /api/business/logo',
  'PATCH /api/message-template/:id',
  'POST /api/ipc/refresh',
  'POST /api/message-template',
  'POST /api/message-template/:id/restore',
  'POST /api/movement',
  'PUT /api/ipc',
  'POST /api/notifications/:id/cancel',
  'POST /api/notifications/send',
  'POST /api/notifications/send-to-all',
  'POST /api/till/close',
  'POST /api/till/open',
  // The trash: what comes back is what was deleted.
  'POST /api/trash/:id/restore',
];
const isAboutPeople = ({ method, url, permission }: DocumentedRoute) =>
  method !== 'GET' &&
  permission !== 'catalogue' &&
  permission !== 'content' &&
  !ROUTES_WITHOUT_PERSON.includes(`${method} ${url}`);

/** Only some words are allowed there, or none twice. */
const VIOLATIONS = ['23514', '23505'];

type Schema = z.core.$ZodType;

/** The body with a canary in every text that it does not have yet, at every depth. */
function withCanaries(schema: Schema | undefined, sent: Record<string, unknown>): Record<string, unknown> {
  if (!(schema instanceof z.ZodMiniObject)) return sent;
  const fields = Object.entries<Schema>(schema.shape).flatMap(([name, field]) => {
    const given = sent[name];
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      return [[name, withCanaries(unwrapSchema(field), { ...given })]];
    const fits = CANARIES.find((canary) => typeof z.safeParse(field, canary).data === 'string');
    return given === undefined && fits !== undefined ? [[name, fits]] : [];
  });
  return { ...sent, ...Object.fromEntries(fields) };
}
const unwrapSchema = (schema: Schema): Schema =>
  schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable
    ? unwrapSchema(schema.def.innerType)
    : schema instanceof z.ZodMiniPipe
      ? unwrapSchema(schema.def.out)
      : schema;

let keyCount = 0;

/** Sends to every route that is about a person, each with a key of its own. */
async function sendToEveryRoute() {
  const untried = new Set(
    app()
      .routes.filter(isAboutPeople)
      .map(({ method, url }) => `${method} ${url}`),
  );
  const call = async (operation: string, { id = 0, token = app().token, ...sent }: Record<string, unknown> = {}) => {
    const [method = '', path = ''] = operation.split(' ');
    const route = app().routes.find((one) => `${one.method} ${one.url}` === operation);
    const url = path.replace(':id', String(id));
    const headers = { 'idempotency-key': `clave-${(keyCount += 1)}` };
    const answer = route?.body
      ? await app().json(method, url, withCanaries(route.body, sent), { token: String(token), headers })
      : await app().send(method, url, { token: String(token), headers });
    expect(answer.status, `${operation}: ${answer.raw}`).toBeLessThan(300);
    untried.delete(operation);
    return answer.body;
  };
  const made = async (operation: string, sent: Record<string, unknown>) => (await call(operation, sent)).data;

  const plan = await addPlan(app());
  const { id } = await made('POST /api/user', { ...NON_TEXT_CANARIES, gender: 'Female', role: 'ADMIN', age: 37 });
  await call('PATCH /api/user/:id', { id, ...NON_TEXT_CANARIES });
  const { access_token } = await call('POST /api/auth/login', {
    username: 'canario',
    password: NON_TEXT_CANARIES.password,
  });
  await call('PUT /api/device', { token: access_token, provider: 'fcm', platform: 'android' });
  const day = today(new Date());
  const paid = { user_id: id, type: 'other', item_id: 0, amount: 700, payment_method: 'efectivo' };
  const pays = async (status: string): Promise<number> => (await made('POST /api/payment', { ...paid, status })).id;

  const [kept, claimed, refused] = [await pays('completed'), await pays('pending'), await pays('pending')];
  await call('POST /api/payment/:id/annul', { id: kept });
  await call('POST /api/payment/:id/verify', { id: claimed });
  await call('POST /api/payment/:id/refund', { id: claimed, amount: 50, payment_method: 'tarjeta' });
  const receipt = { image: await createPicture().png().toBuffer() };
  expect((await app().form('PUT', `/api/payment/${refused}/receipt`, receipt)).status).toBe(200);
  untried.delete('PUT /api/payment/:id/receipt');
  await call('POST /api/payment/:id/reject', { id: refused });
  await call('POST /api/download', { what: 'payments', query: { search: 'canario' } });

  const told = { token: access_token, amount: 800, paid_on: day, claim: 'other', another: true };
  const { id: withdrawn } = await made('POST /api/my/transfer', told);
  await call('DELETE /api/my/transfer/:id', { id: withdrawn, token: access_token });
  await call('POST /api/my/transfer', told);

  const owes = async (): Promise<number> => (await made('POST /api/debt', { ...paid })).id;
  await call('POST /api/debt/:id/pay', {
    id: await owes(),
    amount: 700,
    payment_method: 'efectivo',
    status: 'completed',
  });
  await call('POST /api/debt/:id/forgive', { id: await owes() });

  await call('POST /api/user/activate-suscription', {
    ...{ user_id: id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 1_500 },
  });
  await call('PATCH /api/user/:id/subscription-status', { id, active: false });
  await call('PATCH /api/user/:id/subscription-status', { id, active: true });
  const { starts, list_price } = (await app().get(`/api/user/${id}/renewal?plan_id=${plan}`)).body.data;
  const { period } = await made('POST /api/user/:id/renew', {
    ...{ id, plan_id: plan, start_date: starts[0].start_date, list_price, price: list_price, paid: 100 },
    ...{ payment_method: 'transferencia', status: 'completed' },
  });
  await call('POST /api/period/:id/annul', { id: period.id });
  const { suscription_end: end } = (await app().get(`/api/user/${id}`)).body.data;
  await call('POST /api/user/:id/pause', { id, from: day, to: addDays(day, 5), end: addDays(end, 5) });
  await call('POST /api/user/:id/resume', { id, on: addDays(day, 6), end: addDays(end, 6) });
  await call('POST /api/user/activate-package', { user_id: id, package_id: await addPackage(app()) });
  const { user_packages } = (await app().get(`/api/user/${id}`)).body.data;
  await call('DELETE /api/user/:id/package', { id, package_id: user_packages[0].package_id });

  const { id: rise } = await made('POST /api/price-rise', {
    ...{ percent: 10, rounding: 0, valid_from: addDays(day, 30), reason: 'Inflación', keep: { user_ids: [id] } },
    rows: [{ kind: 'plan', id: plan, before: list_price, after: list_price * 1.1 }],
  });
  await call('DELETE /api/price-rise/:id', { id: rise });
  const price = await made('PUT /api/client-price', { user_id: id, plan_id: plan, amount: 5 });
  await call('DELETE /api/client-price/:id', { id: price.id });
  await call('POST /api/user/:id/contact', { id, channel: 'whatsapp' });
  await call('POST /api/user/:id/snooze', { id, until: addDays(day, 1) });
  await call('DELETE /api/user/:id/snooze', { id });
  await call('POST /api/user/:id/promise', { id, on: addDays(day, 1), amount: 10 });
  await call('DELETE /api/user/:id/subscription', { id });

  await call('PATCH /api/user/:id', { id, role: 'CLIENT', password: NON_TEXT_CANARIES.password });
  await call('POST /api/user/:id/access', { id });
  const { access_token: own } = await call('POST /api/auth/login', {
    username: 'canario',
    password: NON_TEXT_CANARIES.password,
  });
  const { code } = (await call('POST /api/my/code', { token: own })).data;
  const entering = await app().json('POST', '/api/auth/access', { phone: '1177665544', code }, { token: '' });
  expect(entering.status, entering.raw).toBe(200);
  untried.delete('POST /api/auth/access');
  const { id: training_id } = await contentOf(app()).training();
  const { id: package_id } = await contentOf(app()).pack({ trainings: [training_id] });
  await app().json('POST', '/api/user/activate-package', { user_id: id, package_id, status: true });
  const copy = async (path: string, fields = {}) => {
    const answer = await app().form('POST', `/api/${path}/personal`, { title: 'canario', ...fields });
    expect(answer.status, answer.raw).toBe(201);
    untried.delete(`POST /api/${path.replace(/\d+/, ':id')}/personal`);
  };
  await copy(`user/${id}`, { course: `p${package_id}-${training_id}` });
  const { id: another } = await contentOf(app()).training();
  const followed = { training_id: another, user_ids: [id] };
  await call('POST /api/assignment/check', followed);
  const { made: assigned } = await made('POST /api/assignment', { ...followed, starts_on: day });
  await copy(`assignment/${assigned[0].id}`);
  await call('POST /api/assignment/:id/change', { id: assigned[0].id, starts_on: day, ends_on: addDays(day, 9) });
  const workout = doneWorkout(`a${assigned[0].id}`, { day, title: 'canario' });
  const noted = { ...workout, cells: { note: { text: 'canario', v: 1, by: 'telefono' } } };
  const sentWorkout = await app().json('PUT', `/api/my/workouts/${workout.id}`, noted, { token: own });
  expect(sentWorkout.status, sentWorkout.raw).toBe(200);
  untried.delete('PUT /api/my/workouts/:workout');
  const answered = await app().json('POST', `/api/workout/${workout.id}/answer`, { after: null });
  expect(answered.status, answered.raw).toBe(200);
  untried.delete('POST /api/workout/:workout/answer');
  const cells = [{ kind: 'weight', day, value: NON_TEXT_CANARIES.weight, v: 1, by: 'canario' }];
  await call('PUT /api/my/measures', { token: own, cells });
  await call('PUT /api/my/device', { token: own, provider: 'fcm', platform: 'android' });
  await call('DELETE /api/assignment/:id', { id: assigned[0].id });
  await call('POST /api/my/export', { token: own });
  expect([...untried], 'these have to be sent here, or are of nobody').toEqual([]);
  return id as number;
}

type Column = { table: string; column: string; type: string; isGenerated: boolean };

async function listColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.data_type as type, c.is_generated = 'ALWAYS' as "isGenerated"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`.execute(app().db);
  return rows;
}

const asText = ({ column, type }: Column) =>
  type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`;

/** The columns that hold a canary, wherever they are. */
async function columnsWithCanary(): Promise<string[]> {
  const found: string[] = [];
  for (const one of await listColumns()) {
    const { rows } =
      await sql`select from ${sql.table(one.table)} where ${asText(one)} ~* ${CANARY_PATTERN} limit 1`.execute(
        app().db,
      );
    if (rows.length > 0) found.push(`${one.table}.${one.column}`);
  }
  return found;
}

/** Words of the product and of the catalogue, salted digests, and where whoever did something to him did it from. */
const EXEMPT_COLUMNS = [
  'events.action',
  'events.address',
  'events.digest',
  'events.entity',
  'payments.category',
  'payments.concept',
];

/** Writes a canary into every text of every row about him, whoever writes it otherwise; not where only some words are allowed. */
async function plantCanaries(id: number) {
  const all = await listColumns();
  const has = (table: string, column: string) => all.some((one) => one.table === table && one.column === column);
  const ownRows = (table: string) => {
    if (table === 'users') return sql`id = ${id}`;
    if (has(table, 'user_id')) return sql`user_id = ${id}`;
    if (has(table, 'payment_id')) return sql`payment_id in (select id from payments where user_id = ${id})`;
    return undefined;
  };
  for (const { table, column, type, isGenerated } of all) {
    const own = ownRows(table);
    const canary = { text: sql`'canario'`, json: sql`'"canario"'`, jsonb: sql`'"canario"'`, bytea: sql`'canario'` }[
      type
    ];
    if (!own || !canary || isGenerated) continue;
    await inTransaction(app().db, async (db) => {
      // Payments that were recorded are never changed.
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${canary} where ${own}`.execute(db);
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    }).catch((error: { code?: string }) => expect(VIOLATIONS, `${table}.${column}`).toContain(error.code));
  }
}

/** Columns with secrets that some event tells: keys and hashes in every form, and what people typed as their password. */
async function findSecretsInEvents(): Promise<string[]> {
  const bytes = (await listColumns()).filter(({ table, type }) => type === 'bytea' && !table.startsWith('event'));
  const secrets = [
    ...bytes.flatMap((one) =>
      ['hex', 'base64', 'escape'].map((form) => ({ ...one, value: `encode(${one.column}, '${form}')` })),
    ),
    { table: 'users', column: 'password_hash', value: 'password_hash' },
    { table: 'users', column: 'password', value: `'${NON_TEXT_CANARIES.password}'` },
    { table: 'sessions', column: 'id', value: 'id::text' },
  ];
  const found: string[] = [];
  for (const { table, column, value } of secrets) {
    const { rows } = await sql`
      select from (select left(${sql.raw(value)}, 40) as secret from ${sql.table(table)}) secrets join events
        on position(secret in concat(changes, data)) > 0 where length(secret) > 8 limit 1`.execute(app().db);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}

const erase = (id: number) => app().send('POST', `/api/user/${id}/erase`, { token: app().token });

describe('X17 erased means everywhere', () => {
  it('AUD-03 what was written of a person, by every route that takes it, is in no column of any table and in no kept answer', async () => {
    const id = await sendToEveryRoute();
    expect(await columnsWithCanary()).toEqual(
      expect.arrayContaining([
        ...['debts.note', 'downloads.query', 'events.data', 'idempotent_answers.answer'],
        ...['payments.notes', 'payments.payment_url', 'payments.reason', 'payments.transaction_id'],
        ...['user_subscriptions.notes', 'user_subscriptions.transaction_id'],
        ...['users.email', 'users.name', 'users.notes', 'users.phone', 'users.profile_image', 'users.username'],
      ]),
    );
    expect(await findSecretsInEvents()).toEqual([]);
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    expect((await erase(id)).status).toBe(200);
    expect(await columnsWithCanary()).toEqual([]);
  });

  it('a text that somebody adds to a table about people is erased, or named here as one that stays', async () => {
    const id = await sendToEveryRoute();
    expect((await app().remove(`/api/user/${id}`)).status).toBe(200);
    await plantCanaries(id);
    expect((await erase(id)).status).toBe(200);
    expect(await columnsWithCanary()).toEqual(EXEMPT_COLUMNS);
  });
});
