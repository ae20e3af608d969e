import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mendDay, mendTime, mergeWorkouts, stateOf, summaryOf } from './merge';
import { workoutInput, type Cell, type Workout } from './workouts';

const ID = '019a8f3e-0000-7000-8000-000000000001';
const EMPTY: Workout = {
  id: ID,
  schema: 1,
  course: 'a1',
  turn: 1,
  training_id: 1,
  day_number: 1,
  title: 'Fuerza',
  day: '2026-11-16',
  started_at: '2026-11-16T20:00:00.000Z',
  offset: 0,
  version: 0,
  places: [],
  cells: {},
};

const KEYS = ['1-7', '2-8'];
const versioned = { v: fc.integer({ min: 1, max: 4 }), by: fc.constantFrom('aaaaaaaa', 'bbbbbbbb') };
const number = fc.option(fc.integer({ min: 1, max: 3 }));
const setCell = fc.record({
  state: fc.constantFrom('todo', 'done', 'gone'),
  exercise_id: fc.constantFrom(7, 8),
  reps: number,
  seconds: fc.constant(null),
  weight: number,
  at: fc.constant(null),
  ...versioned,
});
const endCell = fc.record({
  ended_at: fc.option(fc.constant('2026-11-16T21:00:00.000Z')),
  effort: number,
  gone: fc.boolean(),
  ...versioned,
});
const noteCell = fc.record({ text: fc.constantFrom('a', 'b'), ...versioned });
const cells = fc
  .record(
    { end: endCell, note: noteCell, 's:1-7.1': setCell, 's:1-7.2': setCell, 's:2-8.1': setCell },
    { requiredKeys: [] },
  )
  .map((given) => given as Record<string, Cell>);
const places = fc.subarray(KEYS).chain((keys) =>
  fc.tuple(
    ...keys.map((key) =>
      fc.constantFrom('', 'x').map((note) => ({
        key,
        exercise_id: Number(key.split('-')[1]),
        targets: [{ reps: 10, reps_max: null, seconds: null, weight: null, rest: 60 }],
        superset: false,
        note,
      })),
    ),
  ),
);
const documents = fc
  .record({ cells, places, title: fc.constantFrom('Fuerza', 'Torso'), version: fc.nat(3) })
  .map((given): Workout => ({ ...EMPTY, ...given }));

describe('merging', () => {
  it('SYN-01 is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(documents, documents, documents, (one, two, three) => {
        const merged = mergeWorkouts(one, two);
        expect(mergeWorkouts(two, one)).toEqual(merged);
        expect(mergeWorkouts(merged, three)).toEqual(mergeWorkouts(one, mergeWorkouts(two, three)));
        expect(mergeWorkouts(merged, merged)).toEqual(merged);
        expect(mergeWorkouts(merged, one)).toEqual(merged);
      }),
      { numRuns: 400 },
    );
  });

  const set = (state: string, v: number, by: string, reps = 10) =>
    ({ state, exercise_id: 7, reps, seconds: null, weight: 40, at: null, v, by }) as Cell;
  it.each([
    ['the greater version', set('todo', 2, 'a'), set('done', 1, 'b'), 0],
    ['done over gone', set('gone', 2, 'b'), set('done', 2, 'a'), 1],
    ['gone over todo', set('gone', 2, 'a'), set('todo', 2, 'b'), 0],
    ['the greater device', set('done', 2, 'a', 12), set('done', 2, 'b', 10), 1],
    ['the greater text', set('done', 2, 'a', 10), set('done', 2, 'a', 9), 1],
  ])('SYN-01 settles cells by %s', (_name, one, other, winner) => {
    const of = (cell: Cell): Workout => ({ ...EMPTY, cells: { 's:1-7.1': cell } });
    expect(mergeWorkouts(of(one), of(other)).cells['s:1-7.1']).toEqual([one, other][winner]);
  });
});

describe('a session', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  const set = (at: string | null) =>
    ({ state: 'done', exercise_id: 7, reps: 10, seconds: null, weight: null, at, v: 1, by: 'a' }) as Cell;
  const judge = (cells: Record<string, Cell>, day = '2026-11-16') => {
    const workout = { ...EMPTY, day, cells };
    return stateOf({ ...workout, ...summaryOf(workout) }, now);
  };
  const end = (values: object) => ({
    end: { ended_at: null, effort: null, gone: false, v: 1, by: 'a', ...values } as Cell,
  });

  it('HOY-04 is closed once it was ended, and half a day after its last set', () => {
    expect(judge(end({ ended_at: '2026-11-16T21:00:00Z' }))).toBe('closed');
    expect(judge(end({ ended_at: '2026-11-16T21:00:00Z', gone: true }))).toBe('gone');
    expect(judge({ 's:1-7.1': set('2026-11-17T05:59:00Z') })).toBe('closed');
    expect(judge({ 's:1-7.1': set('2026-11-17T06:01:00Z') })).toBe('open');
    expect(judge({ 's:1-7.1': set('2026-11-17T05:00:00Z') }, '2026-11-17')).toBe('open');
    expect(judge({})).toBe('empty');
    expect(judge({}, '2026-11-17')).toBe('open');
  });

  it('counts the sets that were shown and added, and those that were done', () => {
    const place = { key: '1-7', exercise_id: 7, targets: [1, 2, 3].map(() => target), superset: false, note: '' };
    const gone = { ...set(null), state: 'gone' } as Cell;
    const workout = {
      ...EMPTY,
      places: [place],
      cells: { 's:1-7.1': set(null), 's:1-7.2': gone, 's:1-7.4': set(null) },
    };
    expect(summaryOf(workout)).toMatchObject({ done: 2, planned: 3, used: true });
  });
  const target = { reps: 10, reps_max: null, seconds: null, weight: null, rest: 60 };

  it('SYN-07 puts times from the future or from before the account to their arrival', () => {
    const account = '2026-01-01T00:00:00Z';
    expect(mendTime('2029-01-01T00:00:00Z', account, now)).toBe(now.toISOString());
    expect(mendTime('2023-01-01T00:00:00Z', account, now)).toBe(now.toISOString());
    expect(mendTime('2026-11-16T21:00:00Z', account, now)).toBe('2026-11-16T21:00:00Z');
    expect(mendDay('2026-11-18', account, now)).toBe('2026-11-17');
    expect(mendDay('2026-11-16', account, now)).toBe('2026-11-16');
  });

  it.each([
    ['an unknown cell', { cells: { 'z:1': { v: 1, by: 'a' } } }],
    ['a cell without a version', { cells: { note: { text: 'a', by: 'a' } } }],
    ['a set beyond the fiftieth', { cells: { 's:1-7.51': set(null) } }],
    ['a place without its name', { places: [{ exercise_id: 1, targets: [], superset: false, note: '' }] }],
    ['an id that is none', { id: 'x' }],
  ])('refuses a document with %s', (_name, change) => {
    expect(workoutInput.safeParse({ ...EMPTY, ...change }).success).toBe(false);
    expect(workoutInput.safeParse(EMPTY).success).toBe(true);
  });
});
