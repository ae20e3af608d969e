import { levels } from '@pulso/contract/catalogue/levels';
import { formatDate } from '@pulso/contract/kit/dates';
import { textOrDash } from '@pulso/contract/kit/labels';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const defaultWords = buildCatalogueWords(
  levels,
  'Dicen para quién es cada entrenamiento: quien empieza, quien ya entrena, quien compite.',
);
const words = { ...defaultWords, empty: { ...defaultWords.empty, create: 'Crear nivel' } };

export function LevelsScreen() {
  return (
    <CardCatalogue
      resource={levels}
      words={words}
      card={({ description, updated_at }) => ({
        text: description,
        footer: `Actualizado ${textOrDash(formatDate(updated_at))}`,
      })}
    >
      <TextField name="title" label="Nombre del Nivel" required />
      <ImageField name="image" column="cover_image" label="Imagen de portada" />
      <TextAreaField name="description" label="Descripción" />
      <CheckField name="status" label="Nivel activo" byDefault />
    </CardCatalogue>
  );
}
