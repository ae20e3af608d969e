import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekdayOf } from '../kit/dates';
import { nextTurn, trainingDaysOf, type ClosedTurn, type Course } from './next-turn';

const [SUN_15, MON, TUE, WED, THU, FRI, SAT, SUN] = [
  '2026-11-15',
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
] as const;
const MON_23 = '2026-11-23';

/** The training of the specification: days 1, 2, 3 (rest), 4 and 5 (rest), from Monday the 16th on. */
const course: Course = {
  days: [1, 2, 3, 4, 5].map((day_number) => ({ day_number, is_rest_day: [3, 5].includes(day_number) })),
  mode: 'sequence',
  weekdays: [],
  starts_on: MON,
  ends_on: null,
  first_day: null,
  closed: [],
};
const onWeekdays: Course = { ...course, mode: 'weekdays', weekdays: [1, 3, 5] };
const closed = (turn: number, day_number: number, day: string): ClosedTurn => ({ turn, day_number, day });
const FIRST = closed(1, 1, TUE);
const SECOND = closed(2, 2, WED);
const THIRD = closed(3, 4, FRI);

it.each<[string, Course, string, object | undefined]>([
  ['nothing done', course, MON, { state: 'train', turn: 1, day_number: 1, next_on: MON, round: 1 }],
  ['nothing done, a day later', course, TUE, { state: 'train', turn: 1, day_number: 1, next_on: TUE }],
  ['turn 1 closed', { ...course, closed: [FIRST] }, TUE, { state: 'done', turn: 2, day_number: 2, next_on: WED }],
  ['the day after', { ...course, closed: [FIRST] }, WED, { state: 'train', turn: 2, day_number: 2 }],
  ['a rest day', { ...course, closed: [SECOND, FIRST] }, THU, { state: 'rest', turn: 3, day_number: 4, next_on: FRI }],
  [
    'after the rest day',
    { ...course, closed: [FIRST, SECOND] },
    FRI,
    { state: 'train', turn: 3, day_number: 4, round: 1 },
  ],
  ['the last day’s rest', { ...course, closed: [THIRD] }, SAT, { state: 'rest', next_on: SUN }],
  ['another round', { ...course, closed: [THIRD] }, SUN, { state: 'train', turn: 4, day_number: 1, round: 2 }],
  ['a first day', { ...course, first_day: 4 }, MON, { state: 'train', turn: 1, day_number: 4 }],
  ['a first day that rests', { ...course, first_day: 3 }, MON, { state: 'train', turn: 1, day_number: 4 }],
  ['before the start', course, SUN_15, { state: 'starts', turn: 1, day_number: 1, next_on: MON }],
  ['Monday', onWeekdays, MON, { state: 'train', turn: 1, day_number: 1, missed: [] }],
  [
    'Wednesday',
    onWeekdays,
    WED,
    { state: 'train', turn: 2, day_number: 2, missed: [{ turn: 1, day_number: 1, on: MON }] },
  ],
  ['Thursday', onWeekdays, THU, { state: 'rest', turn: 3, day_number: 4, next_on: FRI }],
  ['Friday', onWeekdays, FRI, { state: 'train', turn: 3, day_number: 4 }],
  ['the next Monday', onWeekdays, MON_23, { state: 'train', turn: 4, day_number: 1, round: 2 }],
  [
    'nothing more',
    { ...onWeekdays, ends_on: FRI },
    THU,
    { state: 'rest', turn: null, day_number: null, next_on: null },
  ],
  ['its end', { ...onWeekdays, ends_on: FRI }, FRI, undefined],
  ['the end of a sequence', { ...course, ends_on: FRI }, FRI, undefined],
  [
    'done by weekdays',
    { ...onWeekdays, closed: [closed(1, 1, MON)] },
    MON,
    { state: 'done', turn: 1, day_number: 2, next_on: WED, round: 1 },
  ],
  ['before weekdays', { ...onWeekdays, weekdays: [3] }, SUN_15, { state: 'starts', turn: 1, next_on: WED }],
  [
    'a start between the weekdays',
    { ...onWeekdays, starts_on: TUE },
    TUE,
    { state: 'rest', turn: 1, day_number: 1, next_on: WED },
  ],
  [
    'done on the last day',
    { ...course, ends_on: WED, closed: [FIRST] },
    TUE,
    { state: 'done', next_on: null, day_number: null },
  ],
  ['rest days only', { ...course, days: [{ day_number: 1, is_rest_day: true }] }, MON, { state: 'rest', turn: null }],
  ['fewer days than were done', { ...course, closed: [closed(9, 12, MON)] }, WED, { turn: 10, day_number: 1 }],
])('ASI-05 answers %s', (_name, given, today, expected) => {
  const answer = nextTurn(given, today);
  if (expected === undefined) expect(answer).toBeUndefined();
  else expect(answer).toMatchObject(expected);
});

