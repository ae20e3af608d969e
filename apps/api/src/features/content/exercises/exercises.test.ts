import { exercises, INVALID_SETS, MACHINE_REQUIRED, NO_SETS } from '@pulso/contract/content/exercises';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { activeDay, contentOf, png, exerciseSet } from '#test/content';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import type { Fields } from '#test/test-app';

const row = toStrictSchema(exercises.row);
const parse = (data: unknown) => row.parse(data);

describe('exercises', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const find = async (id: number) => parse((await shared().get(`/api/exercise/${id}`)).body.data);
  const change = (id: number, fields: Fields) => shared().form('PATCH', `/api/exercise/${id}`, fields);

  it('EJE-68 EJE-69 EJE-70 API-28 stores an exercise and its sets from one form, and lists it whole', async () => {
    const body_part_id = await content().bodyPart('Espalda');
    const machine_id = await content().machine('Remo');
    const sets = [
      { set_number: 2, reps: null, duration_seconds: 45, weight: null, rest_seconds: 0 },
      { set_number: 1, reps: 12, duration_seconds: null, weight: 7.5, rest_seconds: 60 },
    ];
    const { status, body } = await shared().form('POST', '/api/exercise', {
      title: '  Remo sentado ',
      description: 'Espalda recta',
      tips: 'Sin balanceo',
      body_part_id: String(body_part_id),
      uses_machine: 'true',
      machine_id: String(machine_id),
      video_url: 'https://videos.example/remo',
      status: 'false',
      sets: JSON.stringify(sets),
      image: png,
    });
    expect(status).toBe(201);
    const made = parse(body.data);
    expect(made).toEqual({
      id: made.id,
      title: 'Remo sentado',
      description: 'Espalda recta',
      tips: 'Sin balanceo',
      body_part_id,
      body_part: { title: 'Espalda' },
      uses_machine: true,
      machine_id,
      machine: { title: 'Remo' },
      image_url: expect.stringMatching(/^\/uploads\//),
      video_url: 'https://videos.example/remo',
      status: false,
      created_at: made.created_at,
      version: 1,
      sets: [
        { id: expect.any(Number), exercise_id: made.id, ...sets[1] },
        { id: expect.any(Number), exercise_id: made.id, ...sets[0] },
      ],
    });
    expect(await find(made.id)).toEqual(made);
    const list = (await shared().get('/api/exercise')).body.data;
    expect(list.map(parse)).toContainEqual(made);
    expect((await shared().get(made.image_url ?? '')).status).toBe(200);
  });

  it('FMT-06 V1 V14 is active and without a machine unless it says otherwise', async () => {
    const made = parse(await content().exercise());
    expect(made).toMatchObject({ status: true, uses_machine: false, machine_id: null, machine: null });
    expect(made).toMatchObject({ tips: '', video_url: null, image_url: null });
  });

  it('EJE-70 V8 numbers the sets from 1 in the order of their numbers, whatever gaps they leave', async () => {
    const sets = JSON.stringify([exerciseSet(30, 9), exerciseSet(10, 2), exerciseSet(20, 5)]);
    const made = parse(await content().exercise({ sets }));
    expect(made.sets.map(({ set_number, reps }) => [set_number, reps])).toEqual([
      [1, 10],
      [2, 20],
      [3, 30],
    ]);
  });

  it.each<[field: string, fields: Fields, message: string]>([
    ['title', { title: ' \u200b ' }, 'El título es obligatorio'],
    ['title', { title: 'a\u0000b' }, 'Contiene caracteres no permitidos'],
    ['title', { title: 'a'.repeat(151) }, 'No puede tener más de 150 caracteres'],
    ['description', { description: '' }, 'La descripción es obligatoria'],
    ['description', { description: 'a'.repeat(5_001) }, 'No puede tener más de 5000 caracteres'],
    ['body_part_id', { body_part_id: '' }, 'La parte del cuerpo es obligatoria'],
    ['body_part_id', { body_part_id: 'null' }, 'La parte del cuerpo es obligatoria'],
    ['body_part_id', { body_part_id: '2147483648' }, 'La parte del cuerpo es obligatoria'],
    ['body_part_id', { body_part_id: '2147483647' }, 'El elemento elegido no existe'],
    ['uses_machine', { uses_machine: 'on' }, 'Debe ser verdadero o falso'],
    ['machine_id', { uses_machine: 'true' }, MACHINE_REQUIRED],
    ['machine_id', { uses_machine: 'true', machine_id: '' }, MACHINE_REQUIRED],
    ['machine_id', { uses_machine: 'true', machine_id: 'x' }, MACHINE_REQUIRED],
    ['machine_id', { uses_machine: 'true', machine_id: '2147483647' }, 'El elemento elegido no existe'],
    [
      'video_url',
      { video_url: 'javascript:alert(1)' },
      'Debe ser una dirección web que empiece con http:// o https://',
    ],
    ['status', { status: '0' }, 'Debe ser verdadero o falso'],
    ['status', { status: '' }, 'Debe ser verdadero o falso'],
    ['sets', { sets: '' }, NO_SETS],
    ['sets', { sets: '[]' }, NO_SETS],
    ['sets', { sets: '[{"set_number":1,"reps":0,"rest_seconds":60}]' }, INVALID_SETS],
    ['sets', { sets: '[{"set_number":1,"reps":5,"duration_seconds":5,"rest_seconds":60}]' }, INVALID_SETS],
    ['sets', { sets: '[{"set_number":1,"rest_seconds":60}]' }, INVALID_SETS],
    ['sets', { sets: '[{"set_number":1,"reps":5,"rest_seconds":-1}]' }, INVALID_SETS],
    ['sets', { sets: '[{"set_number":1,"reps":5,"rest_seconds":60,"weight":-0.5}]' }, INVALID_SETS],
    ['sets', { sets: '{"set_number":1' }, INVALID_SETS],
    ['sets', { sets: JSON.stringify([exerciseSet(5), exerciseSet(6)]) }, INVALID_SETS],
    ['image', { image: 'https://evil.example/x.svg' }, 'La imagen debe enviarse como archivo'],
  ])('EJE-71 N1 N5 V8 V11 refuses by %s: %o', async (field, fields, message) => {
    const before = (await shared().get('/api/exercise')).body.data.length;
    const answer = await shared().form('POST', '/api/exercise', await content().exerciseFields(fields));
    expect(answer.status, answer.raw).toBe(400);
    expect(answer.body.errors[field]).toBe(message);
    expect((await shared().get('/api/exercise')).body.data).toHaveLength(before);
  });

  it('EJE-71 names everything that is missing at once', async () => {
    const { status, body } = await shared().form('POST', '/api/exercise', { uses_machine: 'true' });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      title: 'El título es obligatorio',
      description: 'La descripción es obligatoria',
      body_part_id: 'La parte del cuerpo es obligatoria',
      machine_id: MACHINE_REQUIRED,
      sets: NO_SETS,
    });
  });

  it('V8 points at the set and its field', async () => {
    const sets = JSON.stringify([exerciseSet(12, 1), { set_number: 2, reps: 12, rest_seconds: 'x' }]);
    const answer = await shared().form('POST', '/api/exercise', await content().exerciseFields({ sets }));
    expect(answer.body.errors).toEqual({ sets: INVALID_SETS, 'sets.1.rest_seconds': 'Debe ser un número no negativo' });
  });

  it('EJE-72 changes what is sent and nothing else, least of all the sets', async () => {
    const before = parse(await content().exercise({ image: png, tips: 'Despacio' }));
    const { status, body } = await change(before.id, {
      title: 'Press inclinado',
      sets: JSON.stringify([exerciseSet(1), exerciseSet(2, 2)]),
      id: '999',
      image_url: 'https://evil.example/x.svg',
      created_at: '2001-01-01T00:00:00.000Z',
    });
    expect(status).toBe(200);
    const after = parse(body.data);
    expect(after).toEqual({ ...before, title: 'Press inclinado', version: 2 });
    expect(await find(before.id)).toEqual(after);
  });

  it('EJE-72 takes a change without any field, and ignores sets that could not be stored', async () => {
    const before = parse(await content().exercise());
    expect(parse((await change(before.id, { sets: 'x' })).body.data)).toEqual({ ...before, version: 2 });
  });

  it('EJE-72 V14 clears the machine with its use, and judges machine and use together', async () => {
    const machine_id = String(await content().machine());
    const { id } = await content().exercise({ uses_machine: 'true', machine_id });
    const other = await content().machine('Prensa');

    const swapped = parse((await change(id, { machine_id: String(other) })).body.data);
    expect(swapped).toMatchObject({ uses_machine: true, machine_id: other, machine: { title: 'Prensa' } });

    const unnamed = await change(id, { machine_id: '' });
    expect(unnamed.status).toBe(400);
    expect(unnamed.body.errors).toEqual({ machine_id: MACHINE_REQUIRED });

    const cleared = parse((await change(id, { uses_machine: 'false', machine_id })).body.data);
    expect(cleared).toMatchObject({ uses_machine: false, machine_id: null, machine: null });

    const unused = parse((await change(id, { machine_id })).body.data);
    expect(unused).toMatchObject({ uses_machine: false, machine_id: null });

    expect((await change(id, { uses_machine: 'true' })).body.errors).toEqual({ machine_id: MACHINE_REQUIRED });
    const used = parse((await change(id, { uses_machine: 'true', machine_id })).body.data);
    expect(used).toMatchObject({ uses_machine: true, machine_id: Number(machine_id) });
  });

  it('V14 clears a machine that a new exercise does not use', async () => {
    const machine_id = String(await content().machine());
    const made = parse(await content().exercise({ uses_machine: 'false', machine_id }));
    expect(made).toMatchObject({ uses_machine: false, machine_id: null });
  });

  it('EJE-75 API-20 R7 removes an exercise with its sets and its image, once', async () => {
    const made = parse(await content().exercise({ image: png }));
    const [set] = made.sets;
    const removed = await shared().remove(`/api/exercise/${made.id}`);
    expect(removed.status).toBe(200);
    expect(parse(removed.body.data)).toEqual(made);
    expect((await shared().get(`/api/exercise/${made.id}`)).status).toBe(404);
    expect((await shared().json('PATCH', `/api/exercise-set/${set?.id}`, { reps: 5 })).status).toBe(404);
    // The image goes when the exercise can no longer be restored.
    await endRestoreDays(shared());
    expect((await shared().get(made.image_url ?? '')).status).toBe(404);
    expect((await shared().remove(`/api/exercise/${made.id}`)).status).toBe(404);
  });

  it('EJE-75 API-19 R3 keeps an exercise that trainings use, and says how often', async () => {
    const { id } = await content().exercise({ image: png });
    const before = await find(id);
    const training_days = JSON.stringify([activeDay(1, [id]), activeDay(2, [id])]);
    await content().training({ training_days });
    const refused = await shared().remove(`/api/exercise/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('2 días de entrenamiento');
    expect(await find(id)).toEqual(before);
    expect((await shared().get(before.image_url ?? '')).status).toBe(200);
  });

  it('R2 keeps the body part and the machine of an exercise', async () => {
    const machine_id = String(await content().machine());
    const body_part_id = String(await content().bodyPart());
    await content().exercise({ body_part_id, uses_machine: 'true', machine_id });
    for (const path of [`/api/machine/${machine_id}`, `/api/body-part/${body_part_id}`]) {
      const refused = await shared().remove(path);
      expect(refused.status).toBe(409);
      expect(refused.body.message).toContain('1 ejercicio');
    }
  });
});
