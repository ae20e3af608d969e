import { describe, expect, it } from 'vitest';
import type { LastTime } from './courses';
import { summaryOf } from './merge';
import {
  currentSet,
  exerciseAt,
  isCorrectable,
  lastTimeOf,
  newWorkout,
  nextNumber,
  nextSet,
  restAfter,
  setsAt,
  setsInOrder,
  setsLeft,
  skipAt,
  standingValues,
  withCells,
  type CellValue,
} from './session';
import { setWords, type DoneSet } from './sets';
import { workoutInput, type Place, type TargetSet, type Workout } from './workouts';

const ID = '019a8f3e-0000-7000-8000-000000000001';
const NOW = new Date('2026-11-19T20:00:00.000Z');

const target = (given: Partial<TargetSet> = {}): TargetSet => ({
  ...{ reps: 10, reps_max: null, seconds: null, weight: null, rest: 60 },
  ...given,
});
const place = (key: string, targets: TargetSet[], superset = false): Place => ({
  ...{ key, exercise_id: Number(key.split('-')[1]), title: `Ejercicio ${key}`, targets, superset, note: '' },
});
const workout = (places: Place[], given: Partial<Workout> = {}): Workout => ({
  ...newWorkout({
    id: ID,
    course: 'a1',
    turn: 1,
    training_id: 1,
    day_number: 1,
    title: 'Fuerza',
    day: '2026-11-19',
    started_at: '2026-11-19T19:00:00.000Z',
    offset: 0,
    places,
  }),
  ...given,
});
/** Rests tell the sets apart. */
const sets = (count: number, ...rests: number[]) =>
  Array.from({ length: count }, (_, index) => target({ rest: rests[index] ?? 0 }));

const doneCell = (exercise_id: number, values: Partial<DoneSet> = {}, at = '2026-11-19T19:10:00.000Z'): CellValue => ({
  ...{ state: 'done', exercise_id, reps: 10, seconds: null, weight: 40, at },
  ...values,
});
const exerciseOf = (name: string) => Number(/-(\d+)\./.exec(name)?.[1]);
const done = (start: Workout, ...names: string[]): Workout =>
  names.reduce((before, name) => withCells(before, { [name]: doneCell(exerciseOf(name)) }, 'aaaaaaaa'), start);
const skip = (start: Workout, key: string): Workout =>
  withCells(start, { [`k:${key}`]: { reason: 'machine', text: '' } }, 'aaaaaaaa');
const namesOf = (found: { name: string }[]) => found.map(({ name }) => name);

/** What is done in order, with the rest after each. */
function walk(start: Workout): string[] {
  const seen: string[] = [];
  let current = start;
  for (let set = nextSet(current); set; set = nextSet(current, set.name)) {
    current = done(current, set.name);
    seen.push(`${set.name} ${restAfter(current, set.name)}`);
  }
  return seen;
}

