import { LEVEL_NAMES, levels } from '@pulso/contract/catalogue/levels';
import { TRAINING_TYPE_NAMES, trainingTypes } from '@pulso/contract/catalogue/training-types';
import { exercises, type Exercise } from '@pulso/contract/content/exercises';
import { trainingCreate, trainings, type Training } from '@pulso/contract/content/trainings';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { useState } from 'react';
import { useParams } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import type { Payload } from '#api/client';
import { useList } from '#api/resources';
import { useViewState } from '#api/view-state';
import { FORMS_PROPOSE_NOTHING } from '#api/strict-spec';
import { buildMultipart } from '#forms/payload';
import { TrainingDaysField } from '#features/content/trainings/training-days-field';
import { DAYS_FIELD, findFirstExerciseId } from '#features/content/trainings/training-days.rules';
import { useOptionsWithFallback, withResolvedIds, type OptionsWithFallback } from '#forms/options-with-fallback';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { ImageField, withRequiredImage } from '#forms/image-field';
import { loadImageFile } from '#forms/load-image-file';
import { ProposedText } from '#forms/proposed-text';
import { createSchemaCheck } from '#forms/schema-check';
import { LoadedSelectField, SelectField } from '#forms/select-field';
import { useFormValue } from '#forms/use-field-value';
import { useOptions } from '#forms/use-options';
import { ItemForm, type ItemFormWords } from '#screens/item-form';
import { useDeactivationQuestion, withDeactivationQuestion } from '#screens/use-deactivation-question';

const words: ItemFormWords = {
  back: { to: addresses.trainings.list, label: 'Volver a la lista de entrenamientos' },
  create: { title: 'Nuevo Entrenamiento', submit: 'Crear Entrenamiento' },
  edit: { title: 'Editar Entrenamiento', submit: 'Actualizar Entrenamiento' },
  load: () => 'Error al cargar los datos del entrenamiento',
  save: () => 'Error al guardar el entrenamiento',
};

const COVER_FIELD = trainings.upload ?? '';
const check = createSchemaCheck(trainingCreate);
const requireCover = withRequiredImage(check, COVER_FIELD, trainings.imageRequired ?? '');
const genderOptions = genders.map((value) => ({ value, label: genderLabel(value) }));

/** A form that makes something else of a training than a changed one. */
export type TrainingFormVariant = {
  words: ItemFormWords;
  /** Name of its draft. */
  draft: string;
  /** Sent along with the training's own fields. */
  more?: Record<string, string>;
  sendTo: (payload: Payload) => Promise<unknown>;
};

export function TrainingFormScreen({ variant }: { variant?: TrainingFormVariant }) {
  const { id } = useParams();
  const level = useOptionsWithFallback(levels, { failure: 'Error al cargar los niveles', fallback: LEVEL_NAMES });
  const type = useOptionsWithFallback(trainingTypes, {
    failure: 'Error al cargar los tipos de entrenamiento',
    fallback: TRAINING_TYPE_NAMES,
  });
  const exerciseList = useList(exercises);
  const [missingCover, setMissingCover] = useState<string>();
  const { mayDeactivate, question } = useDeactivationQuestion(trainings.path);
  const checkNewTraining: typeof requireCover = async (fields, files) => {
    const cover = findPictured(exerciseList.data ?? [], findFirstExerciseId(fields[DAYS_FIELD]));
    // Sent as if it had been chosen. If it cannot be loaded, it is proposed no more, and the form asks for one.
    if (cover?.image_url && !files[COVER_FIELD] && !FORMS_PROPOSE_NOTHING) {
      files[COVER_FIELD] = (await loadImageFile(cover.image_url)) ?? null;
      if (!files[COVER_FIELD]) setMissingCover(cover.image_url);
    }
    return requireCover(fields, files);
  };
  return (
    <>
      <ItemForm
        resource={trainings}
        id={id}
        words={variant?.words ?? words}
        draft={variant?.draft}
        sendTo={variant?.sendTo}
        check={(training) => {
          const checkFields = withResolvedIds(training ? check : checkNewTraining, {
            level_id: level,
            training_type_id: type,
          });
          return variant ? checkFields : withDeactivationQuestion(mayDeactivate, training, checkFields);
        }}
        payloadOf={(values, files) =>
          buildMultipart({ ...values, ...variant?.more }, { name: COVER_FIELD, file: files[COVER_FIELD] })
        }
      >
        {(training) => <TrainingFields training={training} level={level} type={type} missingCover={missingCover} />}
      </ItemForm>
      {question}
    </>
  );
}

const exerciseMapping = {
  note: ({ body_part, status }: Exercise) =>
    [body_part?.title, status ? undefined : 'Inactivo'].filter(Boolean).join(' · '),
  words: ({ body_part, machine }: Exercise) => [body_part?.title, machine?.title].filter(Boolean).join(' '),
  failure: 'Error al cargar los ejercicios',
};

/** The exercise, if it has a picture that can be the cover. */
const findPictured = (rows: readonly Exercise[], id: number | undefined) =>
  rows.find((exercise) => exercise.id === id && exercise.image_url);

/** 'Entrenamiento Fuerza básica.' */
const describeNewTraining = ({ title }: Record<string, unknown>) =>
  typeof title === 'string' && title.trim() !== '' ? `Entrenamiento ${title.trim()}.` : '';

type FieldsProps = {
  training: Training | undefined;
  level: OptionsWithFallback;
  type: OptionsWithFallback;
  /** Address of a picture that did not load. */
  missingCover: string | undefined;
};

function TrainingFields({ training, level, type, missingCover }: FieldsProps) {
  const [{ pegar }] = useViewState({ pegar: '' });
  const allExercises = useOptions(exercises, exerciseMapping);
  const firstId = useFormValue((fields) => findFirstExerciseId(fields[DAYS_FIELD]));
  const pictured = training || FORMS_PROPOSE_NOTHING ? undefined : findPictured(allExercises.rows, firstId);
  const cover = pictured?.image_url === missingCover ? undefined : pictured;
  return (
    <>
      {!training && !FORMS_PROPOSE_NOTHING && <ProposedText name="description" from={describeNewTraining} />}
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
            fallback={
              cover && { url: cover.image_url ?? '', text: `Se usa la imagen de «${cover.title}»; puedes elegir otra.` }
            }
          />
        </div>
      </FormSection>
      <section aria-labelledby="dias" className="space-y-4">
        <h2 id="dias" className="text-base font-semibold">
          Días de entrenamiento
        </h2>
        <TrainingDaysField
          exercises={allExercises}
          stored={training?.training_days ?? []}
          pastes={pegar !== '' && !training}
        />
      </section>
    </>
  );
}
