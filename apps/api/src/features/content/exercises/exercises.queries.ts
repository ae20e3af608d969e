import {
  exercises,
  machineProblems,
  type Exercise,
  type ExerciseInput,
  type ExercisePatch,
  type ExerciseSet,
} from '@pulso/contract/content/exercises';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { columnsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { nestedStore } from '#db/stores/nested-store';
import { Refusal } from '#db/writes/refusal';
import { insertSets, SET_COLUMNS } from '#features/content/exercises/exercise-sets.queries';

const COLUMNS = columnsOf('e', exercises.row, ['body_part', 'machine', 'sets']);

async function readExercises(db: Db, id?: number): Promise<Exercise[]> {
  return db
    .selectFrom('exercises as e')
    .select(COLUMNS)
    .select((query) => [
      jsonObjectFrom(
        query.selectFrom('body_parts as part').select('part.title').whereRef('part.id', '=', 'e.body_part_id'),
      ).as('body_part'),
      jsonObjectFrom(
        query.selectFrom('machines').select('machines.title').whereRef('machines.id', '=', 'e.machine_id'),
      ).as('machine'),
      jsonArrayFrom(
        query
          .selectFrom('exercise_sets as s')
          .select(SET_COLUMNS)
          .whereRef('s.exercise_id', '=', 'e.id')
          .orderBy('s.set_number'),
      )
        .$castTo<ExerciseSet[]>()
        .as('sets'),
    ])
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? 0))
    .orderBy('e.id')
    .execute();
}

type MachineUse = { uses_machine: boolean; machine_id: number | null };

const lockMachineUse = (db: Db, id: number): Promise<MachineUse | undefined> =>
  db
    .selectFrom('exercises')
    .select(['uses_machine', 'machine_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The two machine fields depend on each other, so what is sent is checked together with what is stored. */
function resolveMachine(patch: ExercisePatch, stored?: MachineUse): ExercisePatch {
  const uses_machine = patch.uses_machine ?? stored?.uses_machine ?? false;
  const chosenMachineId = patch.machine_id === undefined ? stored?.machine_id : patch.machine_id;
  const machine_id = (uses_machine ? chosenMachineId : null) ?? null;
  const problems = machineProblems({ uses_machine, machine_id });
  if (problems) throw new Refusal(problems);
  return { ...patch, uses_machine, machine_id };
}

export const exerciseStore = nestedStore<Exercise, ExerciseInput, ExercisePatch>({
  table: 'exercises',
  shows: ['exercise_sets', 'body_parts', 'machines'],
  read: readExercises,
  parts: ['sets'],
  prepareColumns: async (own, transaction, id) => {
    if (id === undefined) return resolveMachine(own);
    const stored = await lockMachineUse(transaction, id);
    return stored && resolveMachine(own, stored);
  },
  saveParts: async (transaction, id, { sets }) => {
    if (sets) await insertSets(transaction, id, sets);
  },
});
