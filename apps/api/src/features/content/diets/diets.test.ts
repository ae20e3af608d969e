import { diets } from '@pulso/contract/content/diets';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { contentOf, png } from '#test/content';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import type { Fields } from '#test/test-app';

const row = toStrictSchema(diets.row);
const parse = (data: unknown) => row.parse(data);

describe('diets', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const find = async (id: number) => parse((await shared().get(`/api/diet/${id}`)).body.data);
  const change = (id: number, fields: Fields) => shared().form('PATCH', `/api/diet/${id}`, fields);

  it('DIE-44 DIE-45 API-28 stores the form, answers the diet and lists it whole', async () => {
    const type_diet_id = await content().dietType('Vegana', 'Sin productos animales');
    const { status, body } = await shared().form('POST', '/api/diet', {
      title: 'Guiso de lentejas',
      category: 'Almuerzo',
      calories: '520.75',
      protein: '28',
      carbs: '60.1',
      fats: '0',
      portions: '4',
      total_time: '1 h',
      is_premium: 'true',
      gender: 'Female',
      ingredients: 'Lentejas\nZanahoria',
      instructions: 'Remojar.\r\n\r\nCocinar.',
      status: 'false',
      type_diet_id: String(type_diet_id),
      image: png,
    });
    expect(status).toBe(201);
    const made = parse(body.data);
    expect(made).toEqual({
      id: made.id,
      title: 'Guiso de lentejas',
      category: 'Almuerzo',
      calories: 520.75,
      protein: 28,
      carbs: 60.1,
      fats: 0,
      portions: '4',
      total_time: '1 h',
      is_premium: true,
      gender: 'Female',
      ingredients: 'Lentejas\nZanahoria',
      instructions: 'Remojar.\n\nCocinar.',
      status: false,
      type_diet_id,
      type_diet: { name: 'Vegana', description: 'Sin productos animales' },
      packages: [],
      image_url: expect.stringMatching(/^\/uploads\//),
      created_at: made.created_at,
      updated_at: made.created_at,
      version: 1,
    });
    expect(await find(made.id)).toEqual(made);
    expect((await shared().get('/api/diet')).body.data.map(parse)).toContainEqual(made);
  });

  it('DIE-45 FMT-06 V1 V2 is active, for everybody and not premium unless it says otherwise', async () => {
    expect(parse(await content().diet())).toMatchObject({ status: true, gender: 'Unisex', is_premium: false });
  });

  it('DIE-44 carries the packages that include it, in order', async () => {
    const { id } = await content().diet();
    const first = await content().pack({ title: 'Uno', diets: [id] });
    const second = await content().pack({ title: 'Dos', diets: [id] });
    expect((await find(id)).packages).toEqual([
      { id: first.id, title: 'Uno' },
      { id: second.id, title: 'Dos' },
    ]);
  });

  const refused: [field: string, value: string, message: string][] = [
    ['title', ' ', 'El título es obligatorio'],
    ['category', '', 'La categoría es obligatoria'],
    ['calories', '0', 'Las calorías deben ser un número positivo'],
    ['calories', '-1', 'Las calorías deben ser un número positivo'],
    ['calories', '', 'Las calorías deben ser un número positivo'],
    ['calories', '1,5', 'Las calorías deben ser un número positivo'],
    ['calories', '100000', 'Las calorías deben ser un número positivo'],
    ['protein', '-0.1', 'Las proteínas deben ser un número no negativo'],
    ['carbs', '-1', 'Los carbohidratos deben ser un número no negativo'],
    ['carbs', 'Infinity', 'Los carbohidratos deben ser un número no negativo'],
    ['fats', 'x', 'Las grasas deben ser un número no negativo'],
    ['fats', '[1]', 'Las grasas deben ser un número no negativo'],
    ['portions', '', 'Las porciones son obligatorias'],
    ['total_time', '\t', 'El tiempo total es obligatorio'],
    ['ingredients', '', 'Los ingredientes son obligatorios'],
    ['instructions', '\u200b', 'Las instrucciones son obligatorias'],
    ['instructions', 'a\u0000', 'Contiene caracteres no permitidos'],
    ['type_diet_id', '', 'El tipo de dieta es obligatorio'],
    ['type_diet_id', '1.5', 'El tipo de dieta es obligatorio'],
    ['type_diet_id', '2147483647', 'El elemento elegido no existe'],
    ['gender', 'Otro', 'Debe seleccionar un género'],
    ['is_premium', '1', 'Debe ser verdadero o falso'],
    ['status', 'FALSE', 'Debe ser verdadero o falso'],
  ];

  it.each(refused)('DIE-46 FMT-04 N1 V1 V2 V12 refuses by %s on creating and on changing: %j', async (...refusal) => {
    const [field, value, message] = refusal;
    const before = parse(await content().diet());
    const listed = (await shared().get('/api/diet')).body.data;
    const created = await shared().form('POST', '/api/diet', await content().dietFields({ [field]: value }));
    const changed = await change(before.id, { title: 'Otro nombre', [field]: value });
    for (const answer of [created, changed]) {
      expect(answer.status, answer.raw).toBe(400);
      expect(answer.body.errors).toEqual({ [field]: message });
    }
    expect((await shared().get('/api/diet')).body.data).toEqual(listed);
  });

  it('DIE-46 names everything that is missing at once', async () => {
    const { status, body } = await shared().form('POST', '/api/diet', { status: 'true' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual([
      'calories',
      'carbs',
      'category',
      'fats',
      'ingredients',
      'instructions',
      'portions',
      'protein',
      'title',
      'total_time',
      'type_diet_id',
    ]);
  });

  it('DIE-45 M7 changes what is sent and ignores what only reads', async () => {
    const before = parse(await content().diet({ image: png }));
    const { status, body } = await change(before.id, {
      status: 'false',
      fats: '12.5',
      id: '999',
      packages: '[{"id":1}]',
      type_diet: '{"name":"x"}',
      created_at: '2001-01-01T00:00:00.000Z',
      image_url: 'https://evil.example/x.svg',
      version: '50',
    });
    expect(status).toBe(200);
    const after = parse(body.data);
    expect(after).toEqual({ ...before, status: false, fats: 12.5, updated_at: after.updated_at, version: 2 });
    expect(await find(before.id)).toEqual(after);
  });

  it('DIE-47 R7 removes a diet, once', async () => {
    const made = parse(await content().diet({ image: png }));
    const removed = await shared().remove(`/api/diet/${made.id}`);
    expect(removed.status).toBe(200);
    expect(parse(removed.body.data)).toEqual(made);
    expect((await shared().get(`/api/diet/${made.id}`)).status).toBe(404);
    // The image goes when the diet can no longer be restored.
    await endRestoreDays(shared());
    expect((await shared().get(made.image_url ?? '')).status).toBe(404);
    expect((await shared().remove(`/api/diet/${made.id}`)).status).toBe(404);
  });

  it('DIE-47 API-19 R4 keeps a diet that a package includes, and says so', async () => {
    const { id } = await content().diet();
    await content().pack({ diets: [id] });
    const before = await find(id);
    const refusal = await shared().remove(`/api/diet/${id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('1 paquete');
    expect(await find(id)).toEqual(before);
  });

  it('R2 keeps the type of a diet', async () => {
    const type_diet_id = String(await content().dietType());
    await content().diet({ type_diet_id });
    const refusal = await shared().remove(`/api/type-diet/${type_diet_id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('1 dieta');
  });
});
