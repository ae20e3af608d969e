import { describe, expect, it } from 'vitest';
import { contentOf } from '#test/content';
import { sharedApp } from '#test/shared-app';

const NOTHING_INCLUDED = 'Debe seleccionar al menos un entrenamiento o una dieta';
const nothingIncludedErrors = { trainings: NOTHING_INCLUDED, diets: NOTHING_INCLUDED };

describe('packages that are refused', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const change = (id: number, values: object) => shared().json('PATCH', `/api/package/${id}`, values);
  const trainingId = async () => (await content().training()).id as number;
  const dietId = async () => (await content().diet()).id as number;

  it('PAQ-37 names everything that is missing at once', async () => {
    const { status, body } = await shared().json('POST', '/api/package', {});
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      title: 'El título es obligatorio',
      description: 'La descripción es obligatoria',
      duration_days: 'Debe seleccionar una duración',
      amount: 'El precio debe ser un número positivo',
      gender: 'Debe seleccionar un género',
      level_id: 'Debe seleccionar un nivel',
      ...nothingIncludedErrors,
    });
  });

  const PRICE = 'El precio debe ser un número positivo';
  const refused: [field: string, value: unknown, message: string][] = [
    ['title', ' ', 'El título es obligatorio'],
    ['title', 'a\u0000b', 'Contiene caracteres no permitidos'],
    ['title', '\ud800', 'Contiene caracteres no permitidos'],
    ['title', ['x'], 'Debe ser un texto'],
    ['description', null, 'La descripción es obligatoria'],
    ['duration_days', 0, 'Debe seleccionar una duración'],
    ['duration_days', 1.5, 'Debe seleccionar una duración'],
    ['duration_days', '', 'Debe seleccionar una duración'],
    ['amount', 0, PRICE],
    ['amount', -1, PRICE],
    ['amount', 0.001, PRICE],
    ['amount', 5.005, PRICE],
    ['amount', '1,50', PRICE],
    ['amount', '1e3', PRICE],
    ['amount', 10_000_000_000, PRICE],
    ['gender', 'Otro', 'Debe seleccionar un género'],
    ['gender', null, 'Debe seleccionar un género'],
    ['level_id', null, 'Debe seleccionar un nivel'],
    ['level_id', 2_147_483_647, 'El elemento elegido no existe'],
    ['status', 1, 'Debe ser verdadero o falso'],
    ['trainings', [2_147_483_647], 'Hay entrenamientos que no existen'],
    ['trainings', 5, 'Hay entrenamientos que no son válidos'],
    ['trainings', null, 'Hay entrenamientos que no son válidos'],
    ['diets', [2_147_483_647], 'Hay dietas que no existen'],
    ['diets', { id: 1 }, 'Hay dietas que no son válidas'],
  ];

  it.each(refused)('PAQ-37 FMT-04 N1 N2 V3 V4 V10 V11 refuses by %s, creating and changing: %j', async (...refusal) => {
    const [field, value, message] = refusal;
    const before = await content().pack();
    const listed = (await shared().get('/api/package')).body.data;
    const values = await content().packageValues({ diets: [await dietId()], [field]: value });
    const created = await shared().json('POST', '/api/package', values);
    const changed = await change(before.id, { title: 'Otro nombre', [field]: value });
    for (const answer of [created, changed]) {
      expect(answer.status, answer.raw).toBe(400);
      expect(answer.body.errors[field]).toBe(message);
    }
    expect((await shared().get('/api/package')).body.data).toEqual(listed);
  });

  it('V10 points at both lists when each names what does not exist', async () => {
    const training = await trainingId();
    const diet = await dietId();
    const unknown = Math.max(training, diet) + 1_000;
    const answer = await shared().json(
      'POST',
      '/api/package',
      await content().packageValues({ trainings: [training, unknown], diets: [diet, unknown] }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      trainings: 'Hay entrenamientos que no existen',
      diets: 'Hay dietas que no existen',
    });
  });
});
