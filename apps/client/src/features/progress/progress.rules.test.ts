import type { ExerciseProgress } from '@pulso/contract/coaching/progress';
import type { SetCell, Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import { addDays } from '@pulso/contract/kit/dates';
import { lastMondays } from '@pulso/contract/coaching/weeks';
import { expect, it } from 'vitest';
import {
  curveOf,
  joinDays,
  joinExercises,
  joinRows,
  joinWeeks,
  ownSessions,
  type Kept,
  type Rows,
} from './progress.rules';

const TODAY = '2026-11-19';
const NOW = new Date(`${TODAY}T15:00:00Z`);
const versioned = { v: 1, by: 'uno' };
const set = (reps: number, weight: number | null, exercise_id = 7): SetCell => ({
  ...{ state: 'done', exercise_id, reps, seconds: null, weight, at: null },
  ...versioned,
});

let made = 0;
function workoutOn(day: string, cells: Workout['cells'] = {}, ended = true): Workout {
  made += 1;
  const at = `${day}T14:00:00Z`;
  return {
    id: `0197a000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    ...{ schema: 1, course: 'a1', turn: made, training_id: 1, day_number: 1, title: 'Fuerza', offset: 0, version: 1 },
    ...{ day, started_at: at },
    places: [
      { key: '1-7', exercise_id: 7, title: 'Sentadilla', targets: [], superset: false, note: '' },
      { key: '2-8', exercise_id: 8, title: 'Remo', targets: [], superset: false, note: '' },
    ],
    cells: { ...cells, ...(ended && { end: { ended_at: at, effort: 2, gone: false, ...versioned } }) },
  };
}
const gone = (workout: Workout): Workout => ({
  ...workout,
  cells: { ...workout.cells, end: { ended_at: null, effort: null, gone: true, v: 2, by: 'uno' } },
});
const kept = (workout: Workout, unsent = true): Kept => ({ workout, unsent });
const rowOf = (workout: Workout): WorkoutRow => joinRows(NOTHING, [kept(workout)], NOW)[0]!.row;
const NOTHING: Rows = { rows: [], more: false };
const own = (rows: readonly WorkoutRow[], unsent: readonly Workout[]) =>
  ownSessions(
    { rows, more: false },
    unsent.map((one) => kept(one)),
    NOW,
  );

it('SET-15 lists the closed sessions of the server and of this phone, newest first, and none that was erased', () => {
  const [first, second, third] = [workoutOn('2026-11-10'), workoutOn('2026-11-12'), workoutOn('2026-11-14')];
  const quiet = workoutOn('2026-11-15', { 's:1-7.1': set(10, 40) }, false);
  const open = workoutOn(TODAY, { 's:1-7.1': set(10, 40) }, false);
  const corrected = { ...second, cells: { ...second.cells, 's:1-7.1': set(8, 50) } };
  const refused = { ...kept(workoutOn('2026-11-01')), refused: { message: 'El entrenamiento no es válido' } };
  const rows = [rowOf(quiet), rowOf(second), rowOf(first)];
  const mine = [kept(third), kept(corrected), kept(open), kept(gone(first)), kept(quiet, false), refused];
  const listed = joinRows({ rows, more: false }, mine, NOW);
  expect(listed.map(({ row, state }) => [row.id, row.done, state])).toEqual([
    [quiet.id, 1, 'sent'],
    [third.id, 0, 'unsent'],
    [second.id, 1, 'unsent'],
    [refused.workout.id, 0, 'refused'],
  ]);
  // A session of this phone that is older than the page may well be on the next one.
  expect(joinRows({ rows, more: true }, mine, NOW)).toHaveLength(3);
});

it('PGR-01 counts a session in its week before it is sent, once, and no longer one that was erased', () => {
  const weeksOf = (...done: number[]) =>
    lastMondays(TODAY, done.length).map((from, index) => ({ from, done: done[index]!, planned: null }));
  const [monday, sunday] = [workoutOn('2026-11-16'), workoutOn('2026-11-15')];
  const join = (weeks: number[], run: number, rows: WorkoutRow[], unsent: Workout[]) => {
    const joined = joinWeeks({ weeks: weeksOf(...weeks), run }, own(rows, unsent));
    return [joined.weeks.map(({ done }) => done), joined.run];
  };
  expect(join([1, 0, 2, 0], 1, [], [monday, sunday])).toEqual([[1, 0, 3, 1], 2]);
  expect(join([1, 0, 2, 1], 2, [rowOf(monday)], [monday])).toEqual([[1, 0, 2, 1], 2]);
  expect(join([1, 0, 2, 1], 2, [rowOf(monday)], [gone(monday)])).toEqual([[1, 0, 2, 0], 1]);
  // A run that is longer than the weeks that are told.
  expect(join([1, 1, 1, 0], 30, [], [monday])).toEqual([[1, 1, 1, 1], 31]);
  expect(join([1, 1, 1, 1], 31, [rowOf(sunday)], [gone(sunday)])).toEqual([[1, 1, 0, 1], 1]);
});

it('PGR-03 has an exercise’s last, its best and its days with the sessions of this phone', () => {
  const best = { reps: 5, seconds: null, weight: 60 };
  const last = { reps: 10, seconds: null, weight: 40 };
  const told: ExerciseProgress[] = [
    {
      exercise_id: 9,
      title: 'Plancha',
      times: 1,
      last: { day: '2026-11-18', set: last },
      best: { day: '2026-11-18', set: last },
    },
    {
      exercise_id: 7,
      title: 'Sentadilla',
      times: 4,
      last: { day: '2026-11-12', set: last },
      best: { day: '2026-10-01', set: best },
    },
  ];
  const session = workoutOn(TODAY, { 's:1-7.1': set(8, 50), 's:1-7.2': set(9, 50), 's:2-8.1': set(12, null, 8) });
  const open = workoutOn(TODAY, { 's:1-7.1': set(1, 200) }, false);
  const joined = joinExercises(told, own([], [session, open]));
  expect(
    joined.map(({ title, times, last, best }) => [title, times, last.day, last.set.weight, best.set.weight]),
  ).toEqual([
    ['Sentadilla', 5, TODAY, 50, 60],
    ['Remo', 1, TODAY, null, null],
    ['Plancha', 1, '2026-11-18', 40, 40],
  ]);
  expect(joined[0]!.last.set.reps).toBe(9);
  const days = [
    { day: addDays(TODAY, -7), best: last, sets: 3 },
    { day: TODAY, best: last, sets: 2 },
  ];
  expect(joinDays(days, own([], [session]), 7).map(({ day, best, sets }) => [day, best.weight, sets])).toEqual([
    [addDays(TODAY, -7), 40, 3],
    [TODAY, 50, 4],
  ]);
  // The server has it already, and counts it.
  expect(joinDays(days, own([rowOf(session)], [session]), 7)).toEqual(days);
});

it('PGR-03 draws weights, without any the repetitions, and of holds the seconds', () => {
  const hold = { reps: null, seconds: 30, weight: null };
  const free = { reps: 12, seconds: null, weight: 0 };
  const draw = (...sets: (typeof hold | typeof free)[]) => {
    const { points, axisText } = curveOf(sets.map((best, index) => ({ day: addDays(TODAY, index), best, sets: 3 })));
    return points.map(({ value, text }) => [axisText(value), text]);
  };
  expect(draw(free, { ...free, weight: 2.5 })).toEqual([
    ['0 kg', '12'],
    ['2,5 kg', '12 × 2,5 kg'],
  ]);
  expect(draw(free, hold)).toEqual([
    ['12', '12'],
    ['0', '30 s'],
  ]);
  expect(draw(hold)).toEqual([['30 s', '30 s']]);
  expect(draw()).toEqual([]);
});
