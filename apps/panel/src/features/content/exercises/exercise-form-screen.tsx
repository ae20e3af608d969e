import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { machines } from '@pulso/contract/catalogue/machines';
import { exercises, type Exercise } from '@pulso/contract/content/exercises';
import { useParams } from '@pulso/web/navigation/navigation';
import { useItemToEdit } from '#api/resources';
import { ExerciseFields } from '#features/content/exercises/exercise-fields';
import { BACK_LINK, failureMessage } from '#features/content/exercises/exercise-labels';
import { checkWithSets } from '#features/content/exercises/set-rows';
import { SetsField } from '#features/content/exercises/sets-field';
import { toSaveFailure, useExerciseSave } from '#features/content/exercises/use-exercise-save';
import { useOptionsWithFallback, withResolvedIds } from '#forms/options-with-fallback';
import { FormPage, FormSection, FormSkeleton } from '#forms/form-page';
import { ItemStates } from '#screens/item-states';

const bodyPartOptions = {
  failure: 'Error al cargar las partes del cuerpo',
  fallback: ['Pecho', 'Piernas', 'Brazos', 'Abdomen', 'Espalda', 'Hombros'],
};
const machineOptions = { failure: 'Error al cargar las máquinas', fallback: [] };

export function ExerciseFormScreen() {
  const { id } = useParams();
  const loaded = useItemToEdit(exercises, id);
  if (id === undefined) return <ExerciseForm exercise={undefined} />;
  return (
    <ItemStates
      item={loaded}
      failure={(error) => failureMessage('Error al cargar los datos del ejercicio', error)}
      back={BACK_LINK}
      form="Editar Ejercicio"
      skeleton={<FormSkeleton />}
    >
      {(exercise) => <ExerciseForm key={id} exercise={exercise} onReload={async () => (await loaded.refetch()).data} />}
    </ItemStates>
  );
}

type Props = { exercise: Exercise | undefined; onReload?: () => Promise<Exercise | undefined> };

function ExerciseForm({ exercise, onReload }: Props) {
  const { save, startAgain } = useExerciseSave(exercise);
  const reload = async () => {
    const fresh = await onReload?.();
    if (fresh) startAgain(fresh);
    return fresh;
  };
  const bodyPartList = useOptionsWithFallback(bodyParts, bodyPartOptions);
  const machineList = useOptionsWithFallback(machines, machineOptions);
  const check = withResolvedIds(checkWithSets, { body_part_id: bodyPartList, machine_id: machineList });
  return (
    <FormPage
      title={exercise ? 'Editar Ejercicio' : 'Nuevo Ejercicio'}
      subject={exercise?.title}
      back={BACK_LINK}
      submit={exercise ? 'Actualizar Ejercicio' : 'Crear Ejercicio'}
      check={check}
      values={exercise}
      busy={save.isPending}
      saved={save.isSuccess}
      failure={save.error ? toSaveFailure(save.error, exercise !== undefined) : undefined}
      onReload={reload}
      onSubmit={({ values, rows }, { image }) => save.mutate({ values, image, rows })}
    >
      <ExerciseFields exercise={exercise} bodyParts={bodyPartList} machines={machineList} />
      <FormSection title="Sets">
        <SetsField />
      </FormSection>
    </FormPage>
  );
}