describe('SET-01 the values that stand at a set', () => {
  const last = (...given: Partial<DoneSet>[]): Pick<LastTime, 'sets'> => ({
    sets: given.map((values, index) => ({ n: index + 1, reps: null, seconds: null, weight: null, ...values })),
  });
  const standing = (asked: Partial<TargetSet>, before: Pick<LastTime, 'sets'> | null, n = 1) =>
    standingValues(
      setsAt(workout([place('1-7', sets(n - 1).concat(target(asked)))]), {
        ...place('1-7', sets(n - 1).concat(target(asked))),
      })[n - 1]!,
      before,
    );

  it.each([
    ['the plan’s', { weight: 42.5 }, last({ reps: 8, weight: 30 }), 1, { reps: 10, seconds: null, weight: 42.5 }],
    ['own body is a weight', { weight: 0 }, last({ reps: 8, weight: 30 }), 1, { reps: 10, seconds: null, weight: 0 }],
    [
      'last time’s of the same number',
      {},
      last({ weight: 30 }, { weight: 35 }),
      2,
      { reps: 10, seconds: null, weight: 35 },
    ],
    ['last time’s last', {}, last({ weight: 30 }, { weight: 35 }), 3, { reps: 10, seconds: null, weight: 35 }],
    ['blank', {}, null, 1, { reps: 10, seconds: null, weight: null }],
    ['a range, within', { reps: 8, reps_max: 12 }, last({ reps: 9 }), 1, { reps: 9, seconds: null, weight: null }],
    ['a range, above', { reps: 8, reps_max: 12 }, last({ reps: 15 }), 1, { reps: 12, seconds: null, weight: null }],
    ['a range, below', { reps: 8, reps_max: 12 }, last({ reps: 5 }), 1, { reps: 8, seconds: null, weight: null }],
    ['a range, never done', { reps: 8, reps_max: 12 }, null, 1, { reps: 8, seconds: null, weight: null }],
    [
      'a range, held last time',
      { reps: 8, reps_max: 12 },
      last({ seconds: 30 }),
      1,
      { reps: 8, seconds: null, weight: null },
    ],
    ['no range: never last time’s', {}, last({ reps: 15 }), 1, { reps: 10, seconds: null, weight: null }],
    [
      'seconds',
      { reps: null, seconds: 30 },
      last({ seconds: 45, weight: 5 }),
      1,
      { reps: null, seconds: 30, weight: 5 },
    ],
  ])('%s', (_what, asked, before, n, expected) => {
    expect(standing(asked, before, n)).toEqual(expected);
  });

  it('are those that were stored, once there are any, and last time’s where nothing was planned', () => {
    const planned = place('1-7', [target()]);
    const corrected = withCells(workout([planned]), { 's:1-7.1': doneCell(7, { reps: 7, weight: 41 }) }, 'aaaaaaaa');
    expect(standingValues(setsAt(corrected, planned)[0]!, last({ weight: 90 }))).toMatchObject({ reps: 7, weight: 41 });
    const free = { name: 's:2-8.1', n: 1, place: place('2-8', []), target: undefined, isAdded: true, isDone: false };
    expect(standingValues({ ...free, cell: undefined }, last({ seconds: 40 }))).toMatchObject({ seconds: 40 });
    expect(standingValues({ ...free, cell: undefined }, null)).toEqual({ reps: null, seconds: null, weight: null });
  });
});

describe('SET-02 last time', () => {
  const told: LastTime = { day: '2026-11-12', workout_id: '019a8000-0000-7000-8000-000000000001', sets: [] };
  const closed = (id: string, day: string, cells: Record<string, CellValue>, training_id = 9) =>
    withCells(
      workout([place('1-7', sets(2))], { id, day, training_id, started_at: `${day}T19:00:00.000Z` }),
      { ...cells, end: { ended_at: `${day}T20:00:00.000Z`, effort: 2, gone: false } },
      'aaaaaaaa',
    );
  const find = (kept: Workout[], known: LastTime | null = told) =>
    lastTimeOf(7, { told: known, kept, except: ID, now: NOW });
  const newer = '019a9000-0000-7000-8000-000000000002';

  it('is of the newest closed session with a done set of it, of whatever training', () => {
    expect(find([])).toBe(told);
    const other = closed(newer, '2026-11-17', { 's:1-7.2': doneCell(7, { reps: 9, weight: 50 }) });
    expect(find([other])).toEqual({
      day: '2026-11-17',
      workout_id: newer,
      sets: [{ n: 2, reps: 9, seconds: null, weight: 50 }],
    });
    const older = closed(newer, '2026-11-10', { 's:1-7.1': doneCell(7) });
    expect(find([older])).toBe(told);
    expect(find([older], null)).toMatchObject({ day: '2026-11-10' });
  });

  it('is never this session, nor one that is open, deleted or without the exercise', () => {
    const cells = { 's:1-7.1': doneCell(7) };
    expect(find([closed(ID, '2026-11-19', cells)])).toBe(told);
    expect(find([], { ...told, workout_id: ID })).toBeNull();
    expect(find([withCells(workout([], { id: newer }), cells, 'aaaaaaaa')])).toBe(told);
    expect(find([closed(newer, '2026-11-17', { 's:1-7.1': doneCell(8) })])).toBe(told);
    const deleted = withCells(
      closed(newer, '2026-11-17', cells),
      { end: { ended_at: null, effort: null, gone: true } },
      'b',
    );
    expect(find([deleted])).toBe(told);
    // The phone knows better than the last answer what became of a session.
    expect(find([{ ...deleted, id: told.workout_id }])).toBeNull();
  });
});

