import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { statusLabel } from '@pulso/contract/kit/labels';
import { useViewValue } from '#api/view-state';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { schemaCheck } from '#forms/schema-check';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';
import { Badge } from '#ui/badge';
import { Select } from '#ui/select';

const words: CatalogueWords = {
  title: 'Categorías de Dietas',
  search: 'Buscar categorías...',
  create: 'Nueva Categoría',
  edit: 'Editar Categoría',
  count: ['categoría', 'categorías'],
  empty: { title: 'No se encontraron categorías', create: 'Crear Nueva' },
  load: 'Error al cargar las categorías de dietas',
  save: 'Error al guardar la categoría',
  remove: 'Error al eliminar la categoría',
};

const states = [
  { value: 'todos', label: 'Todos los estados' },
  { value: 'activos', label: 'Activos' },
  { value: 'inactivos', label: 'Inactivos' },
];

const check = schemaCheck(dietCategories.create);

export function DietCategoriesScreen() {
  const catalogue = useCatalogue(dietCategories, words, ({ name, description }) => [name, description]);
  const [state, setState] = useViewValue('estado', 'todos');
  const wanted = catalogue.found?.filter(({ status }) => {
    if (state === 'activos') return status;
    return state === 'inactivos' ? !status : true;
  });
  return (
    <RowCatalogue
      catalogue={{ ...catalogue, found: wanted }}
      words={words}
      check={check}
      payloadOf={(json) => ({ json })}
      filters={<Select label="Estado" value={state} options={states} onChange={setState} />}
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
