import {
  assignmentCheck,
  assignmentRow,
  followerPage,
  userCourses,
  type Assignment,
} from '@pulso/contract/coaching/courses';
import { coachingSummary } from '@pulso/contract/coaching/summary';
import { trainings } from '@pulso/contract/content/trainings';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { activeDay, contentOf, png } from '#test/content';
import {
  addClient,
  addTraining,
  assignOne,
  assignTo,
  courseToday,
  doNext,
  postAssignment,
  todayOf,
  type Client,
} from '#test/courses';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const [MON, TUE, WED, THU, FRI] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
let day: string = MON;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${day}T15:00:00Z`) });
beforeEach(() => {
  day = MON;
});

const coursesOf = async ({ id }: { id: number }) =>
  expectAnswer(await app().get(`/api/user/${id}/courses`), userCourses);
const followersOf = async (path: string) => {
  const { status, body, raw } = await app().get(`/api/${path}/followers`);
  expect(status, raw).toBe(200);
  return followerPage.parse(body);
};
const change = (id: number, values: object, headers?: Record<string, string>) =>
  app().json('POST', `/api/assignment/${id}/change`, values, { headers });
const scheduleOf = ({ starts_on, ends_on, mode, weekdays, first_day }: Assignment) => ({
  starts_on,
  ends_on,
  mode,
  weekdays,
  first_day,
});
const countAssignments = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from assignments`.execute(app().db);
  return rows[0]!.count;
};
const buy = async (client: Client, packageId: number) => {
  const answer = await app().json('POST', '/api/user/activate-package', {
    user_id: client.id,
    package_id: packageId,
    status: true,
  });
  expect(answer.status, answer.raw).toBe(200);
};

