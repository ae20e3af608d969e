import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { diets, type Diet } from '@pulso/contract/content/diets';
import { genderLabel, genders } from '@pulso/contract/kit/labels';
import { isEmptyAnswer } from '@pulso/web/answers';
import { useParams } from '@pulso/web/navigation/navigation';
import { addresses } from '#addresses';
import { buildMultipart } from '#forms/payload';
import { useList } from '#api/resources';
import { CheckField, SuggestField, TextAreaField, TextField } from '#forms/fields';
import { FormSection } from '#forms/form-page';
import { ImageField } from '#forms/image-field';
import { createSchemaCheck } from '#forms/schema-check';
import { LoadedSelectField, SelectField } from '#forms/select-field';
import { DecimalField } from '#forms/typed-field';
import { useOptions } from '#forms/use-options';
import { ItemForm, type ItemFormWords } from '#screens/item-form';
import { useDeactivationQuestion, withDeactivationQuestion } from '#screens/use-deactivation-question';

const words: ItemFormWords = {
  back: { to: addresses.diets.list, label: 'Volver a la lista de dietas' },
  create: { title: 'Nueva Dieta', submit: 'Crear Dieta' },
  edit: { title: 'Editar Dieta', submit: 'Actualizar Dieta' },
  load: () => 'Error al cargar los datos de la dieta',
  save: (error, editing) => {
    if (isEmptyAnswer(error)) return 'Error al guardar los datos de la dieta';
    return editing ? 'Error al actualizar la dieta' : 'Error al crear la dieta';
  },
};

const check = createSchemaCheck(diets.create);
const genderOptions = genders.map((value) => ({ value, label: genderLabel(value) }));

/** The active ones; and the stored one, or an old diet could not be saved any more. */
function useCategoryOptions(diet: Diet | undefined) {
  return useOptions(dietCategories, {
    label: ({ name }) => name,
    keep: ({ id, status }) => status || id === diet?.type_diet_id,
    failure: 'Error al cargar los tipos de dieta',
  });
}

export function DietFormScreen() {
  const { id } = useParams();
  const { mayDeactivate, question } = useDeactivationQuestion(diets.path);
  return (
    <>
      <ItemForm
        resource={diets}
        id={id}
        words={words}
        check={(diet) => withDeactivationQuestion(mayDeactivate, diet, check)}
        payloadOf={(values, { image }) => buildMultipart(values, { name: 'image', file: image })}
        requiresData
      >
        {(diet) => <DietFields diet={diet} />}
      </ItemForm>
      {question}
    </>
  );
}

const amountInputProps = { min: 0, step: 0.1, required: true };

function DietFields({ diet }: { diet: Diet | undefined }) {
  const types = useCategoryOptions(diet);
  const others = useList(diets);
  const categories = [...new Set(others.data?.map(({ category }) => category))].filter(Boolean);
  return (
    <>
      <FormSection title="Información general">
        <TextField name="title" label="Título" required />
        <SuggestField name="category" label="Categoría" suggestions={categories} required />
        <LoadedSelectField
          name="type_diet_id"
          label="Tipo de dieta"
          prompt="Selecciona un tipo de dieta"
          list={types}
          required
        />
        <SelectField name="gender" label="Género" options={genderOptions} byDefault="Unisex" />
        <TextField name="portions" label="Porciones" required />
        <TextField name="total_time" label="Tiempo total" required />
      </FormSection>
      <FormSection title="Información nutricional">
        <DecimalField name="calories" label="Calorías (kcal)" {...amountInputProps} step={1} />
        <DecimalField name="protein" label="Proteínas (g)" {...amountInputProps} />
        <DecimalField name="carbs" label="Carbohidratos (g)" {...amountInputProps} />
        <DecimalField name="fats" label="Grasas (g)" {...amountInputProps} />
      </FormSection>
      <FormSection title="Preparación">
        <div className="space-y-5 sm:col-span-2">
          <TextAreaField name="ingredients" label="Ingredientes" rows={6} required />
          <TextAreaField name="instructions" label="Instrucciones" rows={8} required />
          <ImageField name="image" label="Imagen" column="image_url" />
          <div>
            <CheckField name="is_premium" label="Dieta premium" />
            <CheckField name="status" label="Dieta activa" byDefault />
          </div>
        </div>
      </FormSection>
    </>
  );
}
