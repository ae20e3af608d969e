import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import {
  exerciseCreate,
  exercises,
  INVALID_SETS,
  type Exercise,
  type ExerciseInput,
} from '@pulso/contract/content/exercises';
import { machines } from '@pulso/contract/catalogue/machines';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useItemToEdit } from '#api/resources';
import { ItemStates } from '#screens/item-states';
import { ExerciseFields } from '#features/content/exercises/exercise-fields';
import { BACK, failureOf } from '#features/content/exercises/exercise-words';
import { newSetRow, numbered, rowErrors, storedSetRow, type SetRow } from '#features/content/exercises/set-rows';
import { SetsField } from '#features/content/exercises/sets-field';
import { saveFailureOf, useExerciseSave } from '#features/content/exercises/use-exercise-save';
import { useChoices, withRealIds } from '#forms/choices';
import type { Check } from '#forms/form';
import { FormPage, FormSection, FormSkeleton } from '#forms/form-page';
import { schemaCheck } from '#forms/schema-check';

const parts = {
  failure: 'Error al cargar las partes del cuerpo',
  fallback: ['Pecho', 'Piernas', 'Brazos', 'Abdomen', 'Espalda', 'Hombros'],
};
const noMachines = { failure: 'Error al cargar las máquinas', fallback: [] };

export function ExerciseFormScreen() {
  const { id } = useParams();
  const loaded = useItemToEdit(exercises, id);
  if (id === undefined) return <ExerciseForm exercise={undefined} />;
  return (
    <ItemStates
      item={loaded}
      failure={(error) => failureOf('Error al cargar los datos del ejercicio', error)}
      back={BACK}
      skeleton={<FormSkeleton />}
    >
      {(exercise) => <ExerciseForm key={id} exercise={exercise} />}
    </ItemStates>
  );
}

const inOrder = ({ sets }: Exercise) => sets.toSorted((one, other) => one.set_number - other.set_number);
const checkExercise = schemaCheck(exerciseCreate);

/** The contract's rules on the last valid sets, and no way past a row that shows an error. */
const checkWith =
  (rows: SetRow[]): Check<ExerciseInput> =>
  (fields) => {
    const judged = checkExercise({ ...fields, sets: rows.map((row, index) => numbered(row, index + 1)) });
    const wrong = rowErrors(rows);
    if (Object.keys(wrong).length === 0) return judged;
    return { errors: { ...('errors' in judged ? judged.errors : {}), ...wrong, sets: INVALID_SETS } };
  };

function ExerciseForm({ exercise }: { exercise: Exercise | undefined }) {
  const [rows, setRows] = useState(() => (exercise ? inOrder(exercise).map(storedSetRow) : [newSetRow()]));
  const save = useExerciseSave(exercise, (saved, id) =>
    setRows((before) => before.map((row) => (row.key === saved.key ? { ...row, id } : row))),
  );
  const bodyPartChoices = useChoices(bodyParts, parts);
  const machineChoices = useChoices(machines, noMachines);
  const choices = { body_part_id: bodyPartChoices, machine_id: machineChoices };
  const check = withRealIds(checkWith(rows), choices);
  return (
    <FormPage
      title={exercise ? 'Editar Ejercicio' : 'Nuevo Ejercicio'}
      back={BACK}
      submit={exercise ? 'Actualizar Ejercicio' : 'Crear Ejercicio'}
      check={check}
      values={exercise}
      busy={save.isPending}
      saved={save.isSuccess}
      failure={save.error ? saveFailureOf(save.error, exercise !== undefined) : undefined}
      onSubmit={(values, { image }) => save.mutate({ values, image, rows })}
    >
      <ExerciseFields exercise={exercise} bodyParts={bodyPartChoices} machines={machineChoices} />
      <FormSection title="Sets">
        <SetsField rows={rows} onRows={setRows} />
      </FormSection>
    </FormPage>
  );
}