describe('assigning', () => {
  it('ASI-02 assigns to many at once, and names whom it leaves out and why', async () => {
    const training_id = await addTraining(app());
    const [ana, beto, follower, busy] = [
      await addClient(app()),
      await addClient(app()),
      await addClient(app()),
      await addClient(app()),
    ];
    const inactive = await createUser(app(), { status: false });
    const trainer = await createUser(app(), { role: 'TRAINER' });
    await assignOne(app(), { training_id, user_ids: [follower.id], starts_on: MON });
    for (let count = 0; count < 10; count += 1)
      await assignOne(app(), { training_id: await addTraining(app()), user_ids: [busy.id], starts_on: MON });
    const user_ids = [ana, beto, follower, busy, inactive, trainer].map(({ id }) => id);
    const { made, skipped } = await assignTo(app(), { training_id, user_ids, starts_on: MON });
    expect(made.map(({ user_id }) => user_id)).toEqual([ana.id, beto.id]);
    expect(skipped.map(({ user_id, why }) => [user_id, why])).toEqual([
      [follower.id, 'follows'],
      [busy.id, 'full'],
      [inactive.id, 'inactive'],
      [trainer.id, 'role'],
    ]);
    expect((await courseToday(app(), ana))?.course).toBe(`a${made[0]!.id}`);
    const { rows } = await sql`
      select user_id, action from events where entity = 'assignment' and user_id = ${ana.id} order by id`.execute(
      app().db,
    );
    expect(rows).toEqual([
      { user_id: ana.id, action: 'added' },
      { user_id: ana.id, action: 'assign' },
    ]);
  });

  it('ASI-02 happens once however often it is sent', async () => {
    const training_id = await addTraining(app());
    const { id } = await addClient(app());
    const send = () =>
      app().json(
        'POST',
        '/api/assignment',
        { training_id, user_ids: [id], starts_on: MON },
        { headers: { 'idempotency-key': `a-${id}` } },
      );
    const [one, other] = [await send(), await send()];
    expect(other.body).toEqual(one.body);
    expect((await coursesOf({ id })).courses).toHaveLength(1);
  });

  it('ASI-08 replaces what was assigned on the first day of the new one, and cancels what was to come', async () => {
    const [first, second, third] = [await addTraining(app()), await addTraining(app()), await addTraining(app())];
    const ana = await addClient(app());
    const running = await assignOne(app(), { training_id: first, user_ids: [ana.id], starts_on: MON });
    const coming = await assignOne(app(), { training_id: second, user_ids: [ana.id], starts_on: addDays(MON, 30) });
    const check = await app().json('POST', '/api/assignment/check', { training_id: third, user_ids: [ana.id] });
    expect(expectAnswer(check, assignmentCheck)).toEqual({ count: 1, by_package: 0, replaced: 1 });
    await assignOne(app(), { training_id: third, user_ids: [ana.id], starts_on: WED, replace: true });
    const { rows } = await sql`
      select id, ends_on from assignments where id in (${running.id}, ${coming.id}) order by id`.execute(app().db);
    expect(rows).toEqual([
      { id: running.id, ends_on: WED },
      { id: coming.id, ends_on: addDays(MON, 30) },
    ]);
    // A refused change leaves the old one as it is.
    const refused = await postAssignment(app(), {
      training_id: first,
      user_ids: [ana.id],
      starts_on: WED,
      first_day: 3,
      replace: true,
    });
    expect(refused.status).toBe(400);
    expect((await coursesOf(ana)).courses.map(({ training }) => training.id)).toEqual([third, first]);
  });

  it('ASI-10 refuses in words, and writes nothing', async () => {
    const training_id = await addTraining(app());
    const off = await addTraining(app(), 't', { status: 'false' });
    const rests = await addTraining(app(), 'rr');
    const { id: diet_id } = await contentOf(app()).diet();
    const { id: offDiet } = await contentOf(app()).diet({ status: 'false' });
    const { id } = await addClient(app());
    const before = await countAssignments();
    const base = { training_id, user_ids: [id], starts_on: MON };
    const fieldErrors: [object, Record<string, string>][] = [
      [{ starts_on: addDays(MON, -1) }, { starts_on: 'La fecha debe estar entre hoy y 90 días' }],
      [{ starts_on: addDays(MON, 91) }, { starts_on: 'La fecha debe estar entre hoy y 90 días' }],
      [{ ends_on: MON }, { ends_on: 'El último día no puede ser anterior al primero' }],
      [{ mode: 'weekdays' }, { weekdays: 'Elige al menos un día de la semana' }],
      [{ mode: 'weekdays', weekdays: [] }, { weekdays: 'Elige al menos un día de la semana' }],
      [{ first_day: 3 }, { first_day: 'Elige un día del entrenamiento' }],
      [{ first_day: 9 }, { first_day: 'Elige un día del entrenamiento' }],
      [{ user_ids: Array.from({ length: 501 }, (_, at) => at + 1) }, { user_ids: 'Elige hasta 500 clientes por vez' }],
      [{ user_ids: [] }, { user_ids: 'Elige al menos un cliente' }],
      [{ diet_id }, { training_id: 'Elige un entrenamiento o una dieta' }],
      [{ training_id: undefined, diet_id, weekdays: [] }, { weekdays: 'Elige al menos un día de la semana' }],
    ];
    for (const [values, errors] of fieldErrors) {
      const { status, body } = await postAssignment(app(), { ...base, ...values });
      expect([status, body.errors], JSON.stringify(values).slice(0, 80)).toEqual([400, errors]);
    }
    const conflicts: [object, number, string][] = [
      [{ training_id: off }, 409, 'El entrenamiento está inactivo. Actívalo antes de asignarlo.'],
      [{ training_id: undefined, diet_id: offDiet }, 409, 'La dieta está inactiva. Actívala antes de asignarla.'],
      [{ training_id: rests }, 409, 'Este entrenamiento solo tiene días de descanso.'],
      [{ user_ids: [id, 2_000_000_000] }, 404, 'El recurso solicitado no existe'],
      [{ training_id: 2_000_000_000 }, 404, 'El recurso solicitado no existe'],
    ];
    for (const [values, status, message] of conflicts) {
      const answer = await postAssignment(app(), { ...base, ...values });
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
    expect(await countAssignments()).toBe(before);
  });

  it('ASI-11 assigns to those whom filters leave, and to nobody once they are another number', async () => {
    const training_id = await addTraining(app());
    const people = [
      await addClient(app(), { name: 'Zulma Uno' }),
      await addClient(app(), { name: 'Zulma Dos' }),
      await addClient(app(), { name: 'Zulma Tres' }),
    ];
    const query = { search: 'zulma', role: 'CLIENT' };
    const send = (count: number) => postAssignment(app(), { training_id, query, count, starts_on: MON });
    const refused = await send(2);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'stale',
      'Ahora son 3 clientes, no 2. Revisa y confirma otra vez.',
    ]);
    const check = await app().json('POST', '/api/assignment/check', { training_id, query });
    expect(expectAnswer(check, assignmentCheck).count).toBe(3);
    const { body } = await send(3);
    expect(body.data.made.map(({ user_id }: Assignment) => user_id)).toEqual(people.map(({ id }) => id));
  });
});

