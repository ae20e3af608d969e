import { machines } from '@pulso/contract/catalogue/machines';
import { TextAreaField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { CardCatalogue } from '#screens/card-catalogue';
import { buildCatalogueWords } from '#screens/catalogue-words';

const words = buildCatalogueWords(machines, 'Aquí verás las máquinas que usan tus ejercicios.');

export function MachinesScreen() {
  return (
    <CardCatalogue resource={machines} words={words} card={({ description }) => ({ text: description })}>
      <TextField name="title" label="Título" required />
      <TextAreaField name="description" label="Descripción" />
      <ImageField name="image" column="image_url" label="Imagen" />
    </CardCatalogue>
  );
}
