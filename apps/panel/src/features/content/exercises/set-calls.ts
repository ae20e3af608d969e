import { exerciseSets, type ExerciseSet } from '@pulso/contract/content/exercises';
import { CallFailure, dataOf, assertOk, type Body, isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { asNumber, readRows } from '#api/reader';
import { planSetSteps, type SetStep } from '#features/content/exercises/set-steps';
import { toSetBody, type SetRow } from '#features/content/exercises/set-rows';

export type RowStep = SetStep<SetRow>;

/** A call for the sets failed; the steps before it were saved. */
export class SetsFailure extends Error {
  constructor(
    override readonly cause: unknown,
    /** Undefined if the stored sets could not even be read. */
    readonly plan: RowStep[] | undefined,
    /** Number of steps of the plan that were done. */
    readonly done: number,
  ) {
    super('The sets were not all saved');
  }
}

async function readStoredSets(exerciseId: number): Promise<ExerciseSet[]> {
  const data = dataOf(await call('GET', `${exerciseSets.path}/by-exercise/${exerciseId}`));
  if (!Array.isArray(data)) throw new CallFailure(200, undefined);
  return readRows(exerciseSets, data);
}

const readId = ({ data }: Body) => (isObject(data) ? asNumber(data.id) : undefined);

/** Answers the set's id, where the server gives one. */
async function sendStep(exerciseId: number, step: RowStep): Promise<number | undefined> {
  const { path } = exerciseSets;
  if (step.do === 'remove') {
    assertOk(await call('DELETE', `${path}/${step.id}`));
    return undefined;
  }
  const json = toSetBody(step.row, step.place);
  if (step.do === 'change') {
    assertOk(await call('PATCH', `${path}/${step.id}`, { payload: { json } }));
    return step.id;
  }
  return readId(assertOk(await call('POST', path, { payload: { json: { ...json, exercise_id: exerciseId } } })));
}

/**
 * Makes the stored sets those of the form, and answers those with known ids. `onSaved` is called after each, so that a
 * retry changes a new set instead of creating it again. Stored sets that are not in the form are deleted, such as one
 * whose creation timed out.
 */
export async function saveSets(exerciseId: number, rows: SetRow[], onSaved: (row: SetRow, id: number) => unknown) {
  const saved: ExerciseSet[] = [];
  let plan: RowStep[] | undefined;
  let done = 0;
  try {
    plan = planSetSteps(await readStoredSets(exerciseId), rows);
    for (const step of plan) {
      const id = await sendStep(exerciseId, step);
      done += 1;
      if (step.do === 'remove' || id === undefined) continue;
      onSaved(step.row, id);
      saved.push({ ...toSetBody(step.row, step.place), id, exercise_id: exerciseId });
    }
    return saved;
  } catch (error) {
    throw new SetsFailure(error, plan, done);
  }
}
