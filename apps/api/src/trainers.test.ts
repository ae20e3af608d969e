import { TRAINER_EXTRAS } from '@pulso/contract/accounts/extras';
import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#app';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { activeDay, contentOf, png } from '#test/content';
import { addClient, addTraining, assignOne, type Client } from '#test/courses';
import { furnish, type Furnished } from '#test/furnished';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import type { Answer, Fields, TestApp } from '#test/test-app';

const TODAY = today();
const MARK = 'Nota de plata';
/** Every amount that there is, beside what `furnish` sells. */
const [PLAN_PRICE, PRODUCT_PRICE] = [917_351.25, 823_417.5];
const AMOUNTS = new Set([PLAN_PRICE, PRODUCT_PRICE, 12_500, 4_321, 9_000]);
const NAMES_MONEY = /amount|price|paid|payment|debt|owe|method|transaction|sum$|fee|claim|balance/i;

/** The table of section 15: the routes that are his, beside everybody's own. */
const CONTENT = ['diet', 'exercise', 'training'];
const CATALOGUES = [
  'body-part',
  'category-product',
  'level',
  'machine',
  'product',
  'suscriptions',
  'training-type',
  'type-diet',
];
const HIS_ROUTES = [
  ...['GET /api/user', 'GET /api/user/:id'],
  ...CONTENT.flatMap((name) => [
    `GET /api/${name}`,
    `GET /api/${name}/:id`,
    `POST /api/${name}`,
    `PATCH /api/${name}/:id`,
    `POST /api/${name}/:id/duplicate`,
  ]),
  'PATCH /api/training/:id/status',
  'GET /api/exercise-set/by-exercise/:id',
  'POST /api/exercise-set',
  'PATCH /api/exercise-set/:id',
  ...CATALOGUES.flatMap((name) => [`GET /api/${name}`, `GET /api/${name}/:id`]),
  'GET /api/user/:id/courses',
  'GET /api/user/:id/training-weeks',
  'GET /api/user/:id/workouts',
  'GET /api/user/:id/measures',
  'GET /api/workout/:workout',
  'POST /api/workout/:workout/answer',
  'POST /api/user/:id/personal',
  'POST /api/assignment',
  'POST /api/assignment/check',
  'POST /api/assignment/:id/change',
  'POST /api/assignment/:id/personal',
  'DELETE /api/assignment/:id',
  'GET /api/training/:id/followers',
  'GET /api/diet/:id/followers',
  'GET /api/coaching/summary',
  'POST /api/user/:id/access',
  'GET /api/user/:id/sessions',
].sort();

const app = sharedApp({ passwords: quickPasswords });
const nameOf = ({ method, url }: DocumentedRoute) => `${method} ${url}`;
const pathOf = ({ url }: DocumentedRoute) => url.replace(/:\w+/g, '1');
const guarded = ({ routes }: TestApp) =>
  routes.filter(({ url, permission }) => url.startsWith('/api') && permission !== 'public');
const isHis = ({ access, permission }: DocumentedRoute) => access === 'trainer' || permission === 'own';

const letIn = (on: boolean) => app().json('PATCH', '/api/business', { trainer_access: on });
const assignTo = (id: number, trainer_id: number | null) => app().json('PATCH', `/api/user/${id}`, { trainer_id });

type Trainer = { id: number; token: string };
async function addTrainer(fields: object = {}): Promise<Trainer> {
  const { id, username } = await createUser(app(), { role: 'TRAINER', ...fields });
  return { id, token: await openSession(app(), username) };
}

let [trainer, rival]: Trainer[] = [];
type Person = Furnished & { assignment: number; copy: number; own: number };
let [mine, his, nobodys]: Person[] = [];
let content: {
  exercise: number;
  set: number;
  training: number;
  diet: number;
  plan: number;
  row: Record<string, number>;
};

/** A client with something of everything, and with a training that is his alone. */
async function addFurnished(name: string, owner: number | null): Promise<Person> {
  const client: Client = await addClient(app(), { name, username: name.toLowerCase().replace(' ', '.') });
  const { plan, diet } = content;
  const notes = { period: MARK, debt: MARK, payment: MARK };
  const training_id = await addTraining(app(), 'tr', { title: `Rutina de ${name}` });
  const furnished = await furnish(app(), client, { plan, training_id, diet_id: diet }, notes);
  const assignment = Number(furnished.course.slice(1));
  const personal = await app().form('POST', `/api/assignment/${assignment}/personal`, { title: `Copia de ${name}` });
  expect(personal.status, personal.raw).toBe(201);
  const other = await assignOne(app(), { training_id: content.training, user_ids: [client.id], starts_on: TODAY });
  await assignTo(client.id, owner);
  return { ...furnished, assignment: other.id, own: assignment, copy: personal.body.data.training.id };
}

