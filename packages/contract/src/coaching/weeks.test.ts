import { describe, expect, it } from 'vitest';
import { addDays } from '../kit/dates';
import { lastMondays, trainingWeeks, weeksInARow, type PlannedCourse } from './weeks';

/** A Wednesday. */
const TODAY = '2026-11-18';
const [BEFORE, LAST, THIS] = lastMondays(TODAY, 3) as [string, string, string];

const course = (values: Partial<PlannedCourse> = {}): PlannedCourse => ({
  course: 'a1',
  is_bought: false,
  training_id: 1,
  starts_on: '2026-10-01',
  ends_on: null,
  mode: 'sequence',
  weekdays: [],
  days: 5,
  active_days: 3,
  ...values,
});
const planned = (...courses: PlannedCourse[]) =>
  trainingWeeks(new Map(), courses, TODAY, 3).map((week) => week.planned);

describe('PGR-01 weeks', () => {
  it('go from Monday to Sunday, this one last', () => {
    expect([BEFORE, LAST, THIS]).toEqual(['2026-11-02', '2026-11-09', '2026-11-16']);
    expect(lastMondays('2026-11-22', 1)).toEqual([THIS]);
    expect(lastMondays('2026-11-23', 1)).toEqual(['2026-11-23']);
    expect(trainingWeeks(new Map([[LAST, 3]]), [], TODAY, 2)).toEqual([
      { from: LAST, done: 3, planned: null },
      { from: THIS, done: 0, planned: null },
    ]);
  });

  it('in a row count this one once it has a session, and end before one without', () => {
    const before = new Map([LAST, BEFORE, '2026-10-19'].map((monday) => [monday, 1]));
    expect(weeksInARow(before, TODAY)).toBe(2);
    expect(weeksInARow(new Map([...before, [THIS, 1]]), TODAY)).toBe(3);
    expect(weeksInARow(new Map([[BEFORE, 4]]), TODAY)).toBe(0);
    const many = new Map(lastMondays(TODAY, 30).map((monday) => [monday, 1]));
    expect(weeksInARow(many, TODAY)).toBe(30);
  });
});

describe('SEG-02 what was to be done', () => {
  it('is by weekdays the chosen ones, and by sequence the training days of a week', () => {
    expect(planned(course({ mode: 'weekdays', weekdays: [1, 3, 5] }))).toEqual([3, 3, 3]);
    expect(planned(course())).toEqual([3, 3, 3]);
    expect(planned(course({ days: 10, active_days: 6 }))).toEqual([4, 4, 4]);
    expect(planned(course({ days: 20, active_days: 20 }))).toEqual([7, 7, 7]);
    expect(planned(course(), course({ course: 'a2', training_id: 2, active_days: 1 }))).toEqual([4, 4, 4]);
  });

  it('is nothing in the weeks in which a course began or ended, nor without one', () => {
    expect(planned(course({ starts_on: addDays(LAST, 2) }))).toEqual([null, null, 3]);
    expect(planned(course({ ends_on: addDays(LAST, 2) }))).toEqual([3, null, null]);
    expect(planned()).toEqual([null, null, null]);
  });

  it('goes on with a package that is bought again, and counts what hides it once', () => {
    const bought = { course: 'p1-1', is_bought: true };
    expect(
      planned(course({ ...bought, ends_on: addDays(LAST, 2) }), course({ ...bought, starts_on: addDays(LAST, 2) })),
    ).toEqual([3, 3, 3]);
    expect(planned(course({ active_days: 2 }), course(bought))).toEqual([2, 2, 2]);
    expect(planned(course(bought), course({ ...bought, course: 'p2-1' }))).toEqual([3, 3, 3]);
  });
});
