import { summaryOf } from '@pulso/contract/coaching/merge';
import { withCells } from '@pulso/contract/coaching/session';
import type { Place, SetCell, TargetSet, Workout } from '@pulso/contract/coaching/workouts';
import { expect, it } from 'vitest';
import { correctionOf, erasureOf, lengthWords, linesOf, readCorrection } from './workout.rules';

const target = (fields: Partial<TargetSet>): TargetSet => ({
  ...{ reps: null, reps_max: null, seconds: null, weight: null, rest: 60 },
  ...fields,
});
const place = (key: string, title: string, targets: TargetSet[]): Place => ({
  ...{ key, exercise_id: Number(key.split('-')[1]), title, targets, superset: false, note: '' },
});
const set = (fields: Partial<SetCell>): Omit<SetCell, 'v' | 'by'> => ({
  ...{ state: 'done', exercise_id: 7, reps: null, seconds: null, weight: null, at: '2026-11-18T14:10:00Z' },
  ...fields,
});

const begun: Workout = {
  id: '0197a000-0000-7000-8000-000000000001',
  ...{ schema: 1, course: 'a1', turn: 1, training_id: 1, day_number: 1, title: 'Fuerza', offset: 0, version: 0 },
  ...{ day: '2026-11-18', started_at: '2026-11-18T14:00:00Z', cells: {} },
  places: [
    place('1-7', 'Sentadilla', [
      target({ reps: 8, reps_max: 12, weight: 40 }),
      target({ reps: 8, reps_max: 12, weight: 40 }),
    ]),
    place('2-8', 'Plancha', [target({ seconds: 30 })]),
  ],
};
const workout = withCells(
  begun,
  {
    's:1-7.1': set({ reps: 10, weight: 40 }),
    'x:1-7': { exercise_id: 9, title: 'Prensa' },
    's:1-7.2': set({ exercise_id: 9, title: 'Prensa', reps: 12, weight: 80.5 }),
    's:1-7.3': set({ exercise_id: 9, reps: 12, weight: null }),
    's:2-8.1': set({ exercise_id: 8, seconds: 25 }),
    end: { ended_at: '2026-11-18T14:52:00Z', effort: 2, gone: false },
    note: { text: 'Bien.' },
  },
  'telefono',
);

it('SET-15 shows planned and done, set by set, with what was swapped and added', () => {
  const [legs, hold] = linesOf(workout);
  expect([legs!.title, legs!.insteadOf]).toEqual(['Prensa', 'Sentadilla']);
  expect(legs!.sets.map(({ n, planned, done, of }) => [n, planned, done, of])).toEqual([
    [1, '8-12 × 40 kg', '10 × 40 kg', 'Sentadilla'],
    [2, '8-12 × 40 kg', '12 × 80,5 kg', undefined],
    [3, undefined, '12', undefined],
  ]);
  // Swapped again, a set keeps the name that it was done under; one of before names were kept has none.
  const back = withCells(workout, { 'x:1-7': { exercise_id: null } }, 'telefono');
  expect(linesOf(back)[0]!.sets.map(({ of }) => of)).toEqual([undefined, 'Prensa', 'Otro ejercicio']);
  expect(hold!.sets.map(({ planned, done }) => [planned, done])).toEqual([['30 s', '25 s']]);
  expect(linesOf(begun)[0]!.sets.map(({ done }) => done)).toEqual([undefined, undefined]);
  expect([lengthWords(workout, '2026-11-18T14:52:00Z'), lengthWords(workout, null)]).toEqual(['52 min', undefined]);
});

it('SET-15 corrects the cells that were changed, and no other', () => {
  const draft = correctionOf(workout);
  expect(draft.sets['s:1-7.2']).toEqual({ amount: '12', weight: '80,5' });
  expect(readCorrection(workout, draft)).toEqual({ values: {} });
  const sets = {
    ...draft.sets,
    's:1-7.1': { amount: '9', weight: '42.5' },
    's:1-7.2': { amount: '12', weight: ' ' },
    's:2-8.1': { amount: '30', weight: '' },
  };
  expect(readCorrection(workout, { sets, effort: 3, note: ' Me costó. ' })).toEqual({
    values: {
      's:1-7.1': set({ reps: 9, weight: 42.5 }),
      's:1-7.2': set({ exercise_id: 9, title: 'Prensa', reps: 12, weight: null }),
      's:2-8.1': set({ exercise_id: 8, seconds: 30 }),
      end: { ended_at: '2026-11-18T14:52:00Z', effort: 3, gone: false },
      note: { text: 'Me costó.' },
    },
  });
  const wrong = {
    's:1-7.1': { amount: '0', weight: '' },
    's:1-7.2': { amount: '8', weight: 'mil' },
    's:2-8.1': { amount: '', weight: '' },
  };
  expect(readCorrection(workout, { ...draft, sets: wrong })).toEqual({
    faults: {
      's:1-7.1': 'De 1 a 999 repeticiones',
      's:1-7.2': 'El peso va de 0 a 999,99 kg',
      's:2-8.1': 'De 1 a 7200 segundos',
    },
  });
});

it('SET-15 erases a session with its end', () => {
  const erased = withCells(workout, erasureOf(workout), 'telefono');
  expect(summaryOf(erased)).toMatchObject({ gone: true, effort: 2, ended_at: '2026-11-18T14:52:00Z' });
  expect(summaryOf(withCells(begun, erasureOf(begun), 'telefono')).gone).toBe(true);
});