describe('nextTurn', () => {
  const days = fc
    .array(fc.boolean(), { minLength: 1, maxLength: 9 })
    .map((rests) => rests.map((is_rest_day, index) => ({ day_number: index + 1, is_rest_day })));
  const dayAfter = (count: number) => addDays(MON, count);
  const courses = fc.record({
    days,
    mode: fc.constantFrom('sequence' as const, 'weekdays' as const),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    starts_on: fc.constant(MON),
    ends_on: fc.option(fc.integer({ min: 1, max: 60 }).map(dayAfter)),
    first_day: fc.option(fc.integer({ min: 1, max: 9 })),
  });

  it('ASI-05 ASI-07 walks through a course day by day: every turn once, in its order, on its days', () => {
    const skips = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(courses, skips, (given, trained) => {
        const training = trainingDaysOf(given.days).map(({ day_number }) => day_number);
        const done: ClosedTurn[] = [];
        for (const [index, trains] of trained.entries()) {
          const today = dayAfter(index);
          const next = nextTurn({ ...given, closed: done }, today);
          expect(next === undefined).toBe(given.ends_on !== null && today >= given.ends_on);
          if (!next || training.length === 0) continue;
          if (given.mode === 'weekdays' && next.state === 'train') expect(given.weekdays).toContain(weekdayOf(today));
          if (next.state === 'rest' && next.next_on) {
            const then = nextTurn({ ...given, closed: done }, next.next_on);
            expect(then).toMatchObject({
              state: 'train',
              turn: next.turn,
              day_number: next.day_number,
              round: next.round,
            });
          }
          if (next.state !== 'train' || !trains) continue;
          const before = done.at(-1);
          if (given.mode === 'sequence' && before) {
            expect(next.turn).toBe(before.turn + 1);
            const place = training.indexOf(before.day_number);
            expect(next.day_number).toBe(training[(place + 1) % training.length]);
          }
          done.push(closed(next.turn!, next.day_number!, today));
          expect(nextTurn({ ...given, closed: done }, today)?.state).toBe('done');
        }
        expect(new Set(done.map(({ turn }) => turn)).size).toBe(done.length);
      }),
      { numRuns: 100 },
    );
  });

  it('HOY-05 offers by weekdays the turns of the last seven days that nobody did, and of these alone', () => {
    fc.assert(
      fc.property(courses, fc.integer({ min: 0, max: 40 }), fc.array(fc.nat(40)), (given, index, turns) => {
        const weekly: Course = {
          ...given,
          mode: 'weekdays',
          ends_on: null,
          closed: turns.map((turn) => closed(turn, 1, MON)),
        };
        const today = dayAfter(index);
        const due: string[] = [];
        let turn = 0;
        for (let day = MON as string; day < today; day = addDays(day, 1)) {
          if (!given.weekdays.includes(weekdayOf(day))) continue;
          turn += 1;
          if (day >= addDays(today, -7) && !turns.includes(turn)) due.push(`${turn} ${day}`);
        }
        const { missed } = nextTurn(weekly, today)!;
        const isTrained = trainingDaysOf(given.days).length > 0;
        expect(missed.map(({ turn: n, on }) => `${n} ${on}`)).toEqual(isTrained ? due : []);
      }),
    );
  });
});
