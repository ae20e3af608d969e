import { userPackageRow, type activatePackageInput } from '@pulso/contract/billing/user-packages';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testClock } from '#test/clock';
import { addPackage, expectAnswer, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const NOON = '2026-03-05T15:00:00Z';
const PACKAGE_GONE = 'El paquete elegido ya no está disponible';
const PACKAGE_REQUIRED = 'Por favor selecciona un paquete';
const ACTIVATION_REPEATED = 'Este paquete se acaba de activar. Espera unos segundos para activarlo otra vez.';

const clock = testClock(NOON);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });

const activate = (fields: object, headers?: Record<string, string>) =>
  app().json('POST', '/api/user/activate-package', { status: true, ...fields }, { headers });
const removePackageFrom = (id: number, body: object, headers?: Record<string, string>) =>
  app().json('DELETE', `/api/user/${id}/package`, body, { headers });
const packagesOf = async (id: number) => expectAnswer(await app().get(`/api/user/${id}`), userDetail).user_packages;
/** Moves the rows into the past. */
const backdatePackages = (userId: number, interval: string) =>
  sql`update user_packages set created_at = now() + ${interval}::interval where user_id = ${userId}`.execute(app().db);

describe('activating a package', () => {
  it('USD-90 USD-85 USD-96 API-26 FMT-06 adds an active one from today, in the detail and in the list alike', async () => {
    const package_id = await addPackage(app());
    const { id } = await createUser(app());
    const answer = await activate({ user_id: id, package_id });
    expect(answer.body.message).toBe('Paquete activado');
    const made = expectAnswer(answer, userPackageRow);
    expect(made).toEqual({
      id: expect.any(Number),
      package_id,
      package: { title: 'Volumen' },
      start_date: '2026-03-05',
      end_date: '2026-04-04',
      status: true,
      created_at: expect.any(String),
    });
    expect(await packagesOf(id)).toEqual([made]);
    expect(expectAnswer(await app().get(`/api/user/${id}/packages`), z.array(userPackageRow))).toEqual([made]);
    const other = await createUser(app());
    expect(expectAnswer(await activate({ user_id: other.id, package_id, status: false }), userPackageRow).status).toBe(
      false,
    );
  });

  it.each([
    ['2026-01-31T15:00:00Z', 30, '2026-03-02'],
    ['2026-01-31T15:00:00Z', 1, '2026-02-28'],
    ['2026-01-31T15:00:00Z', 90, '2026-05-01'],
    ['2026-01-31T15:00:00Z', 3, '2026-04-30'],
    ['2026-08-31T15:00:00Z', 180, '2027-02-27'],
    ['2026-08-31T15:00:00Z', 6, '2027-02-28'],
    ['2024-02-29T15:00:00Z', 365, '2025-02-28'],
    ['2024-02-29T15:00:00Z', 12, '2025-02-28'],
    ['2026-01-31T15:00:00Z', 31, '2028-08-31'],
    // Still the 4th in Buenos Aires.
    ['2026-03-05T02:59:59.999Z', 30, '2026-04-03'],
    // Days of 23 or 25 hours count as one day.
    ['1999-09-20T15:00:00Z', 30, '1999-10-20'],
    ['2008-10-01T15:00:00Z', 180, '2009-03-30'],
  ])('FMT-13 FMT-10 D3 D11 begun at %s with duration_days %i ends on %s', async (instant, duration, end) => {
    clock.set(instant);
    const { id } = await createUser(app());
    const made = expectAnswer(
      await activate({ user_id: id, package_id: await addPackage(app(), { duration }) }),
      userPackageRow,
    );
    expect(made.end_date).toBe(end);
  });

  it('USD-90 Y8 Y9 V6 refuses an unknown or inactive package or user, and what is no id', async () => {
    const [package_id, inactive] = [await addPackage(app()), await addPackage(app(), { status: false })];
    const user_id = (await createUser(app())).id;
    const asleep = (await createUser(app(), { status: false })).id;
    const cases: [object, number, string][] = [
      [{ user_id, package_id: inactive }, 409, PACKAGE_GONE],
      [{ user_id, package_id: 2_147_483_647 }, 409, PACKAGE_GONE],
      [{ user_id: 2_147_483_647, package_id }, 404, 'El recurso solicitado no existe'],
      [{ user_id: asleep, package_id }, 409, 'El usuario está inactivo. Actívalo antes de asignarle un paquete.'],
    ];
    for (const [fields, status, message] of cases) {
      const answer = await activate(fields);
      expect([fields, answer.status, answer.body.message]).toEqual([fields, status, message]);
    }
    for (const bad of [0, -1, '', null, undefined, 'x', '1e2', [1], 2_147_483_648])
      expect((await activate({ user_id, package_id: bad })).body.errors).toEqual({ package_id: PACKAGE_REQUIRED });
    expect((await activate({ user_id, package_id, status: 'si' })).body.errors).toEqual({
      status: 'Debe ser verdadero o falso',
    });
    expect(await packagesOf(user_id)).toEqual([]);
  });

  it('X10 D9 refuses a package whose end no form would accept', async () => {
    const body = { user_id: (await createUser(app())).id, package_id: await addPackage(app(), { duration: 12 }) };
    clock.set('2199-01-01T15:00:00Z');
    const { status, body: answer } = await activate(body);
    const errors = { package_id: 'La fecha de fin sería posterior al año 2199' };
    expect([status, answer.errors]).toEqual([400, errors]);
    expect(await packagesOf(body.user_id)).toEqual([]);
    clock.set('2198-12-31T15:00:00Z');
    expect((await activate(body)).body.data.end_date).toBe('2199-12-31');
  });

  it('Y6 D14 happens once when sent twice, and again when meant again', async () => {
    const body = { user_id: (await createUser(app())).id, package_id: await addPackage(app()) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => activate(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(ACTIVATION_REPEATED);
    expect(await packagesOf(body.user_id)).toHaveLength(1);
    // Later, and after the clock was set back.
    for (const interval of ['-11 seconds', '1 hour']) {
      await backdatePackages(body.user_id, interval);
      expect((await activate(body)).status).toBe(200);
    }
    expect(await packagesOf(body.user_id)).toHaveLength(3);
  });

  it('Y6 is another one when anything in it is another, and then that one is sent twice', async () => {
    const [one, two] = [await createUser(app()), await createUser(app())];
    const first = { user_id: one.id, package_id: await addPackage(app()), status: true };
    const another = { user_id: two.id, package_id: await addPackage(app()), status: false } satisfies Record<
      keyof z.infer<typeof activatePackageInput>,
      unknown
    >;
    const sent = [first, ...Object.entries(another).map(([field, value]) => ({ ...first, [field]: value }))];
    const answers = [];
    for (const body of [...sent, ...sent]) answers.push([body, (await activate(body)).status]);
    expect(answers).toEqual([...sent.map((body) => [body, 200]), ...sent.map((body) => [body, 409])]);
    // An omitted status equals true.
    expect((await activate({ ...first, status: undefined })).status).toBe(409);
  });

  it('Y1 answers the same to the same key', async () => {
    const body = { user_id: (await createUser(app())).id, package_id: await addPackage(app()) };
    const headers = { 'idempotency-key': 'paquete' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => activate(body, headers)));
    await removePackageFrom(body.user_id, { package_id: body.package_id });
    answers.push(await activate(body, headers));
    for (const { status, raw } of answers) expect([status, raw]).toEqual([200, answers[0]?.raw]);
    expect(await packagesOf(body.user_id)).toEqual([]);
  });

  it('R4 R8 is either made or too late when the package is deleted at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const body = { user_id: (await createUser(app())).id, package_id: await addPackage(app()) };
      const [removed, made] = await Promise.all([app().remove(`/api/package/${body.package_id}`), activate(body)]);
      expect([
        [200, 409],
        [409, 200],
      ]).toContainEqual([removed.status, made.status]);
    }
  });
});

