import { formatDate } from '@pulso/contract/kit/dates';
import { shown } from '@pulso/contract/kit/labels';
import { levels } from '@pulso/contract/catalogue/levels';
import { CardCatalogue } from '#screens/card-catalogue';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';

const words: CatalogueWords = {
  title: 'Niveles',
  search: 'Buscar niveles...',
  create: 'Nuevo Nivel',
  edit: 'Editar Nivel',
  count: ['nivel', 'niveles'],
  empty: { title: 'No se encontraron niveles', create: 'Crear nivel' },
  load: 'Error al cargar los niveles',
  save: 'Error al guardar el nivel',
  remove: 'Error al eliminar el nivel',
};

export function LevelsScreen() {
  return (
    <CardCatalogue
      resource={levels}
      words={words}
      searchIn={({ title, description }) => [title, description]}
      card={({ title, cover_image, description, status, updated_at }) => ({
        title,
        image: cover_image,
        text: description,
        active: status,
        footer: `Actualizado ${shown(formatDate(updated_at))}`,
      })}
      fields={(level) => (
        <>
          <TextField name="title" label="Nombre del Nivel" required />
          <ImageField name="image" label="Imagen de portada" stored={level?.cover_image} />
          <TextAreaField name="description" label="Descripción" />
          <CheckField name="status" label="Nivel activo" byDefault />
        </>
      )}
    />
  );
}
