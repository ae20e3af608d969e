import { addDays, daysBetween, weekdayOf, type DateText } from '../kit/dates';

/** How a course goes on: by sessions done, or by days of the week, done or not. */
export const courseModes = ['sequence', 'weekdays'] as const;
export type CourseMode = (typeof courseModes)[number];

/** Days back in which a turn that nobody did is still offered. */
export const MISSED_DAYS = 7;

export type CourseDay = { day_number: number; is_rest_day: boolean };
/** A turn that was done: the day of the training that it was, and when. */
export type ClosedTurn = { turn: number; day_number: number; day: DateText };
export type MissedTurn = { turn: number; day_number: number; on: DateText };

export type Course = {
  /** The training's days, in any order. */
  days: readonly CourseDay[];
  mode: CourseMode;
  /** ISO weekdays, 1 Monday to 7 Sunday. */
  weekdays: readonly number[];
  starts_on: DateText;
  /** The first day on which it is no longer followed. */
  ends_on: DateText | null;
  /** Null is the training's first. */
  first_day: number | null;
  /** At least the greatest closed turn; by weekdays also those of today and of the days in which a missed one is offered. */
  closed: readonly ClosedTurn[];
};

export type NextTurn = {
  state: 'train' | 'done' | 'rest' | 'starts';
  /** The turn that comes; by weekdays the one of today where that is done. Null where nothing comes any more. */
  turn: number | null;
  round: number | null;
  /** The day of the training that comes. */
  day_number: number | null;
  /** When it comes. */
  next_on: DateText | null;
  /** Turns that were left out, oldest first. */
  missed: MissedTurn[];
};

const NOTHING = { turn: null, round: null, day_number: null, next_on: null } as const;

/** The days of a training on which somebody trains, in their order. */
export function trainingDaysOf<D extends CourseDay>(days: readonly D[]): D[] {
  return days.filter((day) => !day.is_rest_day).toSorted((one, other) => one.day_number - other.day_number);
}

/** The place among the training days of the first from this number on; past the last one it is the first again. */
function placeFrom(training: readonly CourseDay[], dayNumber: number): number {
  const place = training.findIndex(({ day_number }) => day_number >= dayNumber);
  return place === -1 ? 0 : place;
}

/** How many of the chosen weekdays there are from one day to another, both counted. */
function countWeekdays(weekdays: readonly number[], from: DateText, to: DateText): number {
  const days = daysBetween(from, to) + 1;
  if (days <= 0) return 0;
  const weeks = Math.floor(days / 7);
  const first = weekdayOf(from);
  const rest = weekdays.filter((weekday) => (weekday - first + 7) % 7 < days % 7).length;
  return weeks * weekdays.length + rest;
}

/** The first chosen weekday from a day on. */
function nextWeekday(weekdays: readonly number[], from: DateText): DateText {
  const first = weekdayOf(from);
  return addDays(from, Math.min(...weekdays.map((weekday) => (weekday - first + 7) % 7)));
}

/** Undefined on days on which the course is over. */
export function nextTurn(course: Course, today: DateText): NextTurn | undefined {
  const { ends_on } = course;
  if (ends_on !== null && today >= ends_on) return undefined;
  const training = trainingDaysOf(course.days);
  const comes = training.length === 0 ? { state: 'rest' as const, ...NOTHING, missed: [] } : undefined;
  return (
    comes ?? (course.mode === 'weekdays' ? byWeekdays(course, training, today) : bySequence(course, training, today))
  );
}

const isBefore = (day: DateText, end: DateText | null) => end === null || day < end;
const roundOf = (turn: number, training: readonly CourseDay[]) => Math.ceil(turn / training.length);

