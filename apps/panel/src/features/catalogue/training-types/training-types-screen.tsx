import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { CardCatalogue } from '#screens/card-catalogue';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { CheckField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';

const words: CatalogueWords = {
  title: 'Tipos de Entrenamiento',
  search: 'Buscar tipos de entrenamiento...',
  create: 'Nuevo Tipo de Entrenamiento',
  edit: 'Editar Tipo de Entrenamiento',
  count: ['tipo de entrenamiento', 'tipos de entrenamiento'],
  empty: { title: 'No se encontraron tipos de entrenamiento', create: 'Crear Nuevo' },
  load: 'Error al cargar los tipos de entrenamiento',
  save: 'Error al guardar el tipo de entrenamiento',
  remove: 'Error al eliminar el tipo de entrenamiento',
};

export function TrainingTypesScreen() {
  return (
    <CardCatalogue
      resource={trainingTypes}
      words={words}
      searchIn={({ title }) => [title]}
      card={({ title, image_url, status }) => ({ title, image: image_url, active: status })}
      fields={(item) => (
        <>
          <TextField name="title" label="Título" required />
          <ImageField name="image" label="Imagen" stored={item?.image_url} />
          <CheckField name="status" label="Tipo de entrenamiento activo" byDefault />
        </>
      )}
    />
  );
}
