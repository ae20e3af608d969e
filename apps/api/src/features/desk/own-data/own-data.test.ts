import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addClient, addTraining, type Client } from '#test/courses';
import { furnish, tellTransfer, type Furnished } from '#test/furnished';
import { addPlan, quickPasswords } from '#test/people';
import { contentOf } from '#test/content';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords });
const TODAY = today();

/** Markers that no answer may hold: the administrator's notes, the other client, his copies, and prices that are not one's own. */
const MARKS = {
  userNote: 'marca-nota-del-usuario',
  debtNote: 'marca-nota-de-la-deuda',
  paymentNote: 'marca-nota-del-pago',
  periodNote: 'marca-nota-del-periodo',
  otherName: 'Marca Otra Persona',
  otherPhone: '1187654321',
  otherUsername: 'marca.otra',
  otherCopy: 'Marca copia ajena',
  otherPrice: '7654321',
  otherPlan: 'Marca otro plan',
  otherPlanPrice: '8765432',
  otherTransfer: 'marca-transferencia-ajena',
};
const NOTES = { period: MARKS.periodNote, debt: MARKS.debtNote, payment: MARKS.paymentNote };

const ask = ({ token }: Client) => app().json('POST', '/api/my/export', {}, { token });
const fetchFile = (url: string) => app().send('GET', url);

describe('what a client is answered', () => {
  let own: Furnished;
  let other: Furnished;

  beforeAll(async () => {
    const plan = await addPlan(app(), { amount: 12_500 });
    await addPlan(app(), { title: MARKS.otherPlan, amount: Number(MARKS.otherPlanPrice) });
    const training_id = await addTraining(app());
    const { id: diet_id } = await contentOf(app()).diet({});
    const contents = { plan, training_id, diet_id };
    const client = await addClient(app(), { name: 'Ana Propia', notes: MARKS.userNote });
    own = await furnish(app(), client, contents, NOTES);
    await tellTransfer(app(), client, 'mi-numero-77', 555);
    const stranger = await addClient(app(), {
      name: MARKS.otherName,
      phone: MARKS.otherPhone,
      username: MARKS.otherUsername,
    });
    other = await furnish(app(), stranger, contents, NOTES);
    await tellTransfer(app(), stranger, MARKS.otherTransfer, 777);
    await app().json('PUT', '/api/client-price', {
      user_id: stranger.id,
      plan_id: plan,
      amount: Number(MARKS.otherPrice),
    });
    const copy = await app().form('POST', `/api/assignment/${other.course.slice(1)}/personal`, {
      title: MARKS.otherCopy,
    });
    expect(copy.status, copy.raw).toBe(201);
  });

  it('PRV-03 holds no note of an administrator, nobody else, and no price that is not his, by whatever route', async () => {
    // Each of them is stored, so that the search below could find it.
    const tables = ['users', 'user_subscriptions', 'payments', 'debts', 'plans', 'prices', 'trainings'];
    const stored = tables.map((table) => sql`select to_jsonb(t)::text as row from ${sql.table(table)} t`);
    const { rows } = await sql<{ row: string }>`${sql.join(stored, sql` union all `)}`.execute(app().db);
    const database = rows.map(({ row }) => row).join('\n');
    for (const mark of Object.values(MARKS)) expect(database).toContain(mark);

    const values: Record<string, string> = {
      '/api/my/training/:course': own.course,
      '/api/my/diet/:id': String(own.diet),
      '/api/my/payment/:id': String(own.payment),
      '/api/my/workouts/:workout': own.workout,
      '/api/my/progress/:id': '7',
    };
    const routes = app().routes.filter(({ method, url }) => method === 'GET' && /^\/api\/my(\/|$)/.test(url));
    expect(routes.length).toBeGreaterThan(9);
    const answers = await Promise.all(
      routes.map(({ url }) =>
        app().get(
          url.replace(/:\w+/, () => values[url] ?? 'nada'),
          own.client.token,
        ),
      ),
    );
    answers.push(await fetchFile((await ask(own.client)).body.data.url));
    for (const [index, answer] of answers.entries()) {
      const where = routes[index]?.url ?? 'the file of his data';
      expect(answer.status, `${where}: ${answer.raw}`).toBe(200);
      for (const mark of Object.values(MARKS)) expect(answer.raw, where).not.toContain(mark);
    }
    for (const [url, foreign] of [
      ['payment', other.payment],
      ['workouts', other.workout],
      ['training', other.course],
    ])
      expect((await app().get(`/api/my/${url}/${foreign}`, own.client.token)).status).toBe(404);
  });
});

