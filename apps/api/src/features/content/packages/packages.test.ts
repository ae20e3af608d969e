import { packages } from '@pulso/contract/content/packages';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { contentOf } from '#test/content';
import { sharedApp } from '#test/shared-app';

const row = toStrictSchema(packages.row);
const parse = (data: unknown) => row.parse(data);
const NOTHING_INCLUDED = 'Debe seleccionar al menos un entrenamiento o una dieta';
const nothingIncludedErrors = { trainings: NOTHING_INCLUDED, diets: NOTHING_INCLUDED };

describe('packages', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const find = async (id: number) => parse((await shared().get(`/api/package/${id}`)).body.data);
  const change = (id: number, values: object) => shared().json('PATCH', `/api/package/${id}`, values);
  const trainingId = async () => (await content().training()).id as number;
  const dietId = async () => (await content().diet()).id as number;
  const included = ({ package_trainings, package_diets }: ReturnType<typeof parse>) => [
    package_trainings.map(({ training_id }) => training_id),
    package_diets.map(({ diet_id }) => diet_id),
  ];

  it('a package costs nothing only where that is meant, and can be changed, duplicated and priced like any other', async () => {
    const { id } = await content().pack();
    expect(await change(id, { amount: 0 })).toMatchObject({ status: 400 });
    expect(await change(id, { amount: 0, free: false })).toMatchObject({ status: 400 });
    expect(await change(id, { amount: 0, free: true })).toMatchObject({ status: 200 });
    expect(await change(id, { title: 'De regalo' })).toMatchObject({ status: 200 });
    expect(await find(id)).toMatchObject({ title: 'De regalo', price: 0, amount: 0 });
    const copy = await shared().json('POST', `/api/package/${id}/duplicate`, {});
    expect(copy).toMatchObject({ status: 201, body: { data: { price: 0 } } });
    expect(await change(id, { amount: 10, free: true })).toMatchObject({ status: 200 });
    expect(await find(id)).toMatchObject({ price: 10 });
  });

  it('PAQ-35 PAQ-36 stores a package with what it includes and lists it whole', async () => {
    const level_id = await content().level('Principiante');
    const training = await content().training({ title: 'Plan A' });
    const other = await content().training({ title: 'Plan B' });
    const type_diet_id = String(await content().dietType('Keto', 'Pocos carbohidratos'));
    const diet = await content().diet({ title: 'Cena', category: 'Noche', type_diet_id });
    const values = {
      title: 'Verano',
      description: 'Todo incluido',
      duration_days: 12,
      amount: 15_000.5,
      status: false,
      gender: 'Female',
      level_id,
    };
    const { status, body } = await shared().json('POST', '/api/package', {
      ...values,
      trainings: [other.id, training.id],
      diets: [diet.id],
    });
    expect(status).toBe(201);
    const made = parse(body.data);
    const included = ({ id, title, level, training_type }: typeof training) => ({
      training_id: id,
      training: { id, title, level, training_type },
    });
    expect(made).toEqual({
      ...values,
      id: made.id,
      price: 15_000.5,
      level: { title: 'Principiante' },
      package_trainings: [included(other), included(training)],
      package_diets: [
        {
          diet_id: diet.id,
          diet: { id: diet.id, title: 'Cena', category: 'Noche', description: 'Pocos carbohidratos' },
        },
      ],
      created_at: made.created_at,
      version: 1,
    });
    expect(await find(made.id)).toEqual(made);
    expect((await shared().get('/api/package')).body.data.map(parse)).toContainEqual(made);
  });

  it('FMT-06 is active unless it says otherwise', async () => {
    expect(parse(await content().pack()).status).toBe(true);
  });

  it.each([1, 3, 6, 12, 30, 90, 180, 365])('PAQ-36 keeps a duration of %d as it is', async (duration_days) => {
    expect(parse(await content().pack({ duration_days })).duration_days).toBe(duration_days);
  });

  it('PAQ-36 takes a package of trainings alone and one of diets alone', async () => {
    const training = await trainingId();
    const diet = await dietId();
    expect(included(parse(await content().pack({ trainings: [training] })))).toEqual([[training], []]);
    expect(included(parse(await content().pack({ trainings: [], diets: [diet] })))).toEqual([[], [diet]]);
  });

  it('V10 includes what is named twice once', async () => {
    const [one, other] = [await dietId(), await dietId()];
    const made = parse(await content().pack({ diets: [other, one, other, String(one)] }));
    expect(included(made)).toEqual([[], [other, one]]);
  });

  it('PAQ-36 changes what is sent and nothing else', async () => {
    const before = parse(await content().pack({ trainings: [await trainingId()], diets: [await dietId()] }));
    const { status, body } = await change(before.id, {
      amount: '99.90',
      price: 5,
      id: 999,
      package_diets: [],
      created_at: '2001-01-01T00:00:00.000Z',
    });
    expect(status).toBe(200);
    expect(parse(body.data)).toEqual({ ...before, amount: 99.9, price: 99.9, version: 2 });
    expect(await find(before.id)).toEqual(body.data);
  });

  it('PAQ-36 replaces the list that is sent and keeps the other', async () => {
    const [training, other, diet] = [await trainingId(), await trainingId(), await dietId()];
    const { id } = await content().pack({ trainings: [training], diets: [diet] });
    expect(included(parse((await change(id, { trainings: [other, training] })).body.data))).toEqual([
      [other, training],
      [diet],
    ]);
    expect(included(parse((await change(id, { diets: [] })).body.data))).toEqual([[other, training], []]);
    expect(included(await find(id))).toEqual([[other, training], []]);
  });

  it('PAQ-37 V10 judges what is left, not only what is sent', async () => {
    const [training, diet] = [await trainingId(), await dietId()];
    const { id } = await content().pack({ trainings: [training], diets: [] });
    const before = await find(id);
    for (const sent of [{ trainings: [] }, { trainings: [], diets: [] }]) {
      const answer = await change(id, { title: 'Otro', ...sent });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual(nothingIncludedErrors);
      expect(await find(id)).toEqual(before);
    }
    expect(included(parse((await change(id, { trainings: [], diets: [diet] })).body.data))).toEqual([[], [diet]]);
  });

  it('PAQ-38 K3 switches a package on and off and changes nothing else', async () => {
    const before = parse(await content().pack());
    for (const [status, version] of [
      [false, 2],
      [false, 3],
      [true, 4],
    ]) {
      const answer = await shared().json('PATCH', `/api/package/${before.id}/status`, { status, amount: 1 });
      expect(answer.status).toBe(200);
      expect(parse(answer.body.data)).toEqual({ ...before, status, version });
      expect(await find(before.id)).toEqual(answer.body.data);
    }
  });

  it.each([{}, { status: null }, { status: 'FALSE' }, { status: 0 }, []])(
    'PAQ-38 V11 refuses a status that is none: %o',
    async (body) => {
      const { id } = await content().pack();
      const answer = await shared().json('PATCH', `/api/package/${id}/status`, body);
      expect(answer.status).toBe(400);
      expect((await find(id)).status).toBe(true);
    },
  );

  it('PAQ-39 API-20 R7 removes a package, once, and leaves what it included', async () => {
    const [training, diet] = [await trainingId(), await dietId()];
    const made = parse(await content().pack({ trainings: [training], diets: [diet] }));
    const removed = await shared().remove(`/api/package/${made.id}`);
    expect(removed.status).toBe(200);
    expect(parse(removed.body.data)).toEqual(made);
    expect((await shared().get(`/api/package/${made.id}`)).status).toBe(404);
    expect((await shared().remove(`/api/package/${made.id}`)).status).toBe(404);
    expect((await shared().remove(`/api/training/${training}`)).status).toBe(200);
    expect((await shared().remove(`/api/diet/${diet}`)).status).toBe(200);
  });

  it('PAQ-39 API-19 R4 keeps a package that a user holds, and says so', async () => {
    const { id } = await content().pack();
    const user = await shared().addUser({ role: 'CLIENT' });
    const given = await shared().json('POST', '/api/user/activate-package', {
      user_id: user.id,
      package_id: id,
      status: true,
    });
    expect(given.status, given.raw).toBeLessThan(300);
    const before = await find(id);
    const refusal = await shared().remove(`/api/package/${id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('1 paquete asignado a un usuario');
    expect(await find(id)).toEqual(before);
  });

  it('R1 keeps the level of a package', async () => {
    const level_id = await content().level();
    await content().pack({ level_id });
    const refusal = await shared().remove(`/api/level/${level_id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('1 paquete');
  });

  it('K11 R8 never includes a training or a diet that is gone, whoever is faster', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [kept, doomed, diet] = [await trainingId(), await trainingId(), await dietId()];
      const one = await content().pack({ trainings: [kept], diets: [diet] });
      const other = await content().pack({ trainings: [kept, doomed] });
      const answers = await Promise.all([
        change(one.id, { trainings: [doomed, kept], diets: [] }),
        shared().remove(`/api/training/${doomed}`),
        change(other.id, { trainings: [kept], diets: [diet] }),
        shared().remove(`/api/diet/${diet}`),
        change(one.id, { trainings: [kept, doomed] }),
      ]);
      expect(answers.filter(({ status }) => ![200, 400, 404, 409].includes(status))).toEqual([]);
      const blamed = answers.flatMap(({ body }) => Object.keys(body.errors ?? {}));
      expect(blamed.filter((field) => field !== 'trainings' && field !== 'diets')).toEqual([]);
      for (const { id } of [one, other]) {
        const [trainings = [], diets = []] = included(await find(id));
        expect(trainings.length + diets.length).toBeGreaterThan(0);
        for (const training of trainings) expect((await shared().get(`/api/training/${training}`)).status).toBe(200);
        for (const found of diets) expect((await shared().get(`/api/diet/${found}`)).status).toBe(200);
      }
    }
  });

  it('PAQ-37 is never left empty by two changes that each would be fine', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await content().pack({ trainings: [await trainingId()], diets: [await dietId()] });
      const answers = await Promise.all([change(id, { trainings: [] }), change(id, { diets: [] })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(included(await find(id)).flat()).toHaveLength(1);
    }
  });
});
