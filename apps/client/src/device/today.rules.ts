import type { MyToday, TodayCourse } from '@pulso/contract/coaching/courses';
import { stateOf, summaryOf, type WorkoutState } from '@pulso/contract/coaching/merge';
import { inDueOrder, nextTurn, trainingDaysOf, type ClosedTurn } from '@pulso/contract/coaching/next-turn';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import { openWorkoutOf, type KeptWorkout } from '#device/log.rules';

const stateAt = (workout: Workout, now: Date): WorkoutState => stateOf({ ...workout, ...summaryOf(workout) }, now);

type Judged = { workout: Workout; state: WorkoutState };

/** Closed turns of a course with the sessions of this phone that the server did not know of. */
function closedWith({ rule, mode }: TodayCourse, news: readonly Judged[]): ClosedTurn[] {
  let closed = rule.closed;
  for (const { workout, state } of news) {
    const { turn, day_number, day } = workout;
    if (turn === null || day_number === null) continue;
    const holder = closed.find((one) => one.turn === turn);
    const isHeld = holder?.day_number === day_number && holder.day === day;
    if (state !== 'closed' && isHeld) closed = closed.filter((one) => one !== holder);
    if (state !== 'closed' || isHeld) continue;
    if (!holder) closed = [...closed, { turn, day_number, day }];
    // Another session has the turn: by sequence the server will give it the next free one.
    else if (mode === 'sequence')
      closed = [...closed, { turn: Math.max(...closed.map((one) => one.turn)) + 1, day_number, day }];
  }
  return closed;
}

/**
 * The answer of `my/today` as the server would give it now, had it all that this phone has: without signal the next turn is right.
 * `at` is when it was told, by this phone's clock.
 */
export function localToday(told: MyToday, at: Date, kept: readonly KeptWorkout[], now: Date, offset: number): MyToday {
  const day = today(now);
  const toldAt = new Date(at.getTime() + offset);
  const judged = kept.map((one) => ({ ...one, state: stateAt(one.workout, now) }));
  const news = judged.filter(
    ({ workout, unsent, toldAt: lastTold, state }) =>
      unsent || (lastTold ?? 0) >= at.getTime() || stateAt(workout, toldAt) !== state,
  );
  const courses = told.courses.flatMap((course): TodayCourse[] => {
    const { rule, mode } = course;
    const ofCourse = ({ workout }: Judged) => workout.course === course.course;
    const closed = closedWith(course, news.filter(ofCourse));
    const next = nextTurn({ ...rule, mode, closed }, day);
    if (!next) return [];
    const found = rule.days.find(({ day_number }) => day_number === next.day_number);
    const { is_rest_day: _rest, ...head } = found ?? { is_rest_day: false };
    const isNoMore = news.some(({ workout, state }) => workout.id === course.done_id && state !== 'closed');
    const toldDone = told.day === day && !isNoMore ? course.done_id : null;
    const doneHere = news.filter((one) => ofCourse(one) && one.state === 'closed' && one.workout.day === day);
    return [
      {
        ...course,
        state: next.state,
        turn: next.turn,
        round: next.round,
        next_on: next.next_on,
        day: found ? { ...(head as Omit<typeof found, 'is_rest_day'>), of: trainingDaysOf(rule.days).length } : null,
        missed: next.missed.map((one) => ({
          ...one,
          title: rule.days.find(({ day_number }) => day_number === one.day_number)?.title ?? '',
        })),
        done_id: doneHere.at(-1)?.workout.id ?? toldDone,
        rule: { ...rule, closed },
      },
    ];
  });
  return { ...told, day, courses: inDueOrder(courses, (course) => course), workout: openIn(told, judged, now) };
}

/** The session to go on with: of this phone, else one that the server told of. */
function openIn(told: MyToday, judged: readonly (KeptWorkout & Judged)[], now: Date): MyToday['workout'] {
  const open = openWorkoutOf(judged, now);
  if (open) {
    const { id, version, course, title } = open;
    const { done, planned } = summaryOf(open);
    return { id, version, course, title, done, planned };
  }
  return told.workout && judged.every(({ workout }) => workout.id !== told.workout!.id) ? told.workout : null;
}
