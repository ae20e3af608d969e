import { coachingSummary } from '@pulso/contract/coaching/summary';
import { answeredNote, clientWorkout, clientWorkoutRow, type Workout } from '@pulso/contract/coaching/workouts';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  assignTo,
  addClient,
  addTraining,
  doneWorkout,
  newWorkoutId,
  sendWorkout,
  setCell,
  type Client,
} from '#test/courses';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';

const TODAY = '2026-11-16';
let moment = `${TODAY}T15:00:00.000Z`;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(moment) });

const noteCell = (text: string, v = 1) => ({ text, v, by: 'telefono' });
const withNote = (text: string, values: Partial<Workout> = {}): Workout => {
  const workout = doneWorkout(null, { day: TODAY, ...values });
  return { ...workout, cells: { ...workout.cells, note: noteCell(text) } };
};
const rowsOf = async (id: number, query = '') =>
  expectAnswer(await app().get(`/api/user/${id}/workouts${query}`), z.array(clientWorkoutRow));
const answer = (id: string, after: string | null, token?: string, headers = {}) =>
  app().json('POST', `/api/workout/${id}/answer`, { after }, { token, headers });

describe('SEG-03 the sessions of a client', () => {
  it('are listed newest first with what was skipped and swapped, and open set by set', async () => {
    const client = await addClient(app());
    const target = { reps: 10, reps_max: null, seconds: null, weight: 40, rest: 90 };
    const placeOf = (position: number, exercise_id: number, title?: string) => ({
      ...{ key: `${position}-${exercise_id}`, exercise_id, title },
      ...{ targets: [target, target], superset: false, note: '' },
    });
    const workout = withNote('Me costó');
    const sent: Workout = {
      ...workout,
      places: [placeOf(1, 7, 'Press'), placeOf(2, 900_008, 'Remo'), placeOf(3, 900_009)],
      cells: {
        ...workout.cells,
        end: { ended_at: `${TODAY}T12:00:00.000Z`, effort: 3, gone: false, v: 1, by: 'telefono' },
        's:1-7.1': setCell('done', null),
        'x:1-7': { exercise_id: 900_010, title: 'Press inclinado', v: 1, by: 'telefono' },
        'k:2-900008': { reason: 'pain', text: 'El hombro', v: 1, by: 'telefono' },
        'k:3-900009': { reason: null, text: '', v: 1, by: 'telefono' },
      },
    };
    await sendWorkout(app(), client, sent);
    await sendWorkout(app(), client, doneWorkout(null, { day: addDays(TODAY, -1) }));
    const gone = { ended_at: null, effort: null, gone: true, v: 1, by: 'telefono' };
    await sendWorkout(app(), client, { ...withNote('Borrada'), cells: { end: gone } });
    const rows = await rowsOf(client.id);
    expect(rows.map(({ day }) => day)).toEqual([TODAY, addDays(TODAY, -1)]);
    expect(rows[0]).toMatchObject({
      ...{ id: sent.id, done: 1, planned: 6, effort: 3, note: 'Me costó', answered_at: null, answered_by: null },
      skipped: [{ title: 'Remo', reason: 'pain', text: 'El hombro' }],
      swapped: [{ from: 'Press', to: 'Press inclinado' }],
    });
    expect(await rowsOf(client.id, `?limit=1&before=${sent.id}`)).toEqual(rows.slice(1));
    expect(await rowsOf(client.id, '?note=open')).toEqual(rows.slice(0, 1));
    const opened = expectAnswer(await app().get(`/api/workout/${sent.id}`), clientWorkout);
    const own = await app().get(`/api/my/workouts/${sent.id}`, client.token);
    expect(opened).toEqual({ ...rows[0], document: own.body.data });
    for (const path of [`workout/${newWorkoutId()}`, 'workout/1', 'user/999999/workouts'])
      expect((await app().get(`/api/${path}`)).status, path).toBe(404);
    expect((await app().get(`/api/workout/${sent.id}`, client.token)).status).toBe(403);
  });

  it('are changed by nobody but their client: no route of the panel writes one', () => {
    const writes = app().routes.filter(
      ({ method, url, permission }) => /workout/.test(url) && method !== 'GET' && permission !== 'own',
    );
    expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/workout/:workout/answer']);
  });
});

