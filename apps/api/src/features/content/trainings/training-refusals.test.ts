import { INVALID_DAYS } from '@pulso/contract/content/trainings';
import { describe, expect, it } from 'vitest';
import { activeDay, contentOf } from '#test/content';
import { sharedApp } from '#test/shared-app';
import type { Fields } from '#test/test-app';

const NO_EXERCISES = 'Debe seleccionar al menos un ejercicio para días activos';
const NO_COVER = 'Debe seleccionar una imagen de portada';

describe('trainings that are refused', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const change = (id: number, fields: Fields) => shared().form('PATCH', `/api/training/${id}`, fields);

  it('ENT-48 U20 names everything that is missing at once, the cover included', async () => {
    const { status, body } = await shared().form('POST', '/api/training', { is_premium: 'false' });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      title: 'El título es obligatorio',
      description: 'La descripción es obligatoria',
      level_id: 'Debe seleccionar un nivel',
      training_type_id: 'Debe seleccionar un tipo de entrenamiento',
      gender: 'Debe seleccionar un género',
      training_days: 'Debe haber al menos un día de entrenamiento',
      cover_image: NO_COVER,
    });
  });

  const wrongDays = (days: unknown) => ({ training_days: typeof days === 'string' ? days : JSON.stringify(days) });
  const refused: [field: string, fields: Fields, message: string][] = [
    ['title', { title: ' ' }, 'El título es obligatorio'],
    ['description', { description: '' }, 'La descripción es obligatoria'],
    ['level_id', { level_id: '0' }, 'Debe seleccionar un nivel'],
    ['level_id', { level_id: '2147483647' }, 'El elemento elegido no existe'],
    ['training_type_id', { training_type_id: 'x' }, 'Debe seleccionar un tipo de entrenamiento'],
    ['training_type_id', { training_type_id: '2147483647' }, 'El elemento elegido no existe'],
    ['gender', { gender: 'male' }, 'Debe seleccionar un género'],
    ['is_premium', { is_premium: 'yes' }, 'Debe ser verdadero o falso'],
    ['status', { status: 'off' }, 'Debe ser verdadero o falso'],
    ['cover_image', { cover_image: 'https://evil.example/x.svg' }, 'La imagen debe enviarse como archivo'],
    ['training_days', wrongDays('[]'), 'Debe haber al menos un día de entrenamiento'],
    ['training_days', wrongDays('x'), INVALID_DAYS],
    ['training_days.0.exercises', wrongDays([activeDay(1, [])]), NO_EXERCISES],
    ['training_days.0.exercises', wrongDays([{ day_number: 1 }]), NO_EXERCISES],
    ['training_days.0.exercises', wrongDays([{ day_number: 1, exercises: 5 }]), 'Hay ejercicios que no son válidos'],
    ['training_days.0.day_number', wrongDays([activeDay(0, [1])]), 'El número de día no es válido'],
    ['training_days', wrongDays([activeDay(1, [1]), activeDay(1, [1])]), 'Hay días con el mismo número'],
  ];

  it.each(refused)(
    'ENT-48 FMT-04 V1 V9 V11 refuses by %s, creating and changing: %o',
    async (field, fields, message) => {
      const before = await content().training();
      const listed = (await shared().get('/api/training')).body.data;
      const created = await shared().form('POST', '/api/training', await content().trainingFields(fields));
      const changed = await change(before.id, { title: 'Otro nombre', ...fields });
      for (const answer of [created, changed]) {
        expect(answer.status, answer.raw).toBe(400);
        expect(answer.body.errors[field]).toBe(message);
      }
      expect((await shared().get('/api/training')).body.data).toEqual(listed);
    },
  );

  it('ENT-48 V9 names the day with an exercise that does not exist, and stores nothing', async () => {
    const { id: press } = await content().exercise();
    const before = await content().training();
    const listed = (await shared().get('/api/training')).body.data;
    const training_days = JSON.stringify([
      activeDay(1, [press]),
      activeDay(5, [press, 2_147_483_647]),
      { day_number: 6, is_rest_day: true, exercises: [2_147_483_647] },
    ]);
    const created = await shared().form('POST', '/api/training', await content().trainingFields({ training_days }));
    const changed = await change(before.id, { title: 'Otro nombre', training_days });
    for (const answer of [created, changed]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({
        training_days: INVALID_DAYS,
        'training_days.1.exercises': 'El día 5 tiene ejercicios que no existen',
      });
    }
    expect((await shared().get('/api/training')).body.data).toEqual(listed);
  });
});
