import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products, type Product } from '@pulso/contract/catalogue/products';
import { textOrDash } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Star } from 'lucide-react';
import { Picture } from '@pulso/web/ui/details/picture';
import { WebLink } from '@pulso/web/ui/details/web-link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import type { addresses, ParameterOf } from '#addresses';
import { imageAddress } from '#api/address';
import { buildMultipart } from '#forms/payload';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { ImageField } from '#forms/image-field';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { LoadedSelectField } from '#forms/select-field';
import { LinkField } from '#forms/typed-field';
import { useOptions } from '#forms/use-options';
import type { CatalogueWords } from '#screens/catalogue-screen';
import type { ListFilter } from '#screens/list-filters';
import { RowCatalogue } from '#screens/row-catalogue';
import { useCatalogue } from '#screens/use-catalogue';

const words: CatalogueWords = {
  title: 'Productos',
  search: 'Buscar productos...',
  create: 'Nuevo Producto',
  edit: 'Editar Producto',
  count: ['producto', 'productos'],
  empty: {
    title: 'No se encontraron productos',
    text: 'Aquí verás los productos que recomiendas a tus clientes.',
    create: 'Crear Nuevo',
  },
  load: 'Error al cargar los productos',
  save: 'Error al guardar el producto',
  remove: 'Error al eliminar el producto',
};

const check = createSchemaCheck(products.create);

type ProductFilter = ListFilter<Product, ParameterOf<typeof addresses.products>>;

const featuredFilter: ProductFilter = {
  name: 'destacado',
  label: 'Destacado',
  all: 'Todos',
  options: () => [
    { value: 'si', label: 'Destacados' },
    { value: 'no', label: 'No destacados' },
  ],
  keeps: ({ is_featured }, chosen) => is_featured === (chosen === 'si'),
};

export function ProductsScreen() {
  const categories = useOptions(productCategories, { failure: 'Error al cargar las categorías de productos' });
  const titles = new Map(categories.rows.map(({ id, title }) => [id, title]));
  // Unknown until the categories have loaded.
  const unknown = categories.isLoading ? '' : 'Sin categoría';
  const categoryOf = (product: Product) => titles.get(product.category_id) || unknown;
  const categoryFilter: ProductFilter = {
    name: 'categoria',
    label: 'Categoría',
    all: 'Todas las categorías',
    options: () => categories.options,
    keeps: ({ category_id }, chosen) => String(category_id) === chosen,
  };
  const catalogue = useCatalogue(
    products,
    words,
    (product) => [product.title, product.description, categoryOf(product)],
    [categoryFilter, featuredFilter],
  );
  // Left out when there is none, as specified; sent empty only to take away one that is stored.
  const clearing = catalogue.editing?.description ? '' : undefined;
  return (
    <RowCatalogue
      catalogue={catalogue}
      words={words}
      check={check}
      payloadOf={({ description, ...values }, { image }) =>
        buildMultipart({ ...values, description: description || clearing }, { name: 'image', file: image })
      }
      row={(product) => ({
        title: product.title,
        image: (
          <Picture
            src={imageAddress(product.image)}
            size="thumb"
            className="size-14 shrink-0 rounded-control sm:size-11"
          />
        ),
        badges: product.is_featured && (
          <Badge tone="accent">
            <Star aria-hidden className="size-3" /> Destacado
          </Badge>
        ),
        text: (
          <div className="flex flex-wrap items-center gap-x-3">
            <p className="min-h-5">{categoryOf(product)}</p>
            <WebLink to={product.affiliate_link}>Ver en la tienda</WebLink>
          </div>
        ),
        aside: (
          <p className="text-right font-semibold whitespace-nowrap tabular-nums max-sm:pl-18">
            {textOrDash(formatMoney(product.price))}
          </p>
        ),
      })}
      fields={() => (
        <>
          <TextField name="title" label="Título" required />
          <LinkField name="affiliate_link" label="Enlace de afiliado" required />
          <MoneyField name="price" label="Precio (ARS)" required />
          <LoadedSelectField
            name="category_id"
            label="Categoría"
            prompt="Selecciona una categoría"
            list={categories}
            required
          />
          <TextAreaField name="description" label="Descripción" />
          <ImageField name="image" label="Imagen" column="image" />
          <CheckField name="is_featured" label="Producto destacado" />
        </>
      )}
    />
  );
}
