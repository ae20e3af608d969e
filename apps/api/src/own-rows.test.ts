import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAppUrl } from '#http/routes/app-cookie';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { openDevice } from '#test/access';
import { contentOf, png } from '#test/content';
import { addClient, addTraining, doneWorkout, newWorkoutId, setCell, type Client } from '#test/courses';
import { fieldNames } from '#test/field-names';
import { furnish, tellTransfer, type Furnished } from '#test/furnished';
import { fakedMercadoPago } from '#test/mercadopago';
import { addPlan, quickPasswords } from '#test/people';
import { openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';

const { mercadopago } = await fakedMercadoPago();
const app = sharedApp({ passwords: quickPasswords, mercadopago });
const TODAY = today();

/** Texts of the other client; no answer may hold one of them. */
const MARKS = [
  'Marca Ajena',
  '1187654321',
  'marca.ajena',
  'Marca copia',
  'Marca dieta',
  'marca-numero',
  'marca-equipo',
];

/** Fields of queries and bodies that name no row. Any other name has to have a value below. */
const NAMES_NO_ROW = new Set(
  [
    'amount paid_on claim transaction_id another image limit provider platform keys p256dh auth',
    'schema turn day_number title day started_at offset version places key targets superset note cells',
    'reps reps_max seconds weight rest kind value v by',
  ].flatMap((names) => names.split(' ')),
);

/** A part of a request: its values by name, at any depth. */
type Values = { [name: string]: unknown };
type Own = Furnished & { claim: number; device: string };

const PUT_WORKOUT = 'PUT /api/my/workouts/:workout';

const nameOf = ({ method, url }: DocumentedRoute) => `${method} ${url}`;

/** Requests of the owner to each route that has a parameter: path, query and body in one. */
function requestsOf({ course, diet, payment, claim, debt, workout, device }: Own): Record<string, Values> {
  const exercise_id = 7;
  const newWorkout = newWorkoutId();
  return {
    'GET /api/my/training/:course': { course },
    'GET /api/my/diet/:id': { id: diet },
    'GET /api/my/payment/:id': { id: payment },
    'GET /api/my/payments': { before: payment },
    'GET /api/my/workouts': { before: workout, limit: 5 },
    'GET /api/my/workouts/:workout': { workout },
    [PUT_WORKOUT]: {
      ...doneWorkout(course, { day: TODAY, id: newWorkout, training_id: 1 }),
      workout: newWorkout,
      places: [{ key: '1-7', exercise_id, title: 'Sentadilla', targets: [], superset: false, note: '' }],
      cells: { 'x:1-7': { exercise_id, v: 2, by: 'propio' }, 's:1-7.1': setCell('done', `${TODAY}T12:00:00.000Z`, 3) },
    },
    'PUT /api/my/device': { provider: 'fcm', platform: 'android', token: device },
    'DELETE /api/my/device': { token: device },
    'POST /api/my/transfer': { amount: 1, paid_on: TODAY, claim: 'debt', debt_id: debt, transaction_id: null },
    'DELETE /api/my/transfer/:id': { id: claim },
    'POST /api/my/payment-link': { debt_id: debt, amount: 4_321 },
    'GET /api/my/progress': { before: exercise_id },
    'GET /api/my/progress/:id': { id: exercise_id },
    'PUT /api/my/measures': { cells: [{ kind: 'weight', day: TODAY, value: 70, v: 1, by: 'propio' }] },
  };
}

/** Tables of which the other client has rows; every id in them is asked for. */
const TABLES = `users sessions access_links devices user_subscriptions user_packages payments payment_receipts debts
  assignments trainings workouts workout_exercises client_training measures events`.split(/\s+/);

/** Parameters of which another's value is taken, and why. */
const TAKEN: Record<string, string> = {
  'GET /api/my/workouts before': 'a page before what is not there is empty',
  'GET /api/my/progress before': 'a page before what is not there is empty',
  [`${PUT_WORKOUT} training_id`]: 'a document tells what the phone has shown',
  [`${PUT_WORKOUT} exercise_id`]: 'a document tells what the phone has shown',
};
/** A phone keeps its token when it changes hands, and who has the token has the phone. */
const HANDED_OVER = 'PUT /api/my/device token';

const pathNames = ({ url }: DocumentedRoute) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
/** The parameters of a route that can name a row. */
const slotsOf = (route: DocumentedRoute) =>
  [...new Set([...pathNames(route), ...[route.query, route.body].flatMap((one) => fieldNames(one))])].filter(
    (name) => !NAMES_NO_ROW.has(name),
  );

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The names of a request, at every depth. */
const namesIn = (values: unknown): string[] =>
  isValues(values) ? Object.entries(values).flatMap(([name, value]) => [name, ...namesIn(value)]) : [];

/** The same request with another value wherever it has that name. */
function withValue(values: Values, slot: string, value: unknown): Values {
  const swap = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(swap);
    return isValues(part) ? withValue(part, slot, value) : part;
  };
  return Object.fromEntries(Object.entries(values).map(([name, part]) => [name, name === slot ? value : swap(part)]));
}