describe('a course', () => {
  it('ASI-06 makes every transition by the clock alone', async () => {
    const training_id = await addTraining(app());
    const weekly = await addClient(app());
    const inOrder = await addClient(app());
    const ends_on = addDays(MON, 21);
    await assignOne(app(), {
      training_id,
      user_ids: [weekly.id],
      starts_on: WED,
      ends_on,
      mode: 'weekdays',
      weekdays: [5, 1],
    });
    await assignOne(app(), { training_id, user_ids: [inOrder.id], starts_on: WED, ends_on });
    const seen = async (client: Client) => {
      const course = await courseToday(app(), client);
      return course && [course.state, course.turn, course.day?.day_number, course.missed.length];
    };
    const states = new Map<string, unknown[]>();
    for (const at of [MON, WED, FRI, addDays(MON, 7), addDays(MON, 20), ends_on]) {
      day = at;
      states.set(at, [await seen(weekly), await seen(inOrder)]);
    }
    expect([...states.values()]).toEqual([
      [
        ['starts', 1, 1, 0],
        ['starts', 1, 1, 0],
      ],
      [
        ['rest', 1, 1, 0],
        ['train', 1, 1, 0],
      ],
      [
        ['train', 1, 1, 0],
        ['train', 1, 1, 0],
      ],
      [
        ['train', 2, 2, 1],
        ['train', 1, 1, 0],
      ],
      [
        ['rest', null, undefined, 2],
        ['train', 1, 1, 0],
      ],
      [undefined, undefined],
    ]);
  });

  it('ASI-03 comes with an active package from its start to the day before its end, with no row stored, and goes on in the next', async () => {
    const training_id = await addTraining(app());
    const { id: diet } = await contentOf(app()).diet();
    const { id: pack } = await contentOf(app()).pack({ trainings: [training_id], diets: [diet], duration_days: 7 });
    const ana = await addClient(app());
    const before = await countAssignments();
    await buy(ana, pack);
    const key = `p${pack}-${training_id}`;
    await doNext(app(), ana, key);
    expect(await courseToday(app(), ana)).toMatchObject({ course: key, state: 'done', turn: 2, mode: 'sequence' });
    expect((await todayOf(app(), ana)).meals.map(({ id }) => id)).toEqual([diet]);
    const { rows } = await sql<{ end: string }>`
      select end_date as end from user_packages where user_id = ${ana.id}`.execute(app().db);
    day = addDays(rows[0]!.end, -1);
    expect((await courseToday(app(), ana))?.course).toBe(key);
    day = rows[0]!.end;
    expect(await todayOf(app(), ana)).toMatchObject({ courses: [], meals: [] });
    day = addDays(day, 40);
    // Bought long ago: the same package is not sold twice within seconds.
    await sql`update user_packages set created_at = created_at - interval '40 days'`.execute(app().db);
    await buy(ana, pack);
    expect(await courseToday(app(), ana)).toMatchObject({ course: key, state: 'train', turn: 2 });
    expect(await countAssignments()).toBe(before);
  });

  it('ASI-04 that is assigned and in a package is shown once, also as a personal copy', async () => {
    const training_id = await addTraining(app());
    const { id: diet_id } = await contentOf(app()).diet();
    const { id: pack } = await contentOf(app()).pack({ trainings: [training_id], diets: [diet_id] });
    const ana = await addClient(app());
    await buy(ana, pack);
    const check = await app().json('POST', '/api/assignment/check', { training_id, user_ids: [ana.id] });
    expect(expectAnswer(check, assignmentCheck)).toMatchObject({ by_package: 1, replaced: 0 });
    const { id } = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    await assignOne(app(), { diet_id, user_ids: [ana.id], starts_on: MON, weekdays: [2] });
    const keys = async () => (await todayOf(app(), ana)).courses.map(({ course }) => course);
    expect(await keys()).toEqual([`a${id}`]);
    expect((await coursesOf(ana)).diets).toHaveLength(1);
    expect((await todayOf(app(), ana)).meals).toEqual([]);
    const made = await app().form('POST', `/api/assignment/${id}/personal`, { title: 'De Ana' });
    expect(made.status, made.raw).toBe(201);
    expect(await keys()).toEqual([`a${id}`]);
    await app().remove(`/api/assignment/${id}`);
    expect(await keys()).toEqual([`p${pack}-${training_id}`]);
  });

  it('ASI-09 that has begun is not edited: it ends today, and another goes on with the next day', async () => {
    const training_id = await addTraining(app());
    const ana = await addClient(app());
    const made = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    const weekly = { ...scheduleOf(made), mode: 'weekdays', weekdays: [1, 3] };
    const edited = expectAnswer(await change(made.id, weekly, { 'if-match': '"1"' }), assignmentRow);
    expect(edited).toMatchObject({ id: made.id, mode: 'weekdays', weekdays: [1, 3], version: 2 });
    const stale = await change(made.id, weekly, { 'if-match': '"1"' });
    expect(stale.status).toBe(409);
    await change(made.id, scheduleOf(made));
    await doNext(app(), ana, `a${made.id}`);
    day = TUE;
    const ends_on = addDays(MON, 60);
    const extended = expectAnswer(await change(made.id, { ...scheduleOf(made), ends_on }), assignmentRow);
    expect([extended.id, extended.ends_on]).toEqual([made.id, ends_on]);
    const other = expectAnswer(await change(made.id, { ...weekly, ends_on }), assignmentRow);
    expect(other).toMatchObject({ follows_id: made.id, starts_on: TUE, ends_on, first_day: 2, mode: 'weekdays' });
    expect(await todayOf(app(), ana)).toMatchObject({
      courses: [{ course: `a${other.id}`, state: 'rest', turn: 1, day: { day_number: 2 }, next_on: WED }],
    });
    const { ended } = await coursesOf(ana);
    expect(ended).toMatchObject([{ id: made.id, ends_on: TUE }]);
    expect((await change(made.id, weekly)).status).toBe(409);
  });

  it('ends today, or before it began, and stays in what was followed', async () => {
    const ana = await addClient(app());
    const training_id = await addTraining(app());
    const { id } = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: FRI });
    const ended = expectAnswer(await app().remove(`/api/assignment/${id}`), assignmentRow);
    expect(ended.ends_on).toBe(FRI);
    day = FRI;
    expect((await todayOf(app(), ana)).courses).toEqual([]);
    const again = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: FRI });
    day = addDays(FRI, 3);
    expect(expectAnswer(await app().remove(`/api/assignment/${again.id}`), assignmentRow).ends_on).toBe(day);
    expect((await coursesOf(ana)).ended.map((one) => one.id)).toEqual([again.id, id]);
    expect((await app().remove('/api/assignment/2000000000')).status).toBe(404);
  });

  it('ASI-14 keeps a training or a diet that somebody follows, and says how many do', async () => {
    const training_id = await addTraining(app(), 't', { title: 'Fuerza de invierno' });
    const { id: diet_id } = await contentOf(app()).diet();
    const [ana, beto] = [await addClient(app()), await addClient(app())];
    const { made } = await assignTo(app(), { training_id, user_ids: [ana.id, beto.id], starts_on: FRI });
    const diet = await assignOne(app(), { diet_id, user_ids: [ana.id], starts_on: MON });
    const remove = async (path: string) => {
      const { status, body } = await app().remove(`/api/${path}`);
      return [status, status === 409 && body.message];
    };
    const inUse = (who: string) => [409, `No se puede eliminar porque está en uso: ${who}.`];
    expect(await remove(`training/${training_id}`)).toEqual(inUse('2 clientes lo siguen'));
    expect(await remove(`diet/${diet_id}`)).toEqual(inUse('1 cliente lo sigue'));
    for (const { id } of [...made, diet]) await app().remove(`/api/assignment/${id}`);
    expect(await remove(`training/${training_id}`)).toEqual([200, false]);
    expect(await remove(`diet/${diet_id}`)).toEqual([200, false]);
    expect((await coursesOf(beto)).ended).toMatchObject([{ title: 'Fuerza de invierno', training_id: null }]);
  });

  it('ASI-15 disappears while its training is inactive, and its followers are counted before', async () => {
    const training_id = await addTraining(app());
    const { id: pack } = await contentOf(app()).pack({ trainings: [training_id] });
    const [ana, beto] = [await addClient(app()), await addClient(app())];
    await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    await buy(beto, pack);
    const { data, meta } = await followersOf(`training/${training_id}`);
    expect(meta.total).toBe(2);
    expect(
      data.map(({ user, assignment, package: bought, next }) => [
        user.id,
        assignment !== null,
        bought?.id,
        next?.title,
      ]),
    ).toEqual([
      [ana.id, true, undefined, 'Parte 1'],
      [beto.id, false, pack, 'Parte 1'],
    ]);
    await app().json('PATCH', `/api/training/${training_id}/status`, { status: false });
    for (const client of [ana, beto]) {
      expect((await todayOf(app(), client)).courses).toEqual([]);
      expect((await coursesOf(client)).courses).toMatchObject([{ training: { status: false }, next: null }]);
    }
    await app().json('PATCH', `/api/training/${training_id}/status`, { status: true });
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'train', turn: 1 });
  });
});