describe('PRV-05 the file of one’s own data', () => {
  const anHourLater = async (client: Client) => {
    await sql`alter table events disable trigger keep`.execute(app().db);
    await sql`update events set at = at - interval '1 hour' where entity = 'own-data' and entity_id = ${client.id}`.execute(
      app().db,
    );
    await sql`alter table events enable trigger keep`.execute(app().db);
  };

  it('holds all that is his in Spanish, once, and is to be had once an hour', async () => {
    const client = await addClient(app(), { name: 'Berta Suya' });
    const { id: diet_id } = await contentOf(app()).diet({ title: 'Sopa' });
    const training_id = await addTraining(app(), 'tr', { title: 'Fuerza' });
    await furnish(app(), client, { plan: await addPlan(app(), { amount: 12_500 }), training_id, diet_id });
    await tellTransfer(app(), client, 'mi-numero-78', 556);
    const asked = await ask(client);
    expect(asked.status, asked.raw).toBe(201);
    const { url } = asked.body.data;
    expect(asked.headers['cache-control']).toBe('no-store');
    const file = await fetchFile(url);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="mis_datos_${TODAY}.json"`);
    const data = JSON.parse(file.raw);
    expect(data).toMatchObject({
      perfil: { nombre: 'Berta Suya', genero: 'Femenino' },
      plan: { activo: true, desde: TODAY },
      paquetes: [{ activo: true }],
      periodos: [{ tipo: 'Plan', precio: 12_500, pagado: 12_500 }],
      deudas: [{ monto: 4_321, debe: 4_321 }],
      seguido: [
        { tipo: 'Dieta', titulo: 'Sopa' },
        { tipo: 'Entrenamiento', titulo: 'Fuerza', avanza: 'En orden' },
      ],
      entrenamientos: [
        {
          fecha: TODAY,
          nota: 'Me costó la última',
          series_hechas: 1,
          ejercicios: [
            { ejercicio: 'Sentadilla', series: [{ serie: 1, estado: 'Hecha', repeticiones: 10, peso_kg: 40 }] },
          ],
        },
      ],
      medidas: [{ fecha: TODAY, medida: 'Mi peso', valor: 71.5, unidad: 'kg' }],
      sesiones: [{ cerrada: null }],
    });
    expect(data.pagos).toContainEqual(
      expect.objectContaining({
        monto: 556,
        numero_de_operacion: 'mi-numero-78',
        aviso: expect.objectContaining({ dia_avisado: TODAY }),
      }),
    );
    expect(data.pagos).toContainEqual(expect.objectContaining({ monto: 12_500, metodo: 'Efectivo', fecha: TODAY }));

    expect((await fetchFile(url)).status).toBe(404);
    const again = await ask(client);
    expect(again.status).toBe(429);
    expect(again.body.message).toBe('Ya pediste tus datos hace poco. Intenta de nuevo en 60 min.');
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(3_000);
    await anHourLater(client);
    expect((await ask(client)).status).toBe(201);
  });

  it('has an address that is worth nothing after a minute, nor asked for at once a second time', async () => {
    const client = await addClient(app());
    const answers = await Promise.all([ask(client), ask(client), ask(client)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429]);
    const { url } = answers.find(({ status }) => status === 201)!.body.data;
    await sql`update downloads set until = until - interval '61 seconds' where user_id = ${client.id}`.execute(
      app().db,
    );
    expect((await fetchFile(url)).status).toBe(404);
  });
});
