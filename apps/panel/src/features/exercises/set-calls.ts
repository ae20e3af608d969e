import { exerciseSets, MOST_SETS, type ExerciseSet } from '@pulso/contract/exercises';
import { call, CallFailure, dataOf, refuseDenied, type Body } from '#api/client';
import { numbered, type SetRow } from '#features/exercises/set-rows';

export type SetStep =
  | { do: 'create'; place: number; row: SetRow }
  | { do: 'change'; place: number; row: SetRow; id: number }
  | { do: 'remove'; id: number };

/**
 * The calls that turn the stored sets into the rows of the form.
 *
 * Places are filled from the first to the last: what a call puts at its place can then only push back what has no place
 * yet, on a server that makes room for a set as on one that just stores its number. What the form does not have goes
 * last, so the exercise is never without sets and a failure half-way takes nothing away; only where the exercise is full
 * does one go before a new one comes.
 */
export function planSets(stored: Pick<ExerciseSet, 'id'>[], rows: SetRow[]): SetStep[] {
  const storedIds = new Set(stored.map(({ id }) => id));
  const wantedIds = new Set(rows.map(({ id }) => id));
  const removals = stored.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => ({ do: 'remove', id }) as const);
  const steps: SetStep[] = [];
  let count = stored.length;
  for (const [index, row] of rows.entries()) {
    const place = index + 1;
    if (row.id !== undefined && storedIds.has(row.id)) {
      steps.push({ do: 'change', place, row, id: row.id });
      continue;
    }
    const first = count < MOST_SETS ? undefined : removals.shift();
    if (first) steps.push(first);
    else count += 1;
    steps.push({ do: 'create', place, row });
  }
  return [...steps, ...removals];
}

/** A call for the sets failed; what was done before it stands. */
export class SetsFailure extends Error {
  constructor(
    override readonly cause: unknown,
    /** None, where the stored sets could not even be read. */
    readonly plan: SetStep[] | undefined,
    /** How many of its steps were done. */
    readonly done: number,
  ) {
    super('The sets were not all saved');
  }
}

async function readStored(exerciseId: number): Promise<ExerciseSet[]> {
  const data = dataOf(await call('GET', `${exerciseSets.path}/by-exercise/${exerciseId}`));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return data as ExerciseSet[];
}

const idIn = ({ data }: Body) => (data as { id?: number } | null | undefined)?.id;

/** Answers the id of the set, unless the server keeps that of a new one to itself. */
async function sendStep(exerciseId: number, step: SetStep): Promise<number | undefined> {
  const { path } = exerciseSets;
  if (step.do === 'remove') {
    refuseDenied(await call('DELETE', `${path}/${step.id}`));
    return undefined;
  }
  const json = numbered(step.row, step.place);
  if (step.do === 'change') {
    refuseDenied(await call('PATCH', `${path}/${step.id}`, { payload: { json } }));
    return step.id;
  }
  return idIn(refuseDenied(await call('POST', path, { payload: { json: { ...json, exercise_id: exerciseId } } })));
}

/**
 * Brings the stored sets to what the form has, and answers them as far as their ids are known. `onSaved` hears at once of
 * each, so that a second attempt after a failure changes a new set instead of creating it again. Whatever else the server
 * has by then, such as a set whose creation was never answered, is not in the form, and so goes.
 */
export async function saveSets(exerciseId: number, rows: SetRow[], onSaved: (row: SetRow, id: number) => void) {
  const saved: ExerciseSet[] = [];
  let plan: SetStep[] | undefined;
  let done = 0;
  try {
    plan = planSets(await readStored(exerciseId), rows);
    for (const step of plan) {
      const id = await sendStep(exerciseId, step);
      done += 1;
      if (step.do === 'remove' || id === undefined) continue;
      onSaved(step.row, id);
      saved.push({ ...numbered(step.row, step.place), id, exercise_id: exerciseId });
    }
    return saved;
  } catch (error) {
    throw new SetsFailure(error, plan, done);
  }
}
