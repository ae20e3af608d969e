import type { LastTime, MyTraining } from '@pulso/contract/coaching/courses';
import {
  currentSet,
  exerciseAt,
  lastTimeOf,
  nextNumber,
  setsAt,
  setsInOrder,
  skipName,
  standingValues,
  swapName,
  type CellValue,
  type SessionSet,
} from '@pulso/contract/coaching/session';
import { setName, type SetValues } from '@pulso/contract/coaching/sets';
import type { EndCell, Place, SkipCell, Workout } from '@pulso/contract/coaching/workouts';
import { useRef, useState } from 'react';
import { clockOffset, serverNow } from '#http/server-clock';
import { changeWorkout, type LogState } from '#device/log';
import { readStored, SESSION_KEY, store } from '#device/phone-storage';
import { restName, restOf, type ChangedRest, type Rest } from '#features/session/session.rules';

/** A set that was gone to; of one that stood there as done or not, as long as it does. `from` is the one to come back to. */
type Chosen = { set: string; isDone?: boolean; from?: string };
/** Beside the session itself: what of this phone alone outlives a reload. */
type Beside = { workout: string; chosen?: Chosen; rest?: ChangedRest };

function useBeside(workout: string) {
  const [beside, setBeside] = useState<Beside>(() => {
    const kept = readStored<Beside>(SESSION_KEY);
    return kept?.workout === workout ? kept : { workout };
  });
  const latest = useRef(beside);
  const keepBeside = (changes: Partial<Beside>) => {
    latest.current = { ...latest.current, ...changes };
    store(SESSION_KEY, latest.current);
    setBeside(latest.current);
  };
  return { beside, keepBeside };
}

const NO_VALUES = { reps: null, seconds: null, weight: null };

/** A done set as it is stored, without who wrote it. */
function doneCell({ cell }: SessionSet) {
  const { v: _v, by: _by, ...value } = cell!;
  return value;
}