beforeAll(async () => {
  const made = contentOf(app());
  const { id: exercise } = await made.exercise();
  const training = await addTraining(app(), 'tt');
  const { id: diet } = await made.diet();
  const plan = await addPlan(app(), { amount: PLAN_PRICE });
  const category = await app().form('POST', '/api/category-product', { title: 'Barras' });
  const product = await app().form('POST', '/api/product', {
    title: 'Barra',
    affiliate_link: 'https://tienda.example/barra',
    price: String(PRODUCT_PRICE),
    category_id: String(category.body.data.id),
  });
  expect(product.status, product.raw).toBe(201);
  const sets = await app().get(`/api/exercise-set/by-exercise/${exercise}`);
  const machine = await app().form('POST', '/api/machine', { title: 'Polea' });
  const first = async (name: string) => (await app().get(`/api/${name}`)).body.data[0].id as number;
  content = { exercise, set: sets.body.data[0].id, training, diet, plan, row: {} };
  expect(machine.status).toBe(201);
  for (const name of CATALOGUES) content.row[name] = await first(name);
  trainer = await addTrainer({ name: 'Tito Propio' });
  rival = await addTrainer({ name: 'Rita Rival' });
  mine = await addFurnished('Ana Propia', trainer.id);
  his = await addFurnished('Beto Ajeno', rival.id);
  nobodys = await addFurnished('Caro Suelta', null);
});

/** A request that succeeds for each of his routes; what it changes, the next ones do not mind. */
function requestsOf(person: Person): Record<string, () => Promise<Answer>> {
  const { token } = trainer!;
  const { id } = person.client;
  const get = (path: string) => () => app().get(path, token);
  const json = (method: string, path: string, body: object) => () => app().json(method, path, body, { token });
  const form = (method: string, path: string, fields: Fields) => () => app().form(method, path, fields, { token });
  const { exercise, set, training, diet, row } = content;
  const ids: Record<string, number> = { exercise, training, diet };
  const created: Record<string, (path: string) => Promise<Answer>> = {
    exercise: async (path) =>
      form('POST', path, { ...(await contentOf(app()).exerciseFields()), title: 'Del entrenador' })(),
    diet: async (path) => form('POST', path, { ...(await contentOf(app()).dietFields()), title: 'Del entrenador' })(),
    training: async (path) =>
      form('POST', path, {
        ...(await contentOf(app()).trainingFields()),
        title: 'Del entrenador',
        training_days: JSON.stringify([activeDay(1, [exercise])]),
        cover_image: png,
      })(),
  };
  const own = Object.fromEntries(
    CONTENT.flatMap((name) => [
      [`GET /api/${name}`, get(`/api/${name}`)],
      [`GET /api/${name}/:id`, get(`/api/${name}/${ids[name]}`)],
      [`POST /api/${name}`, () => created[name]!(`/api/${name}`)],
      [`PATCH /api/${name}/:id`, form('PATCH', `/api/${name}/${ids[name]}`, { title: `Cambiado ${name}` })],
      [`POST /api/${name}/:id/duplicate`, json('POST', `/api/${name}/${ids[name]}/duplicate`, {})],
    ]),
  );
  const catalogues = Object.fromEntries(
    CATALOGUES.flatMap((name) => [
      [`GET /api/${name}`, get(`/api/${name}`)],
      [`GET /api/${name}/:id`, get(`/api/${name}/${row[name]}`)],
    ]),
  );
  const schedule = { starts_on: TODAY, mode: 'sequence' };
  return {
    ...own,
    ...catalogues,
    'GET /api/user': get('/api/user?limit=50'),
    'GET /api/user/:id': get(`/api/user/${id}`),
    'PATCH /api/training/:id/status': json('PATCH', `/api/training/${training}/status`, { status: true }),
    'GET /api/exercise-set/by-exercise/:id': get(`/api/exercise-set/by-exercise/${exercise}`),
    'POST /api/exercise-set': json('POST', '/api/exercise-set', {
      exercise_id: exercise,
      set_number: 2,
      reps: 8,
      rest_seconds: 60,
    }),
    'PATCH /api/exercise-set/:id': json('PATCH', `/api/exercise-set/${set}`, { reps: 9 }),
    'GET /api/user/:id/courses': get(`/api/user/${id}/courses`),
    'GET /api/user/:id/training-weeks': get(`/api/user/${id}/training-weeks`),
    'GET /api/user/:id/workouts': get(`/api/user/${id}/workouts`),
    'GET /api/user/:id/measures': get(`/api/user/${id}/measures`),
    'GET /api/workout/:workout': get(`/api/workout/${person.workout}`),
    'POST /api/workout/:workout/answer': json('POST', `/api/workout/${person.workout}/answer`, { after: null }),
    'GET /api/user/:id/sessions': get(`/api/user/${id}/sessions`),
    'POST /api/user/:id/access': json('POST', `/api/user/${id}/access`, {}),
    'GET /api/training/:id/followers': get(`/api/training/${person.copy}/followers`),
    'GET /api/diet/:id/followers': get(`/api/diet/${diet}/followers`),
    'GET /api/coaching/summary': get('/api/coaching/summary'),
    'POST /api/assignment/check': json('POST', '/api/assignment/check', { diet_id: diet, user_ids: [id] }),
    'POST /api/assignment': json('POST', '/api/assignment', { diet_id: diet, user_ids: [id], starts_on: TODAY }),
    'POST /api/assignment/:id/change': json('POST', `/api/assignment/${person.assignment}/change`, schedule),
    'POST /api/assignment/:id/personal': form('POST', `/api/assignment/${person.assignment}/personal`, {
      title: 'Suya',
    }),
    'DELETE /api/assignment/:id': () => app().remove(`/api/assignment/${person.assignment}`, token),
  };
}

