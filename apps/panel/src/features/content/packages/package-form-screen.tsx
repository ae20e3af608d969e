import { LEVEL_NAMES, levels } from '@pulso/contract/catalogue/levels';
import { diets, type Diet } from '@pulso/contract/content/diets';
import { durationOptions, durationToOption } from '@pulso/contract/content/package-duration';
import { packages, type Package } from '@pulso/contract/content/packages';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { useParams } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import { FORMS_PROPOSE_NOTHING, PRICES_ARE_POSITIVE } from '#api/strict-spec';
import { packageDiets, packageTrainings } from '#features/content/packages/package-contents';
import { createPackageCheck } from '#features/content/packages/package-form.rules';
import { useOptionsWithFallback, withResolvedIds, type OptionsWithFallback } from '#forms/options-with-fallback';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { FormSection } from '#forms/form-page';
import { ProposedText } from '#forms/proposed-text';
import { MoneyField } from '#forms/money-field';
import { PickListField } from '#forms/pick-list-field';
import { LoadedSelectField, SelectField } from '#forms/select-field';
import { useOptions } from '#forms/use-options';
import { durationLabel } from '#features/content/packages/duration-label';
import { ItemForm, type ItemFormWords } from '#screens/item-form';

const words: ItemFormWords = {
  back: { to: addresses.packages.list, label: 'Volver a la lista de paquetes' },
  create: { title: 'Nuevo Paquete', submit: 'Crear Paquete' },
  edit: { title: 'Editar Paquete', submit: 'Actualizar Paquete' },
  load: () => 'Error al cargar los datos del paquete',
  save: () => 'Error al guardar el paquete',
};

const genderOptions = genders.map((value) => ({ value, label: genderLabel(value) }));

const toFormValues = (row: Package) => ({
  ...row,
  amount: row.price,
  duration_days: durationToOption(row.duration_days),
  // An item without an id cannot be sent.
  trainings: packageTrainings(row).filter(({ id }) => id),
  diets: packageDiets(row).filter(({ id }) => id),
});

export function PackageFormScreen() {
  const { id } = useParams();
  const check = createPackageCheck(serverOffers('free-packages') && !PRICES_ARE_POSITIVE);
  const level = useOptionsWithFallback(levels, { failure: 'Error al cargar los niveles', fallback: LEVEL_NAMES });
  return (
    <ItemForm
      resource={packages}
      id={id}
      words={words}
      check={() => withResolvedIds(check, { level_id: level })}
      valuesOf={toFormValues}
      payloadOf={(values) => ({ json: values })}
    >
      {(row) => <PackageFields row={row} level={level} />}
    </ItemForm>
  );
}

/** Specified durations, and the stored one if it is another. */
function durationOptionsFor(row: Package | undefined) {
  const stored = row && durationToOption(row.duration_days);
  const isOffered = !stored || durationOptions.some(({ value }) => value === stored);
  return isOffered ? durationOptions : [...durationOptions, { value: stored, label: durationLabel(stored) }];
}

const trainingMapping = {
  note: ({ level, training_type }: Training) =>
    `${level?.title || 'Sin nivel'} · ${training_type?.title || 'Sin tipo'}`,
  failure: 'Error al cargar los entrenamientos',
};
const dietMapping = { note: ({ category }: Diet) => category, failure: 'Error al cargar las dietas' };

/** 'Paquete Verano.' */
const describeNewPackage = ({ title }: Record<string, unknown>) =>
  typeof title === 'string' && title.trim() !== '' ? `Paquete ${title.trim()}.` : '';

function PackageFields({ row, level }: { row: Package | undefined; level: OptionsWithFallback }) {
  const allTrainings = useOptions(trainings, trainingMapping);
  const allDiets = useOptions(diets, dietMapping);
  // Picking in either list clears the message of both.
  const { clear: clearTrainings } = useField('trainings');
  const { clear: clearDiets } = useField('diets');
  return (
    <>
      {!row && !FORMS_PROPOSE_NOTHING && <ProposedText name="description" from={describeNewPackage} />}
      <FormSection title="Información general">
        <div className="space-y-5 sm:col-span-2">
          <TextField name="title" label="Título" required />
          <TextAreaField name="description" label="Descripción" rows={4} required />
        </div>
        <SelectField
          name="duration_days"
          label="Duración"
          prompt="Selecciona una duración"
          options={durationOptionsFor(row)}
          byDefault={row ? '' : 1}
          required
        />
        <MoneyField name="amount" label="Precio (ARS)" required />
        <SelectField
          name="gender"
          label="Género"
          prompt="Selecciona un género"
          options={genderOptions}
          byDefault={row ? '' : 'Unisex'}
          required
        />
        <LoadedSelectField name="level_id" label="Nivel" prompt="Selecciona un nivel" list={level} required />
        <CheckField name="status" label="Paquete activo" byDefault />
      </FormSection>
      <FormSection title="Contenido del paquete">
        <PickListField
          name="trainings"
          label="Entrenamientos"
          search="Buscar entrenamientos..."
          none="Todavía no hay entrenamientos."
          list={allTrainings}
          onPick={clearDiets}
        />
        <PickListField
          name="diets"
          label="Dietas"
          search="Buscar dietas..."
          none="Todavía no hay dietas."
          list={allDiets}
          onPick={clearTrainings}
        />
      </FormSection>
    </>
  );
}
