import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { Picture } from '@pulso/web/ui/details/picture';
import { imageAddress } from '#api/address';
import { buildMultipart } from '#forms/payload';
import { TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { createSchemaCheck } from '#forms/schema-check';
import type { CatalogueWords } from '#screens/catalogue-screen';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';

const words: CatalogueWords = {
  title: 'Categorías de Productos',
  create: 'Nueva Categoría',
  edit: 'Editar Categoría',
  count: ['categoría', 'categorías'],
  empty: {
    title: 'No se encontraron categorías',
    text: 'Agrupan los productos que recomiendas.',
    create: 'Crear Nueva',
  },
  load: 'Error al cargar las categorías de productos',
  save: 'Error al guardar la categoría',
  remove: 'Error al eliminar la categoría',
};

const check = createSchemaCheck(productCategories.create);

export function ProductCategoriesScreen() {
  const catalogue = useCatalogue(productCategories, words, ({ title }) => [title]);
  return (
    <RowCatalogue
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={(values, { image }) => buildMultipart(values, { name: 'image', file: image })}
      row={({ title, image }) => ({
        title,
        image: (
          <Picture src={imageAddress(image)} size="thumb" className="size-14 shrink-0 rounded-control sm:size-11" />
        ),
      })}
      fields={() => (
        <>
          <TextField name="title" label="Título" required />
          <ImageField name="image" label="Imagen" column="image" />
        </>
      )}
    />
  );
}
