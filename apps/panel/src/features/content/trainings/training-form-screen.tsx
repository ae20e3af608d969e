import { LEVEL_NAMES, levels } from '@pulso/contract/catalogue/levels';
import { TRAINING_TYPE_NAMES, trainingTypes } from '@pulso/contract/catalogue/training-types';
import { exercises, type Exercise } from '@pulso/contract/content/exercises';
import { trainingCreate, trainings, type Training } from '@pulso/contract/content/trainings';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { addresses } from '#addresses';
import { buildMultipart } from '#forms/payload';
import { TrainingDaysField } from '#features/content/trainings/training-days-field';
import { useOptionsWithFallback, withResolvedIds, type OptionsWithFallback } from '#forms/options-with-fallback';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { ImageField, withRequiredImage } from '#forms/image-field';
import { createSchemaCheck } from '#forms/schema-check';
import { LoadedSelectField, SelectField } from '#forms/select-field';
import { useOptions } from '#forms/use-options';
import { useParams } from '#navigation/navigation';
import { ItemForm, type ItemFormWords } from '#screens/item-form';

const words: ItemFormWords = {
  back: { to: addresses.trainings.list, label: 'Volver a la lista de entrenamientos' },
  create: { title: 'Nuevo Entrenamiento', submit: 'Crear Entrenamiento' },
  edit: { title: 'Editar Entrenamiento', submit: 'Actualizar Entrenamiento' },
  load: () => 'Error al cargar los datos del entrenamiento',
  save: () => 'Error al guardar el entrenamiento',
};

const COVER_FIELD = trainings.upload ?? '';
const check = createSchemaCheck(trainingCreate);
const checkWithCover = withRequiredImage(check, COVER_FIELD, trainings.imageRequired ?? '');
const genderOptions = genders.map((value) => ({ value, label: genderLabel(value) }));

export function TrainingFormScreen() {
  const { id } = useParams();
  const level = useOptionsWithFallback(levels, { failure: 'Error al cargar los niveles', fallback: LEVEL_NAMES });
  const type = useOptionsWithFallback(trainingTypes, {
    failure: 'Error al cargar los tipos de entrenamiento',
    fallback: TRAINING_TYPE_NAMES,
  });
  return (
    <ItemForm
      resource={trainings}
      id={id}
      words={words}
      check={(training) =>
        withResolvedIds(training ? check : checkWithCover, { level_id: level, training_type_id: type })
      }
      payloadOf={(values, files) => buildMultipart(values, { name: COVER_FIELD, file: files[COVER_FIELD] })}
    >
      {(training) => <TrainingFields training={training} level={level} type={type} />}
    </ItemForm>
  );
}

const exerciseMapping = {
  note: ({ body_part, status }: Exercise) =>
    [body_part?.title, status ? undefined : 'Inactivo'].filter(Boolean).join(' · '),
  failure: 'Error al cargar los ejercicios',
};

type FieldsProps = { training: Training | undefined; level: OptionsWithFallback; type: OptionsWithFallback };

function TrainingFields({ training, level, type }: FieldsProps) {
  const allExercises = useOptions(exercises, exerciseMapping);
  return (
    <>
      <FormSection title="Información general">
        <div className="space-y-5 sm:col-span-2">
          <TextField name="title" label="Título" required />
          <TextAreaField name="description" label="Descripción" rows={4} required />
        </div>
        <LoadedSelectField name="level_id" label="Nivel" prompt="Selecciona un nivel" list={level} required />
        <LoadedSelectField
          name="training_type_id"
          label="Tipo de entrenamiento"
          prompt="Selecciona un tipo de entrenamiento"
          list={type}
          required
        />
        <SelectField name="gender" label="Género" prompt="Selecciona un género" options={genderOptions} required />
        <div className="sm:self-end">
          <CheckField name="is_premium" label="Entrenamiento premium" />
          <CheckField name="status" label="Entrenamiento activo" byDefault />
        </div>
        <div className="sm:col-span-2">
          <ImageField
            name={COVER_FIELD}
            label="Imagen de portada"
            column={COVER_FIELD}
            required={!training}
            irremovable
          />
        </div>
      </FormSection>
      <section aria-labelledby="dias" className="space-y-4">
        <h2 id="dias" className="text-base font-semibold">
          Días de entrenamiento
        </h2>
        <TrainingDaysField exercises={allExercises} />
      </section>
    </>
  );
}