describe('a personal copy', () => {
  const personalAnswer = z.object({ assignment: assignmentRow, training: trainings.row });
  const personal = async (path: string, fields = {}) =>
    expectAnswer(
      await app().form('POST', `/api/${path}/personal`, { title: 'Solo de Ana', ...fields }),
      personalAnswer,
      201,
    );

  it('ASI-12 is made with its picture by the first saving, and the course goes on', async () => {
    const training_id = await addTraining(app());
    const [ana, beto] = [await addClient(app()), await addClient(app())];
    const { made } = await assignTo(app(), { training_id, user_ids: [ana.id, beto.id], starts_on: MON });
    await doNext(app(), ana, `a${made[0]!.id}`);
    const original = (await app().get(`/api/training/${training_id}`)).body.data;
    const { assignment, training } = await personal(`assignment/${made[0]!.id}`);
    expect(assignment).toMatchObject({ id: made[0]!.id, training_id: training.id, title: 'Solo de Ana' });
    expect(training).toMatchObject({ title: 'Solo de Ana', owner: { id: ana.id, name: ana.name }, status: true });
    expect(training.training_days).toHaveLength(5);
    expect(training.cover_image).not.toBe(original.cover_image);
    expect((await app().get(training.cover_image ?? '')).status).toBe(200);
    expect((await app().get(`/api/training/${training_id}`)).body.data).toEqual(original);
    day = TUE;
    expect(await courseToday(app(), ana)).toMatchObject({ course: `a${made[0]!.id}`, title: 'Solo de Ana', turn: 2 });
    expect(await courseToday(app(), beto)).toMatchObject({ title: 'Plan inicial', turn: 1 });
    const again = await app().form('POST', `/api/assignment/${made[0]!.id}/personal`, {});
    expect([again.status, again.body.message]).toEqual([409, 'Ya tiene su copia. Edítala.']);
    expect((await followersOf(`training/${training_id}`)).data.map(({ user }) => user.id)).toEqual([beto.id]);
  });

  it('ASI-12 of a package’s training assigns it first, with the day that was next', async () => {
    const training_id = await addTraining(app());
    const { id: pack } = await contentOf(app()).pack({ trainings: [training_id] });
    const ana = await addClient(app());
    await buy(ana, pack);
    await doNext(app(), ana, `p${pack}-${training_id}`);
    day = TUE;
    const refused = await app().form('POST', `/api/user/${ana.id}/personal`, { course: `p${pack}-999` });
    expect(refused.status).toBe(404);
    const { assignment } = await personal(`user/${ana.id}`, { course: `p${pack}-${training_id}`, cover_image: png });
    expect(assignment).toMatchObject({ starts_on: TUE, mode: 'sequence', first_day: 2 });
    expect((await todayOf(app(), ana)).courses).toMatchObject([
      { course: `a${assignment.id}`, title: 'Solo de Ana', day: { day_number: 2 } },
    ]);
  });

  it('ASI-13 is in no list, count or package, and keeps what it is made of', async () => {
    const level_id = await contentOf(app()).level('De nadie');
    const training_id = await addTraining(app());
    const ana = await addClient(app());
    const made = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    const count = async () => (await app().get('/api/estadisticas')).body.data?.entrenamientos?.total;
    const before = await count();
    const { id: exercise } = await contentOf(app()).exercise({ title: 'De nadie' });
    const training_days = JSON.stringify([activeDay(1, [exercise])]);
    const { training } = await personal(`assignment/${made.id}`, { level_id: String(level_id), training_days });
    expect(await count()).toBe(before);
    const listed = (await app().get('/api/training')).body.data as { id: number }[];
    expect(listed.some(({ id }) => id === training.id)).toBe(false);
    const values = await contentOf(app()).packageValues({ trainings: [training.id] });
    const refused = await app().json('POST', '/api/package', values);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { trainings: 'Hay entrenamientos que no son válidos' },
    ]);
    expect((await postAssignment(app(), { training_id: training.id, user_ids: [ana.id], starts_on: MON })).status).toBe(
      404,
    );
    for (const path of [`level/${level_id}`, `exercise/${exercise}`]) {
      const { status, body } = await app().remove(`/api/${path}`);
      expect([status, body.message]).toEqual([
        409,
        'No se puede eliminar porque está en uso: 1 entrenamiento personal.',
      ]);
    }
    const changed = await app().form('PATCH', `/api/training/${training.id}`, { title: 'Otra vez' });
    expect(changed.status).toBe(200);
    const copy = await app().json('POST', `/api/training/${training.id}/duplicate`, {});
    expect(copy.body.data.owner).toBeUndefined();
    expect((await app().remove(`/api/training/${training.id}`)).status).toBe(409);
  });

  it('BAS-03 ASI-13 is 404 to a server without extras', async () => {
    const strict = await testApp({ extras: false, passwords: quickPasswords });
    const { id: shared } = await contentOf(strict).training();
    const { rows } = await sql<{ id: number }>`
      update trainings set owner_id = (select min(id) from users) where id = ${shared} returning id`.execute(strict.db);
    const path = `/api/training/${rows[0]!.id}`;
    expect((await strict.get(path)).status).toBe(404);
    expect((await strict.form('PATCH', path, { title: 'x' })).status).toBe(404);
    expect((await strict.remove(path)).status).toBe(404);
    expect((await strict.get('/api/training')).body.data).toEqual([]);
  });
});

