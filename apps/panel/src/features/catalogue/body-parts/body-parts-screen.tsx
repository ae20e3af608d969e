import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { CardCatalogue } from '#screens/card-catalogue';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { CheckField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';

const words: CatalogueWords = {
  title: 'Partes del Cuerpo',
  search: 'Buscar partes del cuerpo...',
  create: 'Nueva Parte del Cuerpo',
  edit: 'Editar Parte del Cuerpo',
  count: ['parte del cuerpo', 'partes del cuerpo'],
  empty: { title: 'No se encontraron partes del cuerpo', create: 'Crear Nueva' },
  load: 'Error al cargar las partes del cuerpo',
  save: 'Error al guardar la parte del cuerpo',
  remove: 'Error al eliminar la parte del cuerpo',
};

export function BodyPartsScreen() {
  return (
    <CardCatalogue
      resource={bodyParts}
      words={words}
      searchIn={({ title }) => [title]}
      card={({ title, image_url, status }) => ({ title, image: image_url, active: status })}
      fields={(item) => (
        <>
          <TextField name="title" label="Título" required />
          <ImageField name="image" label="Imagen" stored={item?.image_url} />
          <CheckField name="status" label="Parte del cuerpo activa" byDefault />
        </>
      )}
    />
  );
}