/** Keys and numbers of an answer, at every depth. */
function walk(value: unknown): { keys: string[]; numbers: number[] } {
  if (typeof value === 'number') return { keys: [], numbers: [value] };
  if (typeof value === 'string') return { keys: [], numbers: value === '' ? [] : [Number(value)] };
  if (typeof value !== 'object' || value === null) return { keys: [], numbers: [] };
  const parts = Object.values(value).map(walk);
  return {
    keys: [...(Array.isArray(value) ? [] : Object.keys(value)), ...parts.flatMap(({ keys }) => keys)],
    numbers: parts.flatMap(({ numbers }) => numbers),
  };
}

function expectNoMoney({ raw, body }: Answer, where: string) {
  const { keys, numbers } = walk(body);
  expect(
    keys.filter((key) => NAMES_MONEY.test(key)),
    where,
  ).toEqual([]);
  expect(
    numbers.filter((number) => AMOUNTS.has(number)),
    where,
  ).toEqual([]);
  expect(raw, where).not.toContain(MARK);
}

describe('a trainer', () => {
  it('TRA-01 ACC-22 is refused everything but his own while nobody lets him in, and his login announces nothing', async () => {
    const { username } = await createUser(app(), { role: 'TRAINER', password: 'clave-segura' });
    const { body } = await app().json('POST', '/api/auth/login', { username, password: 'clave-segura', keep: true });
    expect(body.extras).not.toContain('trainers');
    for (const route of guarded(app())) {
      const { status } = await app().send(route.method, pathOf(route), { token: trainer!.token });
      if (route.permission === 'own') expect([401, 403], nameOf(route)).not.toContain(status);
      else expect(status, nameOf(route)).toBe(403);
    }
  });

  it('TRA-02 logs in where he is let in, and is told what there is for him, as administrators are', async () => {
    await letIn(true);
    const login = async (role: string) => {
      const { username } = await createUser(app(), { role, password: 'clave-segura' });
      const answer = await app().json('POST', '/api/auth/login', { username, password: 'clave-segura', keep: true });
      return { extras: answer.body.extras as string[], cookies: String(answer.headers['set-cookie']) };
    };
    const entered = await login('TRAINER');
    expect(entered.extras).toEqual([...TRAINER_EXTRAS]);
    expect(entered.cookies).toContain('pulso_session');
    expect((await login('ADMIN')).extras).toEqual(expect.arrayContaining(['trainers', 'ledger']));
    expect((await login('CLIENT')).extras).not.toContain('trainers');
  });

  it('TRA-04 is answered by the routes of the table, and refused by every other', async () => {
    const routes = app().routes.filter(({ access }) => access === 'trainer');
    expect(routes.map(nameOf).sort()).toEqual(HIS_ROUTES);
    for (const route of guarded(app()).filter((one) => !isHis(one))) {
      const body = route.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, payload: '{"no":' };
      const { status } = await app().send(route.method, pathOf(route), { token: trainer!.token, ...body });
      expect(status, nameOf(route)).toBe(403);
    }
  });

  it('TRA-04 TRA-05 gets what he may have of his own clients, and no money with it', async () => {
    const requests = requestsOf(mine!);
    const named = [...Object.keys(requests), 'POST /api/user/:id/personal'].sort();
    expect(named).toEqual(HIS_ROUTES);
    for (const [name, ask] of Object.entries(requests)) {
      const answer = await ask();
      expect(answer.status, `${name}: ${answer.raw}`).toBeLessThan(300);
      expectNoMoney(answer, name);
    }
    // The same to an administrator has all of it, or nothing above were proven.
    const whole = await app().get(`/api/user/${mine!.client.id}`);
    expect(walk(whole.body).numbers).toEqual(expect.arrayContaining([12_500]));
    expect(whole.raw).toContain(MARK);
    expect((await app().get('/api/suscriptions')).body.data[0].amount).toBe(PLAN_PRICE);
    expect((await app().get('/api/product')).body.data[0].price).toBe(PRODUCT_PRICE);
    // Periods, with their dates and state.
    const seen = await app().get(`/api/user/${mine!.client.id}`, trainer!.token);
    expect(seen.body.data.subscription_history[0]).toMatchObject({ status: 'active', start_date: TODAY });
    expect(seen.body.data).toMatchObject({ name: 'Ana Propia', trainer: { id: trainer!.id, name: 'Tito Propio' } });
    const personal = await app().form('POST', `/api/user/${mine!.client.id}/personal`, { course: 'p1-1' }, trainer);
    expect(personal.status).toBe(404);
  });

  it('TRA-01 is refused by a server of the two documents alone, whatever the business has set', async () => {
    const { http } = buildApp({ ...app().deps, extras: false });
    onTestFinished(() => http.close());
    const headers = { authorization: `Bearer ${trainer!.token}` };
    for (const url of ['/api/user', `/api/user/${mine!.client.id}`, '/api/exercise'])
      expect((await http.inject({ url, headers })).statusCode, url).toBe(403);
  });

  it('TRA-05 learns nothing of money by what he asks either', async () => {
    const ask = async (query: string) => (await app().get(`/api/user?${query}`, trainer!.token)).status;
    for (const query of ['owes=true', 'unpaid_days=30', 'segment_id=1', 'new_in=2026-01', 'lost_in=2026-01'])
      expect(await ask(query), query).toBe(403);
    const query = { owes: true };
    const check = { diet_id: content.diet, query };
    expect((await app().json('POST', '/api/assignment/check', check, trainer)).status).toBe(403);
    expect(await ask('state=covered&sort=suscription_end')).toBe(200);
  });

  it('TRA-02 TRA-03 sees his own clients alone: in the list, its count, a search, and one by one', async () => {
    const list = async (query: string) => {
      const { body } = await app().get(`/api/user${query}`, trainer!.token);
      return { ids: body.data.map(({ id }: { id: number }) => id), total: body.meta?.total };
    };
    const { id } = mine!.client;
    expect((await list('')).ids).toEqual([id]);
    for (const query of ['?page=1', '?search=a', '?search=Propia', '?role=CLIENT&sort=name', '?status=active'])
      expect(await list(query), query).toEqual({ ids: [id], total: 1 });
    for (const query of ['?search=Ajeno', '?search=Suelta', '?search=Ajena', '?page=2', `?trainer=${rival!.id}`])
      expect((await list(query)).ids, query).toEqual([]);
    expect((await app().get('/api/coaching/summary', trainer!.token)).body.data.without_training.count).toBe(0);
    const followers = await app().get(`/api/diet/${content.diet}/followers`, trainer!.token);
    expect(followers.body.data.map(({ user }: { user: { id: number } }) => user.id)).toEqual([id]);
    expect(followers.body.meta.total).toBe(1);
  });

  it('TRA-02 TRA-03 gets 404 for everything of somebody else’s client, and of nobody’s, and changes nothing of theirs', async () => {
    const aboutPeople = [
      'GET /api/user/:id',
      'GET /api/user/:id/courses',
      'GET /api/user/:id/training-weeks',
      'GET /api/user/:id/workouts',
      'GET /api/user/:id/measures',
      'GET /api/workout/:workout',
      'POST /api/workout/:workout/answer',
      'GET /api/user/:id/sessions',
      'POST /api/user/:id/access',
      'GET /api/training/:id/followers',
      'POST /api/assignment',
      'POST /api/assignment/:id/change',
      'POST /api/assignment/:id/personal',
      'DELETE /api/assignment/:id',
    ];
    const { token } = trainer!;
    const stored = async () =>
      (
        await sql`
          select (select json_agg(a order by a.id) from assignments a) as assignments,
            (select json_agg(t order by t.id) from trainings t) as trainings,
            (select count(*) from access_links) as links, (select count(*) from events) as events`.execute(app().db)
      ).rows;
    const before = await stored();
    for (const person of [his!, nobodys!]) {
      const requests = requestsOf(person);
      for (const name of aboutPeople) expect((await requests[name]!()).status, name).toBe(404);
      const copy = `/api/training/${person.copy}`;
      expect((await app().get(copy, token)).status).toBe(404);
      expect((await app().form('PATCH', copy, { title: 'Tomada' }, { token })).status).toBe(404);
      expect((await app().json('PATCH', `${copy}/status`, { status: false }, { token })).status).toBe(404);
      expect((await app().json('POST', `${copy}/duplicate`, {}, { token })).status).toBe(404);
      const { id } = person.client;
      const both = { diet_id: content.diet, user_ids: [mine!.client.id, id], starts_on: TODAY };
      expect((await app().json('POST', '/api/assignment', both, { token })).status).toBe(404);
      const check = await app().json(
        'POST',
        '/api/assignment/check',
        { diet_id: content.diet, user_ids: [id] },
        { token },
      );
      expect(check.body.data).toEqual({ count: 0, by_package: 0, replaced: 0 });
      expect((await app().form('POST', `/api/user/${id}/personal`, { course: 'p1-1' }, { token })).status).toBe(404);
    }
    expect(await stored()).toEqual(before);
    // The copy that is his own client's he may change.
    expect((await app().get(`/api/training/${mine!.copy}`, token)).status).toBe(200);
    expect((await app().form('PATCH', `/api/training/${mine!.copy}`, { title: 'Suya' }, { token })).status).toBe(200);
  });

  it('TRA-06 creates, edits and duplicates content under his own name, and deletes and restores none', async () => {
    const { token } = trainer!;
    const fields = await contentOf(app()).dietFields({ title: 'Cena liviana' });
    const { body } = await app().form('POST', '/api/diet', fields, { token });
    const { id } = body.data;
    expect((await app().form('PATCH', `/api/diet/${id}`, { title: 'Cena' }, { token })).status).toBe(200);
    expect((await app().json('POST', `/api/diet/${id}/duplicate`, {}, { token })).status).toBe(201);
    const { rows } = await sql<{ actor_id: number }>`
      select distinct actor_id from events where entity = 'diet' and entity_id = ${id}`.execute(app().db);
    expect(rows).toEqual([{ actor_id: trainer!.id }]);
    for (const name of CONTENT) {
      expect((await app().remove(`/api/${name}/1`, token)).status, name).toBe(403);
      expect((await app().json('POST', `/api/${name}/1/restore`, {}, { token })).status, name).toBe(403);
    }
    expect((await app().remove(`/api/exercise-set/${content.set}`, token)).status).toBe(403);
    for (const name of CATALOGUES)
      for (const method of ['POST', 'PATCH', 'DELETE'])
        expect((await app().json(method, `/api/${name}${method === 'POST' ? '' : '/1'}`, {}, { token })).status).toBe(
          403,
        );
  });
});