function bySequence(course: Course, training: readonly CourseDay[], today: DateText): NextTurn {
  const { days, starts_on, ends_on, first_day, closed } = course;
  const last = closed.reduce<ClosedTurn | undefined>(
    (greatest, one) => (greatest && greatest.turn >= one.turn ? greatest : one),
    undefined,
  );
  const place = placeFrom(training, last ? last.day_number + 1 : (first_day ?? 0));
  const { day_number } = training[place]!;
  const turn = (last?.turn ?? 0) + 1;
  const isRound = last !== undefined && day_number <= last.day_number;
  const isPassed = (number: number) =>
    last !== undefined &&
    (isRound ? number > last.day_number || number < day_number : number > last.day_number && number < day_number);
  const rests = days.filter((day) => day.is_rest_day && isPassed(day.day_number)).length;
  const free = last ? addDays(last.day, rests + 1) : starts_on;
  const next_on = free > starts_on ? free : starts_on;
  const answered = { turn, round: roundOf(turn, training), day_number, missed: [] };
  if (today >= next_on) return { state: 'train', ...answered, next_on: today };
  const coming = isBefore(next_on, ends_on) ? { ...answered, next_on } : { ...NOTHING, missed: [] };
  if (today < starts_on) return { state: 'starts', ...coming };
  return { state: last && today <= last.day ? 'done' : 'rest', ...coming };
}

function byWeekdays(course: Course, training: readonly CourseDay[], today: DateText): NextTurn {
  const { weekdays, starts_on, ends_on, first_day, closed } = course;
  const first = placeFrom(training, first_day ?? 0);
  const turnOf = (day: DateText) => countWeekdays(weekdays, starts_on, day);
  const dayOf = (turn: number) => training[(first + turn - 1) % training.length]!.day_number;
  const isClosed = (turn: number) => closed.some((one) => one.turn === turn);
  const isChosen = (day: DateText) => weekdays.includes(weekdayOf(day));
  const comingFrom = (from: DateText) => {
    const next_on = weekdays.length === 0 ? null : nextWeekday(weekdays, from);
    if (next_on === null || !isBefore(next_on, ends_on)) return NOTHING;
    const turn = turnOf(next_on);
    return { turn, round: roundOf(turn, training), day_number: dayOf(turn), next_on };
  };
  if (today < starts_on) return { state: 'starts', ...comingFrom(starts_on), missed: [] };
  const missed: MissedTurn[] = [];
  for (let back = MISSED_DAYS; back > 0; back -= 1) {
    const on = addDays(today, -back);
    if (on < starts_on || !isChosen(on) || isClosed(turnOf(on))) continue;
    missed.push({ turn: turnOf(on), day_number: dayOf(turnOf(on)), on });
  }
  const tomorrow = addDays(today, 1);
  if (!isChosen(today)) return { state: 'rest', ...comingFrom(tomorrow), missed };
  const turn = turnOf(today);
  const round = roundOf(turn, training);
  if (isClosed(turn)) return { state: 'done', ...comingFrom(tomorrow), turn, round, missed };
  return { state: 'train', turn, round, day_number: dayOf(turn), next_on: today, missed };
}

type Followed = { mode: CourseMode; state: NextTurn['state'] };

function rankOf({ mode, state }: Followed): number {
  if (state === 'starts') return 2;
  return mode === 'weekdays' && state === 'train' ? 0 : 1;
}

/** Sorts courses: those due by weekday first, those that begin later last; the next that is due takes the place of one that is done. */
export function inDueOrder<Course>(courses: readonly Course[], read: (course: Course) => Followed): Course[] {
  const ordered = courses.toSorted((one, other) => rankOf(read(one)) - rankOf(read(other)));
  const [first] = ordered;
  const due = ordered.find((course) => read(course).state === 'train');
  if (first === undefined || read(first).state !== 'done' || due === undefined) return ordered;
  return [due, ...ordered.filter((course) => course !== due)];
}

/** The keys of courses: one that was assigned, and one that comes with a package, which is the same when it is bought again. */
export const assignedCourse = (assignmentId: number): string => `a${assignmentId}`;
export const packageCourse = (packageId: number, trainingId: number): string => `p${packageId}-${trainingId}`;

export type CourseKey = { assignment: number } | { package: number; training: number };

/** Undefined for a text that is no course's key. */
export function readCourseKey(key: string): CourseKey | undefined {
  const found = /^(?:a([1-9]\d{0,9})|p([1-9]\d{0,9})-([1-9]\d{0,9}))$/.exec(key);
  if (!found) return undefined;
  const [assignment, packageId, training] = found.slice(1).map(Number);
  return found[1] ? { assignment: assignment! } : { package: packageId!, training: training! };
}