describe('SEG-04 a note', () => {
  it('is answered once: the second of two learns who answered when; a changed one is open again', async () => {
    const client = await addClient(app());
    const sent = withNote('Me duele la rodilla');
    await sendWorkout(app(), client, sent);
    const tokens = [];
    for (const name of ['Ana', 'Beto']) {
      const { username } = await createUser(app(), { name, role: 'ADMIN' });
      tokens.push(await openSession(app(), username));
    }
    const both = await Promise.all(tokens.map((token) => answer(sent.id, null, token)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = both.findIndex(({ status }) => status === 200);
    const told = expectAnswer(both[first]!, answeredNote);
    expect(told).toEqual({ answered_at: moment, answered_by: ['Ana', 'Beto'][first] });
    moment = `${TODAY}T15:01:30.000Z`;
    const late = await answer(sent.id, null);
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      'answered',
      `${told.answered_by} le respondió hace 1 minuto.`,
    ]);
    // An administrator who has seen the other's answer may write all the same.
    expect((await answer(sent.id, told.answered_at)).status).toBe(200);
    expect((await rowsOf(client.id))[0]).toMatchObject({ answered_at: moment });
    const again = { ...sent, version: 2, cells: { note: noteCell('Ya no me duele', 2) } };
    await sendWorkout(app(), client, again);
    expect(await rowsOf(client.id, '?note=open')).toMatchObject([{ note: 'Ya no me duele', answered_at: null }]);
    const headers = { 'idempotency-key': newWorkoutId() };
    const twice = [await answer(sent.id, null, undefined, headers), await answer(sent.id, null, undefined, headers)];
    expect(twice.map(({ status, raw }) => [status, raw])).toEqual([0, 1].map(() => [200, twice[0]!.raw]));
  });

  it('that there is not is not answered', async () => {
    const client = await addClient(app());
    const sent = doneWorkout(null, { day: TODAY });
    await sendWorkout(app(), client, sent);
    const refused = await answer(sent.id, null);
    expect([refused.status, refused.body.message]).toEqual([409, 'Esta sesión no tiene nota.']);
    expect((await answer(newWorkoutId(), null)).status).toBe(404);
  });
});

