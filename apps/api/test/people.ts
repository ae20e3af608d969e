import { userRow, type User } from '@pulso/contract/accounts/users';
import { successBody } from '@pulso/contract/kit/envelope';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { openPasswords, type Passwords } from '#access/passwords';
import type { Database, Db } from '#db/schema/database';
import type { Answer, TestApp } from '#test/test-app';

const realPasswords = openPasswords();
const QUICK_MARK = 'quick:';

/** For tests that create many users and do not test passwords: hashing is slow on purpose. */
export const quickPasswords: Passwords = {
  hash: async (password) => QUICK_MARK + password,
  matches: async (stored, password, client) =>
    stored?.startsWith(QUICK_MARK) ? stored === QUICK_MARK + password : realPasswords.matches(stored, password, client),
};

/** The data of an answer, checked strictly against the contract at every depth. */
export function expectAnswer<T extends z.ZodMiniType>(answer: Answer, schema: T, status = 200): z.infer<T> {
  expect(answer.status, answer.raw).toBe(status);
  // TypeScript cannot infer this for a generic object.
  const body = successBody(schema).parse(answer.body) as { data: z.infer<T> };
  expect(answer.body).toEqual(body);
  return body.data;
}

let personCount = 0;

/** A complete payload of POST user. */
export function personPayload(fields: object = {}) {
  personCount += 1;
  return {
    name: 'Ana Pérez',
    gender: 'Female',
    countryCode: 'AR',
    countryCodeT: '+54',
    phone: '1123456789',
    username: `ana.perez.${personCount}`,
    role: 'CLIENT',
    password: 'clave-segura',
    ...fields,
  };
}

export async function createUser(app: TestApp, fields: object = {}): Promise<User> {
  return expectAnswer(await app.json('POST', '/api/user', personPayload(fields)), userRow, 201);
}

/** An administrator and a token, for apps with quickPasswords. */
export async function quickAdmin(app: TestApp): Promise<{ id: number; token: string }> {
  const { name, gender, phone, username, password } = personPayload();
  const { rows } = await sql<{ id: number }>`
    insert into users (name, gender, phone, username, role, password_hash)
    values (${name}, ${gender}, ${phone}, ${username}, 'ADMIN', ${QUICK_MARK + password}) returning id`.execute(app.db);
  return { id: rows[0]!.id, token: await app.login({ username, password }) };
}

export async function addPlan(app: TestApp, fields: object = {}): Promise<number> {
  const plan = { title: 'Mensual', description: 'Un mes', duration: 1, amount: 15_000, status: 1, ...fields };
  const { status, body, raw } = await app.json('POST', '/api/suscriptions', plan);
  expect(status, raw).toBe(201);
  return body.data.id;
}

/** Inserted directly, without trainings and diets. */
export async function addPackage(app: TestApp, { duration = 30, status = true } = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with level as (insert into levels (title) values ('Inicial') returning id)
    insert into packages (title, description, duration_days, amount, status, level_id)
    select 'Volumen', 'Cuatro semanas', ${duration}, 9000, ${status}, id from level returning id`.execute(app.db);
  return rows[0]!.id;
}

/** The queries that the work sends. */
export async function recordQueries(app: TestApp, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query }) => void queries.push(query),
  });
  await work(db);
  return queries;
}

/** The query plan. */
export async function explainQuery(app: TestApp, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await app.pool.query<Record<string, string>>(`explain ${text}`, [...parameters]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