/** What is shown of a session and done in it. Whatever is done resolves once it is stored, to false if it could not be. */
export function useSession(workout: Workout, kept: LogState['workouts'], training: MyTraining | undefined) {
  const { beside, keepBeside } = useBeside(workout.id);
  const { chosen } = beside;
  /** Values that were set and not stored yet, by set. */
  const [drafts, setDrafts] = useState<Record<string, SetValues>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const isChosen = ({ name, isDone }: SessionSet) =>
    name === chosen?.set && (chosen.isDone === undefined || chosen.isDone === isDone);
  const current = currentSet(workout, setsInOrder(workout).find(isChosen)?.name);

  // One change after the other; the screen learns a moment later that the last one is over.
  const isChanging = useRef(false);
  const change = async (values: Record<string, CellValue>): Promise<Workout | undefined> => {
    if (isChanging.current) return undefined;
    isChanging.current = true;
    setBusy(true);
    setError(undefined);
    try {
      return await changeWorkout(workout.id, values);
    } catch (failed) {
      setError(failed);
      return undefined;
    } finally {
      isChanging.current = false;
      setBusy(false);
    }
  };

  const exerciseOf = (id: number) => training?.exercises[id];
  /** Undefined where it is not known. */
  const lastOf = (id: number): LastTime | null | undefined => {
    const told = exerciseOf(id)?.last;
    const workouts = kept.map((one) => one.workout);
    const last = lastTimeOf(id, { told: told ?? null, kept: workouts, except: workout.id, now: serverNow() });
    return last ?? (training && told !== undefined ? null : undefined);
  };
  /** The exercise that a set was done with, or is going to be. */
  const exerciseIn = ({ place, cell, isDone }: SessionSet) =>
    isDone ? cell!.exercise_id : exerciseAt(workout, place).id;
  const valuesOf = (set: SessionSet): SetValues =>
    drafts[set.name] ?? standingValues(set, lastOf(exerciseIn(set)) ?? null);

  const forget = (isForgotten: (name: string) => boolean) =>
    setDrafts((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isForgotten(name))));

  const choose = (set: SessionSet) => {
    const from = current?.isDone ? chosen?.from : current?.name;
    keepBeside({ chosen: { set: set.name, isDone: set.isDone, from } });
  };
  /** Back to where one was before a done set. */
  const goOn = () =>
    keepBeside({ chosen: chosen?.from === undefined ? undefined : { set: chosen.from, isDone: false } });

  const rest = restOf(workout, beside.rest, clockOffset());
  const changeRest = ({ of }: Rest, ends: number | null) => keepBeside({ rest: { of, ends } });

  /** Stores a set as done. */
  const complete = async (set: SessionSet, values: SetValues): Promise<boolean> => {
    // It stays on the screen until it is stored.
    keepBeside({ chosen: { set: set.name, isDone: false } });
    // The server's time may become known meanwhile; the rest is counted by what the phone takes it for now.
    const offset = clockOffset();
    const at = serverNow().toISOString();
    const exercise_id = exerciseIn(set);
    // The name of another than the planned one is known by nothing else, once it is swapped again.
    const title = exercise_id === set.place.exercise_id ? undefined : exerciseAt(workout, set.place).title;
    const done = { state: 'done' as const, exercise_id, ...(title && { title }), ...values, at };
    const after = await change({ [set.name]: done });
    if (!after) return false;
    forget((name) => name === set.name);
    keepBeside({ chosen: undefined, rest: restOf(after, undefined, offset) });
    return true;
  };

  /** The rest after another set, which is not to begin anew. */
  const restLeft = (after: Workout, ends: number | null): ChangedRest | undefined => {
    const of = restName(after);
    return of === undefined ? undefined : { of, ends };
  };

  const correct = async (set: SessionSet, values: SetValues): Promise<boolean> => {
    const after = await change({ [set.name]: { ...doneCell(set), ...values } });
    if (!after) return false;
    forget((name) => name === set.name);
    keepBeside({ rest: restLeft(after, rest?.ends ?? null) });
    goOn();
    return true;
  };

  const takeBack = async (set: SessionSet): Promise<boolean> => {
    const after = await change({ [set.name]: { ...doneCell(set), state: 'todo', at: null } });
    if (!after) return false;
    forget((name) => name === set.name);
    keepBeside({ chosen: { set: set.name }, rest: restLeft(after, null) });
    return true;
  };

  const addSet = async (place: Place): Promise<boolean> => {
    const n = nextNumber(workout, place);
    if (n === undefined) return false;
    const last = setsAt(workout, place).at(-1);
    const added = setName(place.key, n);
    const values = last ? valuesOf(last) : NO_VALUES;
    const cell = { state: 'todo' as const, exercise_id: exerciseAt(workout, place).id, ...values, at: null };
    if (!(await change({ [added]: cell }))) return false;
    keepBeside({ chosen: { set: added, isDone: false } });
    return true;
  };

  const removeSet = async (set: SessionSet): Promise<boolean> => {
    const gone = { state: 'gone' as const, exercise_id: exerciseIn(set), ...NO_VALUES, at: null };
    const after = await change({ [set.name]: gone });
    if (after) keepBeside({ chosen: undefined });
    return after !== undefined;
  };

  /** Another exercise in a place; undefined is the planned one. */
  const swap = async (place: Place, id: number | undefined): Promise<boolean> => {
    const title = id === undefined ? undefined : exerciseOf(id)?.title;
    const after = await change({ [swapName(place.key)]: { exercise_id: id ?? null, ...(title && { title }) } });
    // They were of the other exercise.
    if (after) forget((name) => name.startsWith(setName(place.key, 0).slice(0, -1)));
    return after !== undefined;
  };

  const leaveOut = async (place: Place, given: Pick<SkipCell, 'reason' | 'text'>): Promise<boolean> => {
    const after = await change({ [skipName(place.key)]: given });
    if (after && given.reason !== null) keepBeside({ chosen: undefined });
    return after !== undefined;
  };

  const setNote = async (text: string): Promise<boolean> => (await change({ note: { text } })) !== undefined;

  const end = async (effort: EndCell['effort'], note: string | undefined): Promise<boolean> => {
    const ended = { ended_at: serverNow().toISOString(), effort, gone: false };
    return (await change({ ...(note !== undefined && { note: { text: note } }), end: ended })) !== undefined;
  };
  const discard = async (): Promise<boolean> =>
    (await change({ end: { ended_at: null, effort: null, gone: true } })) !== undefined;

  return {
    workout,
    training,
    current,
    busy,
    error,
    exerciseOf,
    exerciseIn,
    lastOf,
    valuesOf,
    setValues: ({ name }: SessionSet, values: SetValues) => setDrafts((before) => ({ ...before, [name]: values })),
    isChanged: ({ name }: SessionSet) => drafts[name] !== undefined,
    choose,
    goOn,
    complete,
    correct,
    takeBack,
    addSet,
    removeSet,
    swap,
    leaveOut,
    setNote,
    end,
    discard,
    rest,
    changeRest,
  };
}

export type Session = ReturnType<typeof useSession>;
