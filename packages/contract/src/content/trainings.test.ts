import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../kit/envelope';
import { INVALID_DAYS, trainingCreate, trainingPatch, trainings } from './trainings';

const NO_DAYS = 'Debe haber al menos un día de entrenamiento';
const NO_EXERCISES = 'Debe seleccionar al menos un ejercicio para días activos';

const day = { day_number: 1, is_rest_day: false, title: 'Piernas', description: 'Suave', exercises: [3, 1] };
const training = { title: 'Plan', description: 'Largo', level_id: '1', training_type_id: '2', gender: 'Female' };

const parse = (days: unknown) =>
  trainingCreate.safeParse({ ...training, training_days: typeof days === 'string' ? days : JSON.stringify(days) });
const problemsOf = (days: unknown) => {
  const { error } = parse(days);
  return error && fieldErrors(error);
};

describe('the days of a training', () => {
  it('keep the order of their exercises, also one that comes back', () => {
    const exercises = [3, 1, 3];
    expect(parse([{ ...day, exercises: [3, '1', 3] }]).data?.training_days).toEqual([{ ...day, exercises }]);
  });

  it('ENT-49 V9 are stripped bare when they are for rest', () => {
    const rest = { day_number: 1, is_rest_day: true, title: '', description: '', exercises: [] };
    expect(parse([{ ...day, is_rest_day: 'true' }]).data?.training_days).toEqual([rest]);
  });

  it('are active unless they say otherwise', () => {
    expect(parse([{ day_number: 1, exercises: [1] }]).data?.training_days).toEqual([
      { day_number: 1, is_rest_day: false, title: '', description: '', exercises: [1] },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['missing', '', NO_DAYS],
    ['none', [], NO_DAYS],
    ['broken JSON', '[', INVALID_DAYS],
    ['no list', {}, INVALID_DAYS],
    ['twice the same', [day, day], 'Hay días con el mismo número'],
    ['more than a year', Array.from({ length: 367 }, (_, index) => ({ ...day, day_number: index + 1 })), INVALID_DAYS],
  ])('V9 are refused when they are %s', (_, days, message) => {
    expect(problemsOf(days)?.training_days).toBe(message);
  });

  it.each<[string, object, string]>([
    ['exercises', { exercises: [] }, NO_EXERCISES],
    ['exercises', { exercises: undefined }, NO_EXERCISES],
    ['exercises', { exercises: 3 }, 'Hay ejercicios que no son válidos'],
    ['exercises.1', { exercises: [1, 'x'] }, 'Hay ejercicios que no son válidos'],
    ['day_number', { day_number: 0 }, 'El número de día no es válido'],
    ['is_rest_day', { is_rest_day: 'si' }, 'Debe ser verdadero o falso'],
    ['title', { title: 5 }, 'Debe ser un texto'],
  ])('V9 are pointed out by list and by %s: %o', (field, wrong, message) => {
    const problems = problemsOf([day, { ...day, day_number: 2, ...wrong }]);
    expect(problems).toMatchObject({ training_days: INVALID_DAYS, [`training_days.1.${field}`]: message });
  });
});

describe('a training', () => {
  it('says where its image goes and what to say without one', () => {
    expect(trainings.upload).toBe('cover_image');
    expect(trainings.imageRequired).toBe('Debe seleccionar una imagen de portada');
  });

  it('changes only what is sent', () => {
    expect(trainingPatch.parse({})).toEqual({});
    expect(trainingPatch.parse({ is_premium: 'false' })).toEqual({ is_premium: false });
  });
});
