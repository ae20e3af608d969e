import type { MyToday } from '@pulso/contract/coaching/courses';
import { nextTurn, trainingDaysOf, type ClosedTurn, type CourseMode } from '@pulso/contract/coaching/next-turn';
import { newWorkout, withCells } from '@pulso/contract/coaching/session';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptWorkout } from '#device/log.rules';
import { localToday } from '#device/today.rules';

const MON = '2026-11-16';
const at = (day: DateText, hour = 15) => new Date(`${day}T${hour}:00:00Z`);
const DAYS = [1, 2, 3, 4, 5].map((day_number) => ({
  ...{ day_number, title: `Día ${day_number}`, exercises: 3, minutes: 30 },
  is_rest_day: [3, 5].includes(day_number),
}));

type Given = { mode?: CourseMode; weekdays?: number[]; closed?: ClosedTurn[]; course?: string };

/** A course as the server answers it. */
function courseOn(day: DateText, { mode = 'sequence', weekdays = [], closed = [], course = 'a1' }: Given) {
  const rule = { days: DAYS, weekdays, starts_on: MON, ends_on: null, first_day: null, closed };
  const next = nextTurn({ ...rule, mode }, day)!;
  const found = DAYS.find(({ day_number }) => day_number === next.day_number);
  const { is_rest_day: _rest, ...head } = found ?? { is_rest_day: false };
  return {
    ...{ course, training_id: 1, title: 'Fuerza', cover_image: null, mode, done_id: null, rule },
    ...{ state: next.state, turn: next.turn, round: next.round, next_on: next.next_on },
    day: found ? { ...(head as typeof found), of: trainingDaysOf(DAYS).length } : null,
    missed: next.missed.map((one) => ({ ...one, title: `Día ${one.day_number}` })),
  };
}
const todayWith = (day: DateText, courses: MyToday['courses']): MyToday => ({
  ...{ day, sees: 'all', plan: { state: 'none', end: null, days: null, owed: 0, claimed: false } },
  ...{ courses, meals: [], workout: null, shown_until: null },
});

type Done = { turn: number; day_number: number; day: DateText; gone?: boolean; ended?: boolean };
let made = 0;
const kept = ({ turn, day_number, day, gone = false, ended = true }: Done, unsent = true): KeptWorkout => {
  const started_at = at(day, 12).toISOString();
  const begun = newWorkout({
    ...{ id: `w${(made += 1)}`, course: 'a1', turn, training_id: 1, day_number, title: 'Fuerza', day, started_at },
    ...{ offset: 0, places: [] },
  });
  const end = { ended_at: ended ? started_at : null, effort: null, gone };
  return { workout: withCells(begun, { end }, 'uno'), unsent, toldAt: unsent ? undefined : at(day, 12).getTime() };
};
const local = (told: MyToday, workouts: KeptWorkout[], day: DateText) =>
  localToday(told, at(told.day), workouts, at(day), 0);

describe('Hoy as the phone computes it', () => {
  it('T1 is what the server answers, on whatever day it was told, for random courses and histories', () => {
    const turns = fc.array(fc.nat({ max: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.constantFrom<CourseMode>('sequence', 'weekdays'),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        turns,
        fc.nat({ max: 8 }),
        fc.nat({ max: 6 }),
        (mode, weekdays, gaps, known, later) => {
          // Sessions that were done one after the other, some days apart, each in the turn that was due.
          let day: DateText = MON;
          const closed: ClosedTurn[] = [];
          for (const gap of gaps) {
            day = addDays(day, gap);
            const next = courseOn(day, { mode, weekdays, closed });
            if (next.state !== 'train') continue;
            closed.push({ turn: next.turn!, day_number: next.day!.day_number, day });
          }
          const toldOn = known < closed.length ? closed[known]!.day : day;
          const now = addDays(day, later);
          const told = todayWith(toldOn, [courseOn(toldOn, { mode, weekdays, closed: closed.slice(0, known) })]);
          const here = local(
            told,
            closed.slice(known).map((one) => kept(one)),
            now,
          );
          const [course] = here.courses;
          const { done_id, ...answered } = course!;
          const { done_id: _none, ...expected } = courseOn(now, { mode, weekdays, closed });
          expect(answered).toEqual(expected);
          expect(done_id !== null).toBe(closed.slice(known).some((one) => one.day === now));
        },
      ),
    );
  });

  it('forgets a turn that was taken back, and what another phone has deleted since', () => {
    const closed = [{ turn: 1, day_number: 1, day: MON }];
    const told = todayWith(MON, [courseOn(MON, { closed })]);
    const here = local(told, [kept({ ...closed[0]!, gone: true })], MON);
    expect(here.courses[0]).toMatchObject({ state: 'train', turn: 1, done_id: null });
    // The server told later that it is open again.
    const open = todayWith(MON, [courseOn(MON, {})]);
    expect(local(open, [kept(closed[0]!, false)], MON).courses[0]).toMatchObject({ state: 'train', turn: 1 });
  });

  it('gives a turn that another session holds the next free one, by sequence', () => {
    const told = todayWith('2026-11-17', [courseOn('2026-11-17', { closed: [{ turn: 1, day_number: 1, day: MON }] })]);
    const here = local(told, [kept({ turn: 1, day_number: 1, day: '2026-11-17' })], '2026-11-17');
    expect(here.courses[0]!.rule.closed).toHaveLength(2);
    expect(here.courses[0]).toMatchObject({ state: 'done', turn: 3, day: { day_number: 2 } });
  });

  it('HOY-03 shows the session that was begun, and the next course once one is done', () => {
    const told = todayWith(MON, [courseOn(MON, {}), courseOn(MON, { course: 'a2' })]);
    const begun = kept({ turn: 1, day_number: 1, day: MON, ended: false });
    expect(local(told, [begun], MON).workout).toMatchObject({ id: begun.workout.id, done: 0, planned: 0 });
    const done = local(told, [kept({ turn: 1, day_number: 1, day: MON })], MON);
    expect(done.workout).toBeNull();
    expect(done.courses.map(({ course, state }) => [course, state])).toEqual([
      ['a2', 'train'],
      ['a1', 'done'],
    ]);
  });
});
