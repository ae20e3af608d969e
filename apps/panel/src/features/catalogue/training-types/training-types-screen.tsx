import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { CheckField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const words = buildCatalogueWords(trainingTypes, 'Distinguen los entrenamientos: fuerza, cardio, movilidad.');

export function TrainingTypesScreen() {
  return (
    <CardCatalogue resource={trainingTypes} words={words}>
      <TextField name="title" label="Título" required />
      <ImageField name="image" column="image_url" label="Imagen" />
      <CheckField name="status" label="Tipo de entrenamiento activo" byDefault />
    </CardCatalogue>
  );
}
