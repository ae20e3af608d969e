import { setProblems } from '@pulso/contract/content/sets-line';
import { endOf, exerciseAt, noteOf, setsAt, titleOfSet, type CellValue } from '@pulso/contract/coaching/session';
import { setWords } from '@pulso/contract/coaching/sets';
import type { Place, SetCell, Workout } from '@pulso/contract/coaching/workouts';
import { readNumber, typedText } from '../typed-number';

/** A set beside its plan; `done` is missing of one that was left out, `planned` of one that was added. */
export type SetLine = {
  name: string;
  n: number;
  planned: string | undefined;
  done: string | undefined;
  /** Its exercise, where that is no longer the one of the place. */
  of: string | undefined;
};
export type PlaceLines = {
  place: Place;
  title: string;
  /** The planned exercise, where another was done. */
  insteadOf: string | undefined;
  sets: SetLine[];
};

const UNNAMED = 'Ejercicio';

/** Planned and done, place by place and set by set. */
export function linesOf(workout: Workout): PlaceLines[] {
  return workout.places.map((place) => {
    const now = exerciseAt(workout, place);
    const planned = place.title ?? UNNAMED;
    return {
      place,
      title: now.title ?? UNNAMED,
      insteadOf: now.id === place.exercise_id ? undefined : planned,
      sets: setsAt(workout, place).map(({ name, n, target, isAdded, isDone, cell }) => ({
        name,
        n,
        planned: target && !isAdded ? setWords(target) : undefined,
        done: cell && isDone ? setWords(cell) : undefined,
        of: cell && isDone && cell.exercise_id !== now.id ? (titleOfSet(cell, place) ?? 'Otro ejercicio') : undefined,
      })),
    };
  });
}

/** '52 min', of a session that took a minute at least. */
export function lengthWords({ started_at }: Workout, ended_at: string | null): string | undefined {
  const minutes = Math.round((Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / 60_000);
  return minutes > 0 ? `${minutes} min` : undefined;
}

/** A done set as it is being corrected: repetitions, or the seconds of a hold, and weight. */
export type SetDraft = { amount: string; weight: string };
export type Correction = { sets: Record<string, SetDraft>; effort: number | null; note: string };

const doneCells = ({ cells }: Workout) =>
  Object.entries(cells).filter((entry): entry is [string, SetCell] => 'state' in entry[1] && entry[1].state === 'done');

const draftOf = ({ reps, seconds, weight }: SetCell): SetDraft => ({
  amount: typedText(seconds ?? reps),
  weight: typedText(weight),
});

export const isHold = ({ cells }: Workout, name: string): boolean => (cells[name] as SetCell).seconds !== null;

/** What is there to correct, as it would be typed. */
export const correctionOf = (workout: Workout): Correction => ({
  sets: Object.fromEntries(doneCells(workout).map(([name, cell]) => [name, draftOf(cell)])),
  effort: endOf(workout)?.effort ?? null,
  note: noteOf(workout),
});

const isSameDraft = (one: SetDraft, other: SetDraft) => one.amount === other.amount && one.weight === other.weight;
const numberIn = (typed: string) => readNumber(typed) ?? Number.NaN;

/** The cells that a correction changes, or what is wrong with its sets. */
export function readCorrection(
  workout: Workout,
  { sets, effort, note }: Correction,
): { values: Record<string, CellValue> } | { faults: Record<string, string> } {
  const values: Record<string, CellValue> = {};
  const faults: Record<string, string> = {};
  for (const [name, cell] of doneCells(workout)) {
    const draft = sets[name];
    if (!draft || isSameDraft(draft, draftOf(cell))) continue;
    const amount = numberIn(draft.amount);
    const { v: _v, by: _by, ...before } = cell;
    const set = {
      reps: cell.seconds === null ? amount : null,
      seconds: cell.seconds === null ? null : amount,
      weight: draft.weight.trim() === '' ? null : numberIn(draft.weight),
    };
    const [problem] = Object.values(setProblems({ ...set, reps_max: null, rest: null }));
    if (problem === undefined) values[name] = { ...before, ...set };
    else faults[name] = problem;
  }
  if (Object.keys(faults).length > 0) return { faults };
  if (note.trim() !== noteOf(workout)) values.note = { text: note.trim() };
  const end = endOf(workout);
  if (effort !== (end?.effort ?? null)) values.end = { ended_at: end?.ended_at ?? null, effort, gone: false };
  return { values };
}

/** The cells of a session that is taken out of everything. */
export function erasureOf(workout: Workout): Record<string, CellValue> {
  const { ended_at = null, effort = null } = endOf(workout) ?? {};
  return { end: { ended_at, effort, gone: true } };
}
