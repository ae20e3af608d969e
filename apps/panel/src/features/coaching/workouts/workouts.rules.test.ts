import type { ClientWorkoutRow } from '@pulso/contract/coaching/workouts';
import { expect, it } from 'vitest';
import { answerText, describeAnswer, describeSession, sessionTitle } from '#features/coaching/workouts/workouts.rules';

const session: ClientWorkoutRow = {
  ...{ id: '0199b2a4-0000-7000-8000-000000000001', course: 'a1', turn: 3, training_id: 7, day_number: 3 },
  ...{ title: 'Fuerza base', day: '2026-11-18', started_at: '2026-11-18T21:00:00.000Z' },
  ...{ ended_at: '2026-11-18T22:00:00.000Z', effort: 3, done: 18, planned: 20, version: 9 },
  ...{ note: 'Me molestó la rodilla', skipped: [], swapped: [], answered_at: null, answered_by: null },
};

it('SEG-01 tells of a session what was done of it, how it was, and whether it was ended', () => {
  expect(sessionTitle(session)).toBe('Fuerza base · Día\u00a03');
  expect(sessionTitle({ title: '', day_number: null })).toBe('Sin nombre');
  const words = (other: Partial<ClientWorkoutRow>) => describeSession({ ...session, ...other }, '2026-11-19');
  expect(words({})).toBe('18 de 20 series · Duro');
  expect(words({ done: 1, planned: 1, effort: null })).toBe('1 de 1 serie');
  expect(words({ done: 0, planned: 0, effort: 1 })).toBe('Sin series anotadas · Fácil');
  expect(words({ ended_at: null, effort: null })).toBe('18 de 20 series · Sin terminar');
  expect(words({ ended_at: null, effort: null, day: '2026-11-19' })).toBe('18 de 20 series · En curso');
});

it('SEG-04 says who answered a note when, and begins a message about it', () => {
  const now = new Date('2026-11-19T12:00:00.000Z');
  expect(describeAnswer(session, now)).toBeUndefined();
  const answered_at = '2026-11-19T11:59:00.000Z';
  expect(describeAnswer({ ...session, answered_at, answered_by: 'Ana' }, now)).toBe('Respondida por Ana hace 1 minuto');
  expect(describeAnswer({ ...session, answered_at }, now)).toBe('Respondida hace 1 minuto');
  expect(answerText('Mora Paz', session)).toBe('Hola Mora, sobre tu nota del 18/11/2026: ');
});