it('SEG-05 without a training are those active clients with a running plan who follow none', async () => {
  const own = await testApp({ passwords: quickPasswords, now: () => new Date(`${MON}T15:00:00Z`) });
  const training_id = await addTraining(own);
  const plan = { suscription_status: true, suscription_init: MON, suscription_end: addDays(MON, 30) };
  const [ana, beto, carla, dario, elsa] = [
    await addClient(own, { ...plan, suscription_end: addDays(MON, 9), name: 'Ana Zeta' }),
    await addClient(own, { ...plan, name: 'Beto' }),
    await addClient(own, { ...plan, name: 'Carla' }),
    await addClient(own, plan),
    await addClient(own, plan),
  ];
  await addClient(own, { ...plan, suscription_end: MON });
  await addClient(own, { ...plan, status: false });
  await addClient(own);
  await assignTo(own, { training_id, user_ids: [beto.id], starts_on: MON });
  await assignTo(own, { training_id, user_ids: [dario.id], starts_on: addDays(MON, 40) });
  const { id: pack } = await contentOf(own).pack({ trainings: [training_id] });
  await own.json('POST', '/api/user/activate-package', { user_id: elsa.id, package_id: pack, status: true });
  const listed = async (query = '') => {
    const { body } = await own.get(`/api/user?training=none${query}`);
    return [body.data.map(({ id }: { id: number }) => id), body.meta.total, body.meta.more];
  };
  expect(await listed()).toEqual([[ana.id, carla.id], 2, false]);
  expect(await listed('&search=zeta')).toEqual([[ana.id], 1, false]);
  expect(await listed('&sort=name&order=desc&limit=1')).toEqual([[carla.id], 2, false]);
  const summary = await own.get('/api/coaching/summary');
  expect(expectAnswer(summary, coachingSummary)).toMatchObject({ without_training: { count: 2, more: false } });
  await assignTo(own, { training_id, query: { training: 'none' }, count: 2, starts_on: THU });
  expect(await listed()).toEqual([[], 0, false]);
});
