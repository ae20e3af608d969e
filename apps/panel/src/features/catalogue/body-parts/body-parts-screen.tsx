import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { CheckField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const words = buildCatalogueWords(bodyParts, 'Ordenan los ejercicios por lo que trabajan: pecho, espalda, piernas.');

export function BodyPartsScreen() {
  return (
    <CardCatalogue resource={bodyParts} words={words}>
      <TextField name="title" label="Título" required />
      <ImageField name="image" column="image_url" label="Imagen" />
      <CheckField name="status" label="Parte del cuerpo activa" byDefault />
    </CardCatalogue>
  );
}
