import { failureBody } from '@pulso/contract/kit/envelope';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toApiError } from '#http/answers/errors';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const UNEXPECTED_MESSAGE = 'Error en el servidor. Por favor, inténtalo más tarde.';
const CANARY = 'canario-9f2c';

/** Makes the database refuse every diet type with its name as error code. */
async function failByName({ db }: TestApp) {
  await sql`
    create function fail_by_name() returns trigger language plpgsql as $$
    begin
      raise exception 'canario-9f2c en el mensaje' using
        errcode = new.name, detail = 'Failing row contains (canario-9f2c)', hint = 'canario-9f2c';
    end $$`.execute(db);
  await sql`
    create trigger fail before insert on diet_categories
    for each row execute function fail_by_name()`.execute(db);
}

describe('a failure', () => {
  it('API-16 API-17 has one shape: words for a person, and fields only with 400', async () => {
    const app = await testApp();
    const trainer = await app.login(await app.addUser({ role: 'TRAINER' }));
    const typed = (type: string, payload: string) =>
      app.send('POST', '/api/type-diet', { token: app.token, headers: { 'content-type': type }, payload });
    await app.json('POST', '/api/user', {
      name: 'Ana',
      gender: 'Female',
      username: 'ana',
      phone: '1144445555',
      password: 'clave',
    });
    const twin = { name: 'Ana', gender: 'Female', username: 'ANA', phone: '1144445556', password: 'clave' };
    const answers: [number, Answer][] = [
      [400, await app.json('POST', '/api/type-diet', { name: ' ' })],
      [400, await typed('application/json', '{')],
      [400, await typed('application/json', '[]')],
      [401, await app.get('/api/level', 'x.y.z')],
      [403, await app.get('/api/level', trainer)],
      [404, await app.get('/api/level/999')],
      [404, await app.get('/api/no-existe')],
      [404, await app.send('GET', '/no-existe')],
      [409, await app.json('POST', '/api/user', twin)],
      [413, await typed('application/json', `"${'x'.repeat(1_100_000)}"`)],
      [414, await app.get(`/api/level?x=${'x'.repeat(5_000)}`)],
      [415, await typed('text/xml', '<a/>')],
      [415, await typed('', 'x')],
    ];
    for (const [expected, { status, body, raw, headers }] of answers) {
      expect(status, raw).toBe(expected);
      const { message, errors } = toStrictSchema(failureBody).parse(body);
      expect(message).toMatch(/^[A-ZÁÉÍÓÚÑ].{10,}/);
      expect(errors !== undefined, raw).toBe(status === 400);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(raw).not.toMatch(/stack|\bat \/|node_modules|FST_|Error:|postgres|kysely/i);
    }
  });

  it('API-23 F9 of the database has its own meaning', async () => {
    const app = await testApp();
    await failByName(app);
    const meanings: Record<number, string[]> = {
      400: ['22001', '22003', '22P02', '22P05', '22021', '23503', '23514'],
      409: ['23505', '40001', '40P01', '55P03'],
      503: ['57014', '57P01', '57P03', '53100', '53200', '53300', '08006', '25006', '25P03', '58030'],
    };
    for (const [status, codes] of Object.entries(meanings))
      for (const code of codes) {
        const answer = await app.json('POST', '/api/type-diet', { name: code });
        expect(answer.status, code).toBe(Number(status));
        expect(answer.raw).not.toContain(CANARY);
        if (answer.status === 503) expect(answer.headers['retry-after']).toBe('1');
      }
  });

  it('F8 P34 that nobody foresaw is a bare 500: its reason is for the log, not for the caller', async () => {
    const lines: string[] = [];
    const app = await testApp({ log: (line) => lines.push(line) });
    await failByName(app);
    for (const code of ['P0001', 'XX000', '42P01', '23502']) {
      lines.length = 0;
      const { status, body } = await app.json('POST', '/api/type-diet', { name: code });
      expect([status, body]).toEqual([500, { success: false, message: UNEXPECTED_MESSAGE }]);
      const failed = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
      expect(failed.error).toMatchObject({ code, message: `${CANARY} en el mensaje` });
      expect(failed.error.stack).toContain('canario');
      // The database's details quote whole rows, password hashes too.
      expect(JSON.stringify(failed)).not.toContain('Failing row');
    }
    expect((await app.get('/api/type-diet')).status).toBe(200);
  });

  it('X2 for want of a resource is logged once a second and kind, however often it happens', async () => {
    const lines: string[] = [];
    const app = await testApp({ log: (line) => lines.push(line) });
    await failByName(app);
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const logged = async (second: number, codes: string[]) => {
      lines.length = 0;
      clock.mockReturnValue(second * 1_000);
      for (const name of codes) await app.json('POST', '/api/type-diet', { name });
      const failed = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
      return failed.map(({ error }) => error.code);
    };
    expect(await logged(100, ['53300', '53300', '53100', '53300'])).toEqual(['53300', '53100']);
    expect(await logged(100.9, ['53300', '53100'])).toEqual([]);
    expect(await logged(101.1, ['53300', '53300'])).toEqual(['53300']);
    // Unexpected errors are always logged.
    expect(await logged(101.1, ['XX000', 'XX000'])).toEqual(['XX000', 'XX000']);
  });

  it('of a value that no field expects is told in Spanish too', async () => {
    const app = await testApp();
    const days = await app.form('POST', '/api/training', { title: 'Fuerza', training_days: '[5]' });
    expect(days.body.errors).toMatchObject({ 'training_days.0': 'El valor no es válido' });
  });

  it('names the field whose choice does not exist', async () => {
    const app = await testApp();
    const product = { title: 'Barra', affiliate_link: 'https://tienda.ejemplo/barra', price: '10', category_id: '77' };
    const { status, body } = await app.form('POST', '/api/product', product);
    expect(status).toBe(400);
    expect(body.errors).toEqual({ category_id: 'El elemento elegido no existe' });
  });
});

describe('what an error means', () => {
  const coded = (code: unknown) => Object.assign(new Error('canario'), { code });

  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ENETUNREACH', 'ENOENT', 'ENOSPC', 'EROFS', 'EMFILE'])(
    'F5 F6 %s is 503: not now',
    (code) => {
      expect(toApiError(coded(code))?.status).toBe(503);
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('P6 "%s" is 503: not now', (message) => {
    expect(toApiError(new Error(message))?.status).toBe(503);
  });

  it.each([[undefined], [null], ['texto'], [42], [new Error('canario')], [coded(23_505)], [coded('ERR_ALGO')], [{}]])(
    'nobody knows of %s',
    (thrown) => {
      expect(toApiError(thrown)).toBeUndefined();
    },
  );
});