describe('what takes a right away', () => {
  const sees = async ({ token }: Trainer, id: number) => (await app().get(`/api/user/${id}`, token)).status;
  const clientOf = async ({ id }: Trainer) => {
    const client = await createUser(app(), { trainer_id: id });
    return client.id;
  };

  it('TRA-07 rules at his next request: another trainer, another role, and the business that lets nobody in', async () => {
    const [one, other] = [await addTrainer(), await addTrainer()];
    const id = await clientOf(one);
    expect([await sees(one, id), await sees(other, id)]).toEqual([200, 404]);
    await assignTo(id, other.id);
    expect([await sees(one, id), await sees(other, id)]).toEqual([404, 200]);
    await letIn(false);
    expect(await sees(other, id)).toBe(403);
    const exercise = () => app().form('POST', '/api/exercise', { title: '' }, { token: other.token });
    expect((await exercise()).status).toBe(403);
    await letIn(true);
    expect(await sees(other, id)).toBe(200);
    expect((await exercise()).status).toBe(400);
    await app().json('PATCH', `/api/user/${other.id}`, { role: 'CLIENT' });
    expect(await sees(other, id)).toBe(403);
  });

  it('TRA-07 is asked for where he writes, not only where his request began', async () => {
    const { id, token } = await addTrainer();
    const session = (await app().tokens.read(token))!;
    const claim = () =>
      sql`select claim_right(${session.sessionId}::uuid, ${id}, '{TRAINER}', ${TODAY}::date)`.execute(app().db);
    await claim();
    await letIn(false);
    await expect(claim()).rejects.toMatchObject({ code: 'PU403' });
    await letIn(true);
    await app().json('PATCH', `/api/user/${id}`, { role: 'CLIENT' });
    await expect(claim()).rejects.toMatchObject({ code: expect.stringMatching(/^PU40[13]$/) });
  });

  it('TRA-07 forgets the answers that were kept for his retries', async () => {
    const one = await addTrainer();
    const id = await clientOf(one);
    const key = { headers: { 'idempotency-key': 'asignar-una-dieta' }, token: one.token };
    const values = { diet_id: content.diet, user_ids: [id], starts_on: TODAY };
    const send = () => app().json('POST', '/api/assignment', values, key);
    const first = await send();
    expect([first.status, (await send()).raw]).toEqual([201, first.raw]);
    await assignTo(id, null);
    expect((await send()).status).toBe(404);
  });

  it('TRA-08 leaves the clients of who is demoted or deleted without one, and nobody but a client has one', async () => {
    const trainerOf = async (id: number) => (await app().get(`/api/user/${id}`)).body.data.trainer;
    const [one, other] = [await addTrainer(), await addTrainer()];
    const [first, second] = [await clientOf(one), await clientOf(other)];
    await app().json('PATCH', `/api/user/${one.id}`, { role: 'ADMIN' });
    await app().remove(`/api/user/${other.id}`);
    expect([await trainerOf(first), await trainerOf(second)]).toEqual([null, null]);
    await app().json('POST', `/api/user/${other.id}/restore`, {});
    expect(await trainerOf(second)).toBeNull();

    const refusal = async (id: number, trainer_id: number) => (await assignTo(id, trainer_id)).body.errors;
    expect(await refusal(first, one.id)).toEqual({ trainer_id: 'Ese entrenador ya no existe' });
    expect(await refusal(other.id, trainer!.id)).toEqual({ trainer_id: 'Solo un cliente tiene entrenador' });
    await assignTo(first, trainer!.id);
    await app().json('PATCH', `/api/user/${first}`, { role: 'TRAINER', trainer_id: null });
    await app().json('PATCH', `/api/user/${first}`, { role: 'CLIENT' });
    expect(await trainerOf(first)).toBeNull();
    await assignTo(second, trainer!.id);
    await assignTo(second, rival!.id);
    expect(await trainerOf(second)).toEqual({ id: rival!.id, name: 'Rita Rival' });
  });

  it('TRA-08 gives many a trainer at once, or none, and says who is no client', async () => {
    const one = await addTrainer();
    const ids = [await clientOf(one), (await createUser(app())).id, one.id];
    const bulk = (trainer_id: number | null | undefined) =>
      app().json('POST', '/api/user/bulk', { ids, action: 'assign_trainer', count: ids.length, trainer_id });
    const given = await bulk(one.id);
    expect(given.body).toMatchObject({
      message: 'Se cambió el entrenador de 1. 1 ya estaba así. Se omitió 1: no es cliente.',
      data: { changed: 1, unchanged: 1, skipped: [{ count: 1, why: 'no es cliente' }] },
    });
    const listed = async () => (await app().get(`/api/user?trainer=${one.id}`)).body;
    expect((await listed()).meta.total).toBe(2);
    expect((await bulk(null)).body.data).toMatchObject({ changed: 2, unchanged: 0 });
    expect((await listed()).data).toEqual([]);
    expect((await bulk(mine!.client.id)).body.errors).toEqual({ trainer_id: 'Ese entrenador ya no existe' });
    await app().remove(`/api/user/${one.id}`);
    expect((await listed()).meta).toMatchObject({ total: 0, gone: true });
  });
});
