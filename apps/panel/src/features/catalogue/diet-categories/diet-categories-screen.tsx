import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { statusLabel } from '@pulso/contract/kit/labels';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { createSchemaCheck } from '#forms/schema-check';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { statusFilter } from '#screens/list-filters';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';

const words: CatalogueWords = {
  title: 'Categorías de Dietas',
  search: 'Buscar categorías...',
  create: 'Nueva Categoría',
  edit: 'Editar Categoría',
  count: ['categoría', 'categorías'],
  empty: {
    title: 'No se encontraron categorías',
    text: 'Dicen para qué es cada dieta: bajar de peso, ganar volumen, comer sin carne.',
    create: 'Crear Nueva',
  },
  load: 'Error al cargar las categorías de dietas',
  save: 'Error al guardar la categoría',
  remove: 'Error al eliminar la categoría',
};

const filters = [statusFilter];
const check = createSchemaCheck(dietCategories.create);

export function DietCategoriesScreen() {
  const catalogue = useCatalogue(dietCategories, words, ({ name, description }) => [name, description], filters);
  return (
    <RowCatalogue
      pictured={false}
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(json) => ({ json })}
      row={({ name, description, status }) => ({
        title: name,
        text: description,
        badges: <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
      })}
      fields={() => (
        <>
          <TextField name="name" label="Nombre" required />
          <TextAreaField name="description" label="Descripción" />
          <CheckField name="status" label="Categoría activa" byDefault />
        </>
      )}
    />
  );
}