describe('SEG-06 the list of users', () => {
  const listed = async (query: string) => {
    const { body, raw, status } = await app().get(`/api/user?${query}`);
    expect(status, raw).toBe(200);
    return { ids: body.data.map(({ id }: { id: number }) => id) as number[], meta: body.meta };
  };
  const plan = { suscription_status: true, suscription_init: addDays(TODAY, -60), suscription_end: addDays(TODAY, 30) };
  const trained = async (ago: number, fields: object = plan): Promise<Client> => {
    const client = await addClient(app(), fields);
    await sendWorkout(app(), client, doneWorkout(null, { day: addDays(TODAY, -ago) }));
    return client;
  };

  it('names who has not trained for n days, with other filters too, and Inicio has the same number', async () => {
    const name = 'Inactiva';
    await trained(9, { ...plan, name });
    const ten = await trained(10, { ...plan, name, suscription_end: addDays(TODAY, 5) });
    const eleven = await trained(11, { ...plan, name: 'Otra' });
    const never = await addClient(app(), { ...plan, suscription_init: addDays(TODAY, -10) });
    await addClient(app(), { ...plan, suscription_init: addDays(TODAY, -9) });
    // Over, off, inactive: none of them is asked about.
    await trained(30, { ...plan, suscription_end: TODAY });
    await trained(30, { ...plan, suscription_status: false });
    const { id: inactive } = await trained(30);
    await app().json('PATCH', `/api/user/${inactive}`, { status: false });
    // Begun without a set done, and thrown away: neither is training.
    const begun = doneWorkout(null, { day: TODAY });
    await sendWorkout(app(), ten, { ...begun, cells: { 's:1-7.1': setCell('todo', null) } });
    const away = doneWorkout(null, { day: TODAY });
    const end = { ended_at: null, effort: null, gone: true, v: 2, by: 'telefono' };
    await sendWorkout(app(), ten, away);
    await sendWorkout(app(), ten, { ...away, version: 2, cells: { end } });
    const idle = await listed('idle=10&page=1');
    expect(idle).toMatchObject({ ids: [ten.id, eleven.id, never.id], meta: { total: 3, more: false } });
    expect((await listed('idle=9')).meta.total).toBe(5);
    expect((await listed('idle=11')).ids).toEqual([eleven.id]);
    expect((await listed(`idle=10&search=${name}`)).ids).toEqual([ten.id]);
    expect((await listed('idle=10&role=ADMIN')).ids).toEqual([]);
    const training_id = await addTraining(app());
    await assignTo(app(), { training_id, user_ids: [ten.id], starts_on: TODAY });
    expect((await listed('idle=10&training=none')).ids).toEqual([eleven.id, never.id]);
    const summary = expectAnswer(await app().get('/api/coaching/summary'), coachingSummary);
    expect(summary.idle).toEqual({ count: 3, more: false });
    // N1: the clients acted upon are those of the list.
    const question = { query: { idle: 10 }, count: 3 };
    const whom = await app().json('POST', '/api/assignment', { ...question, training_id, starts_on: TODAY });
    expect(whom.body.data).toMatchObject({ made: [{}, {}], skipped: [{ user_id: ten.id, why: 'follows' }] });
  });

  it('names who has a note that nobody answered, once each, and a saved filter asks the same', async () => {
    const [ana, beto] = [await addClient(app()), await addClient(app(), plan)];
    const [first, second] = [withNote('Una'), withNote('Otra', { day: addDays(TODAY, -2) })];
    for (const sent of [first, second]) await sendWorkout(app(), ana, sent);
    const betos = withNote('La suya');
    await sendWorkout(app(), beto, betos);
    const ids = async () => (await listed('note=open&limit=100')).ids.filter((id) => [ana.id, beto.id].includes(id));
    expect(await ids()).toEqual([ana.id, beto.id]);
    const { meta, ids: all } = await listed('note=open');
    const summary = expectAnswer(await app().get('/api/coaching/summary'), coachingSummary);
    expect([meta.total, all.length]).toEqual([summary.notes.count, summary.notes.count]);
    const saved = await app().json('POST', '/api/segment', { name: 'Notas', query: { note: 'open' } });
    expect((await listed(`segment_id=${saved.body.data.id}`)).ids).toEqual(all);
    expect((await listed('note=open&subscription=active')).ids).not.toContain(ana.id);
    await answer(first.id, null);
    expect(await ids()).toEqual([ana.id, beto.id]);
    await answer(second.id, null);
    expect(await ids()).toEqual([beto.id]);
    await sendWorkout(app(), beto, { ...betos, version: 2, cells: { note: noteCell('', 2) } });
    expect(await ids()).toEqual([]);
  });
});

it('client_training is what follows from the sessions, whatever is sent at once', async () => {
  const client = await addClient(app());
  const documents = Array.from({ length: 12 }, (_, index) => withNote('Nota', { day: addDays(TODAY, -index) }));
  await Promise.all(documents.map((workout) => sendWorkout(app(), client, workout)));
  const { rows } = await sql`
    select last_workout_on, open_notes from client_training where user_id = ${client.id}`.execute(app().db);
  expect(rows).toEqual([{ last_workout_on: TODAY, open_notes: 12 }]);
});