describe('SET-05 sets that are corrected, taken back and added', () => {
  const planned = place('1-7', sets(2, 60, 90));

  it('a set that is taken back is offered again, with the values it had', () => {
    const before = done(workout([planned]), 's:1-7.1');
    const after = withCells(before, { 's:1-7.1': { ...doneCell(7, { reps: 7 }), state: 'todo', at: null } }, 'a');
    expect(nextSet(after)?.name).toBe('s:1-7.1');
    expect(standingValues(nextSet(after)!, null).reps).toBe(7);
    expect(after.cells['s:1-7.1']).toMatchObject({ v: 2, by: 'a' });
  });

  it('an added set has the next number, that of a set which was taken away is not given again, and there are 50', () => {
    const add = (to: Workout, state: 'todo' | 'gone' = 'todo') =>
      withCells(to, { [`s:1-7.${nextNumber(to, planned)}`]: { ...doneCell(7), state, at: null } }, 'aaaaaaaa');
    const three = add(workout([planned]));
    expect(setsAt(three, planned).map(({ n, isAdded, target: asked }) => [n, isAdded, asked?.rest])).toEqual([
      [1, false, 60],
      [2, false, 90],
      [3, true, 90],
    ]);
    const four = add(add(workout([planned]), 'gone'));
    expect(setsAt(four, planned).map(({ n }) => n)).toEqual([1, 2, 4]);
    expect(summaryOf(four)).toMatchObject({ planned: 3, done: 0 });
    let full = three;
    for (let n = 4; n <= 50; n += 1) full = add(full);
    expect(nextNumber(full, planned)).toBeUndefined();
    expect(workoutInput.safeParse(full).success).toBe(true);
  });

  it('goes on after what was done last, wherever that was, and comes back to what was passed over', () => {
    const two = workout([planned, place('2-8', sets(2))]);
    expect(currentSet(two)?.name).toBe('s:1-7.1');
    const later = withCells(two, { 's:2-8.1': doneCell(8, {}, '2026-11-19T19:20:00.000Z') }, 'a');
    expect(currentSet(later)?.name).toBe('s:2-8.2');
    expect(currentSet(later, 's:1-7.2')?.name).toBe('s:1-7.2');
    // The order is that of the writes: the clock may be put back.
    const earlier = withCells(later, { 's:1-7.1': doneCell(7, {}, '2026-11-18T19:05:00.000Z') }, 'a');
    expect(currentSet(earlier)?.name).toBe('s:1-7.2');
    const over = done(later, 's:2-8.2');
    expect(nextSet(over, 's:2-8.2')?.name).toBe('s:1-7.1');
    expect(currentSet(done(over, 's:1-7.1', 's:1-7.2'))).toBeUndefined();
  });
});