function send({ method, url }: DocumentedRoute, values: Values, token: string) {
  const path = url.replace(/:(\w+)/g, (_slot, name: string) => encodeURIComponent(String(values[name])));
  const rest = Object.entries(values).filter(([name]) => !url.includes(`:${name}`));
  if (method !== 'GET') return app().json(method, path, Object.fromEntries(rest), { token });
  return app().get(`${path}?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}`, token);
}

type Row = { of: string; row: Values };

/** Everything that names a person, of every table that refers to people, and what hangs on it. */
async function rowsOf(id: number): Promise<Row[]> {
  const { rows: references } = await sql<{ of: string; name: string }>`
    select c.conrelid::regclass::text as of, a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conparentid = 0
    union all select 'events', unnest('{user_id, actor_id}'::text[])`.execute(app().db);
  const parts = [
    ...references.map(
      ({ of, name }) =>
        sql`select ${of} as of, to_jsonb(t) as row from ${sql.table(of)} t where ${sql.ref(name)} = ${id}`,
    ),
    sql`select 'users' as of, to_jsonb(t) as row from users t where id = ${id}`,
    sql`select 'payment_receipts' as of, to_jsonb(t) as row from payment_receipts t join payments y on y.id = t.payment_id where y.user_id = ${id}`,
    sql`select 'workout_names' as of, to_jsonb(t) as row from workout_names t join workouts w on w.id = t.workout_id where w.user_id = ${id}`,
  ];
  const { rows } = await sql<Row>`
    select of, row from (${sql.join(parts, sql` union all `)}) r order by of, row::text`.execute(app().db);
  return rows;
}

/** Every id that stands in rows, with the courses that follow from them. */
function idsIn(rows: Row[]): Set<unknown> {
  const ids = rows.flatMap(({ of, row }) => [
    ...Object.entries(row).flatMap(([name, value]) =>
      /^id$|_id$|^token$|^course$/.test(name) && value ? [value] : [],
    ),
    ...(of === 'assignments' ? [`a${String(row.id)}`] : []),
    ...(of === 'user_packages' ? [`p${String(row.package_id)}-1`] : []),
  ]);
  return new Set(ids);
}

