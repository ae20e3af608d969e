import { stateOf, summaryOf } from '@pulso/contract/coaching/merge';
import type { ExerciseProgress, MyProgress, ProgressDay } from '@pulso/contract/coaching/progress';
import { exerciseAt } from '@pulso/contract/coaching/session';
import { bestOf, compareSets, doneSetsOf, setWords, weightWords, type SetValues } from '@pulso/contract/coaching/sets';
import type { Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import { secondsWords } from '@pulso/contract/content/sets-line';
import { addDays, today, type DateText } from '@pulso/contract/kit/dates';

/* The server's answers joined with the sessions of this phone, some of which it may not have yet. */

/** A session of this phone. */
export type Kept = { workout: Workout; unsent: boolean; refused?: object };

/** A session as the server would list it. */
function rowOf(workout: Workout): WorkoutRow {
  const { id, course, turn, training_id, day_number, title, day, started_at, version } = workout;
  const { ended_at, effort, done, planned, note } = summaryOf(workout);
  return {
    ...{ id, course, turn, training_id, day_number, title, day, started_at, version },
    ...{ ended_at, effort, done, planned, note },
  };
}

const stateNow = (workout: Workout, now: Date) => stateOf({ ...workout, ...summaryOf(workout) }, now);

/** True if a session counts: it was ended, or something of it was done on a past day. */
const isClosed = ({ ended_at, done, day }: WorkoutRow, now: Date) =>
  ended_at !== null || (done > 0 && day < today(now));

type Listed = Pick<WorkoutRow, 'day' | 'id'>;
/** Newest first, as the server lists them. */
const compareRows = (one: Listed, other: Listed) =>
  Number(one.day < other.day) - Number(one.day > other.day) || Number(one.id < other.id) - Number(one.id > other.id);

/** Newest sessions of the server; `more` if it has older ones. */
export type Rows = { rows: readonly WorkoutRow[]; more: boolean };

/** Sessions of this phone that the server's list would have, and has not. */
function lackingOf({ rows, more }: Rows, kept: readonly Kept[]): Kept[] {
  const known = new Set(rows.map(({ id }) => id));
  const oldest = more ? rows.at(-1) : undefined;
  return kept.filter(({ workout }) => !known.has(workout.id) && (!oldest || compareRows(workout, oldest) < 0));
}

export type Sending = 'sent' | 'unsent' | 'refused';
/** Whether the server has what this phone has. */
export function sendingOf({ unsent, refused }: { unsent: boolean; refused?: object }): Sending {
  if (!unsent) return 'sent';
  return refused ? 'refused' : 'unsent';
}

export type SessionLine = { row: WorkoutRow; state: Sending };

/** The closed sessions, newest first: those of the server, and in their place or beside them those of this phone. */
export function joinRows({ rows, more }: Rows, kept: readonly Kept[], now: Date): SessionLine[] {
  const changed = kept.filter(({ unsent, workout }) => unsent && rows.some(({ id }) => id === workout.id));
  const own = [...changed, ...lackingOf({ rows, more }, kept)];
  const replaced = new Set(changed.map(({ workout }) => workout.id));
  return [
    ...rows
      .filter((row) => !replaced.has(row.id) && isClosed(row, now))
      .map((row): SessionLine => ({ row, state: 'sent' })),
    ...own
      .filter(({ workout }) => stateNow(workout, now) === 'closed')
      .map((one): SessionLine => ({ row: rowOf(one.workout), state: sendingOf(one) })),
  ].toSorted((one, other) => compareRows(one.row, other.row));
}

export type OwnSessions = {
  /** Closed sessions that the server has not counted. */
  added: Workout[];
  /** Sessions that it has, and that were erased here. */
  erased: WorkoutRow[];
};

/** What the server's sums lack. Those of a session that was corrected follow when it is sent. */
export function ownSessions(listed: Rows, kept: readonly Kept[], now: Date): OwnSessions {
  const gone = new Set(kept.flatMap(({ workout }) => (stateNow(workout, now) === 'gone' ? [workout.id] : [])));
  return {
    added: lackingOf(listed, kept).flatMap(({ workout }) => (stateNow(workout, now) === 'closed' ? [workout] : [])),
    erased: listed.rows.filter((row) => gone.has(row.id) && isClosed(row, now)),
  };
}

type Weeks = Pick<MyProgress, 'weeks' | 'run'>;

/** Weeks with a session each, back from this one, which counts once it has one. */
function runOf(weeks: Weeks['weeks']): number {
  const counted = weeks.at(-1)?.done === 0 ? weeks.slice(0, -1) : weeks;
  const gap = counted.findLastIndex(({ done }) => done === 0);
  return counted.length - 1 - gap;
}

/** True if the run may have begun before the weeks that are told. */
const isOpen = (weeks: Weeks['weeks']) => weeks.slice(0, -1).every(({ done }) => done > 0);

export function joinWeeks({ weeks, run }: Weeks, { added, erased }: OwnSessions): Weeks {
  const joined = weeks.map((week) => {
    const count = (days: readonly { day: DateText }[]) =>
      days.filter(({ day }) => day >= week.from && day < addDays(week.from, 7)).length;
    return { ...week, done: week.done + count(added) - count(erased) };
  });
  return { weeks: joined, run: isOpen(joined) ? Math.max(run - runOf(weeks), 0) + runOf(joined) : runOf(joined) };
}

type Done = { exercise_id: number; title: string; day: DateText; sets: SetValues[] };

/** What was done of each exercise in a session, with the name that it had there. */
function exercisesOf(workout: Workout): Done[] {
  const titles = new Map(workout.places.flatMap(({ exercise_id, title }) => (title ? [[exercise_id, title]] : [])));
  for (const place of workout.places) {
    const { id, title } = exerciseAt(workout, place);
    if (title) titles.set(id, title);
  }
  const found = new Map<number, Done>();
  for (const { exercise_id, sets } of doneSetsOf(workout)) {
    const known = found.get(exercise_id);
    if (known) known.sets.push(...sets);
    else
      found.set(exercise_id, {
        exercise_id,
        title: titles.get(exercise_id) ?? 'Ejercicio',
        day: workout.day,
        sets: [...sets],
      });
  }
  return [...found.values()];
}

const better = (one: SetValues, other: SetValues) => (compareSets(other, one) > 0 ? other : one);

/** The exercises, last done first. */
export function joinExercises(exercises: readonly ExerciseProgress[], { added }: OwnSessions): ExerciseProgress[] {
  const joined = new Map(exercises.map((one) => [one.exercise_id, one]));
  for (const { exercise_id, title, day, sets } of added.flatMap(exercisesOf)) {
    const best = { day, set: bestOf(sets)! };
    const known = joined.get(exercise_id);
    if (!known) joined.set(exercise_id, { exercise_id, title, times: 1, last: best, best });
    else
      joined.set(exercise_id, {
        ...known,
        times: known.times + Number(day !== known.last.day),
        last:
          day === known.last.day
            ? { day, set: better(known.last.set, best.set) }
            : day > known.last.day
              ? best
              : known.last,
        best: compareSets(best.set, known.best.set) > 0 ? best : known.best,
      });
  }
  return [...joined.values()].toSorted(
    (one, other) => Number(one.last.day < other.last.day) - Number(one.last.day > other.last.day),
  );
}

/** The days of one exercise, oldest first. */
export function joinDays(days: readonly ProgressDay[], { added }: OwnSessions, exerciseId: number): ProgressDay[] {
  const joined = new Map(days.map((one) => [one.day, one]));
  for (const { exercise_id, day, sets } of added.flatMap(exercisesOf)) {
    if (exercise_id !== exerciseId) continue;
    const best = bestOf(sets)!;
    const known = joined.get(day);
    joined.set(day, {
      day,
      best: known ? better(known.best, best) : best,
      sets: (known?.sets ?? 0) + sets.length,
    });
  }
  return [...joined.values()].toSorted((one, other) => Number(one.day > other.day) - Number(one.day < other.day));
}

/** What an exercise's curve shows: its weights, without any its repetitions, of holds without any the seconds. */
function drawnBy(sets: readonly SetValues[]): { name: keyof SetValues; axisText: (value: number) => string } {
  if (sets.some(({ weight }) => weight)) return { name: 'weight', axisText: weightWords };
  return sets.some(({ reps }) => reps !== null)
    ? { name: 'reps', axisText: String }
    : { name: 'seconds', axisText: secondsWords };
}

/** The curve of an exercise's days. */
export function curveOf(days: readonly ProgressDay[]) {
  const { name, axisText } = drawnBy(days.map(({ best }) => best));
  return {
    axisText,
    points: days.map(({ day, best, sets }) => ({ day, sets, value: best[name] ?? 0, text: setWords(best) })),
  };
}
