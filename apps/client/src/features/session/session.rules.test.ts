import { newWorkout, withCells } from '@pulso/contract/coaching/session';
import { describe, expect, it } from 'vitest';
import { clockWords, doneWords, leftWords, readTyped, restOf, stepped, stepWords, writeNumber } from './session.rules';

describe('SET-04', () => {
  it.each([
    ['weight', 40, 1, 42.5],
    ['weight', 22.7, 1, 25.2],
    ['weight', 1, -1, 0],
    ['weight', 0, -1, 0],
    ['weight', null, 1, 2.5],
    ['weight', null, -1, null],
    ['weight', 999, 1, 999.75],
    ['reps', 10, 1, 11],
    ['reps', 1, -1, 1],
    ['reps', null, 1, 1],
    ['seconds', 30, -1, 25],
    ['seconds', 3, -1, 1],
  ] as const)('%s %s by %s is %s', (amount, value, direction, expected) => {
    expect(stepped(amount, value, direction)).toBe(expected);
  });

  it.each([
    ['weight', '41,3', 41.25],
    ['weight', ' 60.5 ', 60.5],
    ['weight', '12,', 12],
    ['weight', '0', 0],
    ['weight', '', null],
    ['weight', '-5', undefined],
    ['weight', '5000', 999.75],
    ['reps', '', undefined],
    ['reps', '0', 1],
    ['reps', 'doce', undefined],
    ['seconds', '90', 90],
  ] as const)('%s typed as %s is %s', (amount, text, expected) => {
    expect(readTyped(amount, text)).toBe(expected);
  });

  it('says numbers in Spanish', () => {
    expect(writeNumber(22.5)).toBe('22,5');
    expect(writeNumber(null)).toBe('');
    expect(stepWords('weight', 1)).toBe('Más 2,5 kg');
    expect(stepWords('reps', -1)).toBe('Menos 1 repetición');
    expect(stepWords('seconds', -1)).toBe('Menos 5 s');
  });
});

describe('SET-06 SET-07 the rest after a set', () => {
  const places = [1, 2].map((position) => ({
    key: `${position}-7`,
    exercise_id: 7,
    targets: [{ reps: 10, reps_max: null, seconds: null, weight: null, rest: position === 1 ? 90 : 0 }],
    superset: false,
    note: '',
  }));
  const start = newWorkout({
    ...{ id: 'w', course: null, turn: null, training_id: null, day_number: null, title: 'Fuerza', day: '2026-11-19' },
    ...{ started_at: '2026-11-19T19:00:00.000Z', offset: 0, places: [...places, { ...places[0]!, key: '3-7' }] },
  });
  const done = (name: string, at: string) => ({
    [name]: { state: 'done' as const, exercise_id: 7, reps: 10, seconds: null, weight: null, at },
  });
  const AT = '2026-11-19T19:10:00.000Z';
  const first = withCells(start, done('s:1-7.1', AT), 'aaaaaaaa');

  it('ends so many seconds after the set, by the clock of a phone that is an hour late, or as it was changed', () => {
    const ends = Date.parse(AT) + 90_000;
    expect(restOf(start, undefined, 0)).toBeUndefined();
    const rest = restOf(first, undefined, 0)!;
    expect(rest.ends).toBe(ends);
    expect(restOf(first, undefined, 3_600_000)?.ends).toBe(ends - 3_600_000);
    expect(restOf(first, { of: rest.of, ends: ends + 15_000 }, 0)?.ends).toBe(ends + 15_000);
    expect(restOf(first, { of: rest.of, ends: null }, 0)).toBeUndefined();
    expect(restOf(first, { of: 'another set', ends: null }, 0)).toEqual(rest);
    const again = withCells(first, done('s:1-7.1', '2026-11-19T19:12:00.000Z'), 'aaaaaaaa');
    expect(restOf(again, { of: rest.of, ends: null }, 0)?.ends).toBe(ends + 120_000);
  });

  it('is ended by a set that is done meanwhile, and 0 seconds are none', () => {
    const second = withCells(first, done('s:2-7.1', '2026-11-19T19:10:30.000Z'), 'aaaaaaaa');
    expect(restOf(second, undefined, 0)).toBeUndefined();
  });

  it('is told in minutes and seconds', () => {
    expect([47, 60, 90, 605].map(clockWords)).toEqual(['0:47', '1:00', '1:30', '10:05']);
  });
});

it('SET-13 says what is left, and what was done', () => {
  expect([leftWords(1), leftWords(5)]).toEqual(['Queda 1 serie sin hacer.', 'Quedan 5 series sin hacer.']);
  const started = { started_at: '2026-11-19T19:00:00.000Z' };
  expect(doneWords(20, started, '2026-11-19T19:52:20.000Z')).toBe('20 series en 52 min');
  expect(doneWords(1, started, '2026-11-19T19:00:10.000Z')).toBe('1 serie en 1 min');
});