describe('PRV-02 the routes of the clients’ app, generated from the registry', () => {
  let own: Own;
  let other: Own;
  let session: () => Promise<string>;
  const routes = () => app().routes.filter(isAppRoute);
  const isAppRoute = ({ url }: DocumentedRoute) => isAppUrl(url);

  beforeAll(async () => {
    const plan = await addPlan(app(), { amount: 12_500 });
    const registerDevice = async (client: Client, token: string) => {
      const body = { provider: 'fcm', platform: 'android', token };
      expect((await app().json('PUT', '/api/my/device', body, { token: client.token })).status).toBe(200);
      await openDevice(app(), client.id);
      return token;
    };
    const fill = async (fields: { name: string; phone: string; username: string }, words: Record<string, string>) => {
      const client = await addClient(app(), fields);
      const training_id = await addTraining(app(), 'tr', { title: words.copy! });
      const { id: diet_id } = await contentOf(app()).diet({ title: words.diet! });
      const furnished = await furnish(app(), client, { plan, training_id, diet_id });
      const { course } = furnished;
      const copy = await app().form('POST', `/api/assignment/${course.slice(1)}/personal`, { title: words.copy! });
      expect(copy.status, copy.raw).toBe(201);
      const told = await tellTransfer(app(), client, words.number!, 777);
      const claim = told.body.data.id as number;
      const paid = await app().form('PUT', `/api/payment/${claim}/receipt`, { image: png });
      expect(paid.status, paid.raw).toBeLessThan(300);
      return { ...furnished, claim, device: await registerDevice(client, words.device!) };
    };
    own = await fill(
      { name: 'Ana Propia', phone: '1123450000', username: 'ana.propia' },
      { copy: 'Lo suyo', diet: 'Sopa', number: 'numero-propio', device: 'equipo-propio' },
    );
    session = () => openSession(app(), 'ana.propia');
    // No id of the other is one of hers in another table.
    const { rows } = await sql<{ name: string }>`
      select quote_ident(sequencename) as name from pg_sequences where schemaname = current_schema()`.execute(app().db);
    for (const [index, { name }] of rows.entries())
      await sql`select setval(${name}, ${(index + 1) * 100_000})`.execute(app().db);
    other = await fill(
      { name: MARKS[0]!, phone: MARKS[1]!, username: MARKS[2]! },
      { copy: MARKS[3]!, diet: MARKS[4]!, number: MARKS[5]!, device: MARKS[6]! },
    );
  });

  it('have a value declared here for every parameter that could name a row', () => {
    const requests = requestsOf(own);
    expect(routes().length).toBeGreaterThan(15);
    for (const route of routes()) {
      const missing = slotsOf(route).filter((slot) => !namesIn(requests[nameOf(route)]).includes(slot));
      expect(missing, `${nameOf(route)}: give each a value in requestsOf`).toEqual([]);
    }
  });

  it('answer 404 to every id of another client, show nothing of him and change nothing of his', async () => {
    const before = await rowsOf(other.client.id);
    const hers = idsIn(await rowsOf(own.client.id));
    const foreign = [...idsIn(before)].filter((id) => !hers.has(id));
    const kinds = new Set(before.map(({ of }) => of));
    for (const table of TABLES) expect(kinds).toContain(table);
    for (const id of [other.course, other.diet, other.payment, other.claim, other.debt, other.workout, other.device])
      expect(foreign).toContain(id);

    for (const route of routes()) {
      for (const slot of slotsOf(route)) {
        const name = `${nameOf(route)} ${slot}`;
        if (name === HANDED_OVER) continue;
        const token = await session();
        for (const id of foreign) {
          const answer = await send(route, withValue(requestsOf(own)[nameOf(route)]!, slot, id), token);
          const where = `${name} = ${String(id)}: ${answer.raw}`;
          if (TAKEN[name] === undefined) expect([400, 404], where).toContain(answer.status);
          else expect([200, 400], where).toContain(answer.status);
          for (const mark of MARKS.filter((one) => one !== id)) expect(answer.raw, where).not.toContain(mark);
        }
        expect(await rowsOf(other.client.id), name).toEqual(before);
      }
    }
    // A session whose id stands in address and document.
    const put = routes().find((one) => nameOf(one) === PUT_WORKOUT)!;
    const ids = { id: other.workout, workout: other.workout };
    expect((await send(put, { ...requestsOf(own)[PUT_WORKOUT], ...ids }, await session())).status).toBe(404);
    expect(await rowsOf(other.client.id)).toEqual(before);
  });

  it('answer the same requests to their owner, so that nothing above was refused for another reason', async () => {
    const token = await session();
    for (const [name, values] of Object.entries(requestsOf(own))) {
      const route = routes().find((one) => nameOf(one) === name)!;
      const { status, raw } = await send(route, values, token);
      expect(status, `${name}: ${raw}`).toBeLessThan(300);
    }
  });
});
