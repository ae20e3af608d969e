import { machines } from '@pulso/contract/catalogue/machines';
import { CardCatalogue } from '#screens/card-catalogue';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { TextAreaField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';

const words: CatalogueWords = {
  title: 'Máquinas',
  search: 'Buscar máquinas...',
  create: 'Nueva Máquina',
  edit: 'Editar Máquina',
  count: ['máquina', 'máquinas'],
  empty: { title: 'No se encontraron máquinas', create: 'Crear Nueva' },
  load: 'Error al cargar las máquinas',
  save: 'Error al guardar la máquina',
  remove: 'Error al eliminar la máquina',
};

export function MachinesScreen() {
  return (
    <CardCatalogue
      resource={machines}
      words={words}
      searchIn={({ title, description }) => [title, description]}
      card={({ title, image_url, description }) => ({ title, image: image_url, text: description })}
      fields={(machine) => (
        <>
          <TextField name="title" label="Título" required />
          <TextAreaField name="description" label="Descripción" />
          <ImageField name="image" label="Imagen" stored={machine?.image_url} />
        </>
      )}
    />
  );
}
