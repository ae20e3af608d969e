import * as z from 'zod/mini';
import { addDays, mondayOf, type DateText } from '../kit/dates';
import type { CourseMode } from './next-turn';

/** How many weeks the client's app shows, and the panel. */
export const PROGRESS_WEEKS = 12;
export const PANEL_WEEKS = 8;
const WEEK_DAYS = 7;

export const trainingWeek = z.object({
  /** Its Monday. */
  from: z.iso.date(),
  /** Sessions that were done. */
  done: z.int(),
  /** Sessions that were to be done; null of a week without a course, and of one in which a course began or ended. */
  planned: z.nullable(z.int()),
});
export type TrainingWeek = z.infer<typeof trainingWeek>;

/** Trainings that a course asked for, from when until when. */
export type PlannedCourse = {
  course: string;
  /** It comes with a package, so that the same training, if it is assigned, hides it. */
  is_bought: boolean;
  /** The training, or the one that it is a copy of. */
  training_id: number;
  starts_on: DateText;
  /** The first day on which it is no longer followed. */
  ends_on: DateText | null;
  mode: CourseMode;
  weekdays: readonly number[];
  /** How many days the training has, and how many of them are no rest days. */
  days: number;
  active_days: number;
};

/** The Mondays of the last weeks, this one's last. */
export const lastMondays = (today: DateText, count: number): DateText[] =>
  Array.from({ length: count }, (_, index) => addDays(mondayOf(today), (index + 1 - count) * WEEK_DAYS));

/** A package that was bought again before its end goes on as one. */
function joined(courses: readonly PlannedCourse[]): PlannedCourse[] {
  const lastByCourse = new Map<string, PlannedCourse>();
  const whole: PlannedCourse[] = [];
  for (const course of courses.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1))) {
    const last = lastByCourse.get(course.course);
    if (last && (last.ends_on === null || course.starts_on <= last.ends_on)) {
      if (last.ends_on !== null && (course.ends_on === null || course.ends_on > last.ends_on))
        last.ends_on = course.ends_on;
      continue;
    }
    const copy = { ...course };
    lastByCourse.set(course.course, copy);
    whole.push(copy);
  }
  return whole;
}

/** Sessions of a whole week; of a training that is longer than one, as many as fall into it on average. */
function sessionsOf({ mode, weekdays, days, active_days }: PlannedCourse): number {
  if (mode === 'weekdays') return weekdays.length;
  return days <= WEEK_DAYS ? active_days : Math.min(WEEK_DAYS, Math.round((WEEK_DAYS * active_days) / days));
}

function plannedIn(courses: readonly PlannedCourse[], monday: DateText): number | null {
  const next = addDays(monday, WEEK_DAYS);
  const ofWeek = courses.filter(({ starts_on, ends_on }) => starts_on < next && (ends_on === null || ends_on > monday));
  const assigned = new Set(ofWeek.filter(({ is_bought }) => !is_bought).map(({ training_id }) => training_id));
  const bought = new Map(ofWeek.filter((one) => one.is_bought).map((one) => [one.training_id, one]));
  const followed = [
    ...ofWeek.filter(({ is_bought }) => !is_bought),
    ...[...bought.values()].filter(({ training_id }) => !assigned.has(training_id)),
  ];
  const isWhole = followed.every(
    ({ starts_on, ends_on }) => starts_on < monday && (ends_on === null || ends_on > next),
  );
  if (followed.length === 0 || !isWhole) return null;
  return followed.reduce((sum, course) => sum + sessionsOf(course), 0);
}

/** Done against planned, week by week. */
export function trainingWeeks(
  done: ReadonlyMap<DateText, number>,
  courses: readonly PlannedCourse[],
  today: DateText,
  count: number,
): TrainingWeek[] {
  const whole = joined(courses);
  return lastMondays(today, count).map((from) => ({
    from,
    done: done.get(from) ?? 0,
    planned: plannedIn(whole, from),
  }));
}

/** 'Semanas seguidas': weeks in a row with a session each; this one counts once it has one, and breaks nothing before. */
export function weeksInARow(done: ReadonlyMap<DateText, number>, today: DateText): number {
  const thisWeek = mondayOf(today);
  let run = done.has(thisWeek) ? 1 : 0;
  for (let monday = addDays(thisWeek, -WEEK_DAYS); done.has(monday); monday = addDays(monday, -WEEK_DAYS)) run += 1;
  return run;
}