describe('removing a package from a user', () => {
  it('USD-95 Y15 takes the latest assignment of that package, that alone, and answers what is left', async () => {
    const { id } = await createUser(app());
    const [one, two] = [await addPackage(app()), await addPackage(app())];
    const first = expectAnswer(await activate({ user_id: id, package_id: one }), userPackageRow);
    const second = expectAnswer(await activate({ user_id: id, package_id: two }), userPackageRow);
    await backdatePackages(id, '-1 minute');
    await activate({ user_id: id, package_id: one });
    const { id: other } = await createUser(app());
    await activate({ user_id: other, package_id: one });
    const held = async () => (await packagesOf(id)).map((row) => row.id);

    // Sent again because nobody heard of it, it takes no second one.
    const key = { 'idempotency-key': 'una-vez' };
    const removed = await removePackageFrom(id, { package_id: one }, key);
    expect((await removePackageFrom(id, { package_id: one }, key)).body).toEqual(removed.body);
    expect(removed.body.message).toBe('Paquete eliminado');
    expect(expectAnswer(removed, z.array(userPackageRow)).map((row) => row.id)).toEqual([second.id, first.id]);
    expect((await removePackageFrom(id, { package_id: String(one) })).status).toBe(200);
    expect((await removePackageFrom(id, { package_id: one })).status).toBe(404);
    expect(await held()).toEqual([second.id]);
    expect(await packagesOf(other)).toHaveLength(1);
  });

  it('Y15 needs to be told which', async () => {
    const { id } = await createUser(app());
    const package_id = await addPackage(app());
    await activate({ user_id: id, package_id });
    const without = await app().remove(`/api/user/${id}/package`);
    expect([without.status, without.body.errors]).toEqual([400, { package_id: PACKAGE_REQUIRED }]);
    for (const bad of [0, '', 'x', [package_id], null])
      expect((await removePackageFrom(id, { package_id: bad })).status).toBe(400);
    expect((await removePackageFrom(id, { package_id: package_id + 1 })).status).toBe(404);
    expect((await removePackageFrom(2_147_483_647, { package_id })).status).toBe(404);
    expect(await packagesOf(id)).toHaveLength(1);
    const twice = await Promise.all([removePackageFrom(id, { package_id }), removePackageFrom(id, { package_id })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