describe('SET-10 supersets', () => {
  it('of two with unequal sets go round by round, resting after a round alone', () => {
    const day = workout([
      place('1-7', sets(3, 30, 30, 30), true),
      place('2-8', sets(2, 90, 20)),
      place('3-9', sets(1, 45)),
    ]);
    expect(walk(day)).toEqual(['s:1-7.1 0', 's:2-8.1 90', 's:1-7.2 0', 's:2-8.2 30', 's:1-7.3 30', 's:3-9.1 0']);
  });

  it('of three with unequal sets pass over those that have no more', () => {
    const day = workout([
      place('1-7', sets(1, 10), true),
      place('2-8', sets(3, 20, 20, 20), true),
      place('3-9', sets(2, 15, 40)),
      place('4-7', sets(1, 5)),
    ]);
    expect(walk(day)).toEqual([
      's:1-7.1 0',
      's:2-8.1 0',
      's:3-9.1 20',
      's:2-8.2 0',
      's:3-9.2 40',
      's:2-8.3 20',
      's:4-7.1 0',
    ]);
  });

  it('out of order the rest comes when the round is over; what was skipped neither keeps it open nor lengthens it', () => {
    const day = workout([place('1-7', sets(2, 30, 30), true), place('2-8', sets(2, 90, 90))]);
    const second = done(day, 's:2-8.1');
    expect(restAfter(second, 's:2-8.1')).toBe(0);
    expect(restAfter(done(second, 's:1-7.1'), 's:1-7.1')).toBe(90);
    const alone = done(skip(day, '2-8'), 's:1-7.1');
    expect(restAfter(alone, 's:1-7.1')).toBe(30);
    expect(nextSet(alone, 's:1-7.1')?.name).toBe('s:1-7.2');
  });
});

it('SET-11 another exercise is done in a place: the planned sets stay, and what was done before stays with the old one', () => {
  const planned = place('1-7', sets(3));
  const swapped = withCells(
    done(workout([planned]), 's:1-7.1'),
    { 'x:1-7': { exercise_id: 12, title: 'Prensa' } },
    'aaaaaaaa',
  );
  expect(exerciseAt(swapped, planned)).toEqual({ id: 12, title: 'Prensa' });
  expect(setsAt(swapped, planned)).toHaveLength(3);
  expect(setsAt(swapped, planned)[0]?.cell?.exercise_id).toBe(7);
  const back = withCells(swapped, { 'x:1-7': { exercise_id: null } }, 'aaaaaaaa');
  expect(exerciseAt(back, planned)).toEqual({ id: 7, title: 'Ejercicio 1-7' });
});

it('SET-12 what was left out is not offered and counts as not done, until it is taken up again', () => {
  const day = workout([place('1-7', sets(2)), place('2-8', sets(1))]);
  const without = skip(day, '1-7');
  expect(skipAt(without, day.places[0]!)).toMatchObject({ reason: 'machine' });
  expect(namesOf(setsInOrder(without))).toHaveLength(3);
  expect(namesOf(setsLeft(without))).toEqual(['s:2-8.1']);
  expect(summaryOf(done(without, 's:2-8.1'))).toMatchObject({ done: 1, planned: 3 });
  const again = withCells(without, { 'k:1-7': { reason: null, text: '' } }, 'aaaaaaaa');
  expect(skipAt(again, day.places[0]!)).toBeUndefined();
  expect(nextSet(again)?.name).toBe('s:1-7.1');
});

it('SET-15 a session may be corrected for seven days', () => {
  expect(isCorrectable({ day: '2026-11-12' }, '2026-11-19')).toBe(true);
  expect(isCorrectable({ day: '2026-11-11' }, '2026-11-19')).toBe(false);
});

it('SET-02 a set in words', () => {
  expect(setWords({ reps: 10, seconds: null, weight: 40 })).toBe('10 × 40 kg');
  expect(setWords({ reps: 12, seconds: null, weight: 0 })).toBe('12');
  expect(setWords({ reps: null, seconds: 30, weight: 2.5 })).toBe('30 s × 2,5 kg');
  expect(setWords({ reps: null, seconds: 150, weight: null })).toBe('2 min 30 s');
  expect(setWords({ reps: null, seconds: null, weight: null })).toBe('—');
});
