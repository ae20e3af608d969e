import type { Path } from './builders';

/** First words of a dialog if the server has failed. */
export const NOT_SAVED_MESSAGE = 'No se pudo guardar. Por favor, intenta de nuevo.';

/** Texts of a catalogue's screen: the specification's words, on purpose not read from the screen. */
export type Screen = {
  route: string;
  path: Path;
  title: string;
  look: 'cards' | 'rows';
  /** The field that names an item, its label, and the message if it is blank. */
  name: { field: string; label: string; required: string };
  description?: boolean;
  status?: string;
  image?: { label: string; column: string };
  search?: string;
  create: string;
  edit: string;
  empty: { title: string; create: string };
  failures: { load: string; save: string; remove: string };
};

const titleField = { field: 'title', label: 'Título', required: 'El título es obligatorio' };
const imageField = { label: 'Imagen', column: 'image_url' };

/** A new catalogue needs its row here, and nothing else in the tests. */
export const screens = {
  levels: {
    route: '/configuracion/niveles',
    path: '/level',
    title: 'Niveles',
    look: 'cards',
    name: { field: 'title', label: 'Nombre del Nivel', required: 'El nombre del nivel es obligatorio' },
    description: true,
    status: 'Nivel activo',
    image: { label: 'Imagen de portada', column: 'cover_image' },
    search: 'Buscar niveles...',
    create: 'Nuevo Nivel',
    edit: 'Editar Nivel',
    empty: { title: 'No se encontraron niveles', create: 'Crear nivel' },
    failures: {
      load: 'Error al cargar los niveles',
      save: 'Error al guardar el nivel',
      remove: 'Error al eliminar el nivel',
    },
  },
  trainingTypes: {
    route: '/configuracion/tipos-entrenamiento',
    path: '/training-type',
    title: 'Tipos de Entrenamiento',
    look: 'cards',
    name: titleField,
    status: 'Tipo de entrenamiento activo',
    image: imageField,
    search: 'Buscar tipos de entrenamiento...',
    create: 'Nuevo Tipo de Entrenamiento',
    edit: 'Editar Tipo de Entrenamiento',
    empty: { title: 'No se encontraron tipos de entrenamiento', create: 'Crear Nuevo' },
    failures: {
      load: 'Error al cargar los tipos de entrenamiento',
      save: 'Error al guardar el tipo de entrenamiento',
      remove: 'Error al eliminar el tipo de entrenamiento',
    },
  },
  machines: {
    route: '/configuracion/maquinas',
    path: '/machine',
    title: 'Máquinas',
    look: 'cards',
    name: titleField,
    description: true,
    image: imageField,
    search: 'Buscar máquinas...',
    create: 'Nueva Máquina',
    edit: 'Editar Máquina',
    empty: { title: 'No se encontraron máquinas', create: 'Crear Nueva' },
    failures: {
      load: 'Error al cargar las máquinas',
      save: 'Error al guardar la máquina',
      remove: 'Error al eliminar la máquina',
    },
  },
  bodyParts: {
    route: '/configuracion/partes-cuerpo',
    path: '/body-part',
    title: 'Partes del Cuerpo',
    look: 'cards',
    name: titleField,
    status: 'Parte del cuerpo activa',
    image: imageField,
    search: 'Buscar partes del cuerpo...',
    create: 'Nueva Parte del Cuerpo',
    edit: 'Editar Parte del Cuerpo',
    empty: { title: 'No se encontraron partes del cuerpo', create: 'Crear Nueva' },
    failures: {
      load: 'Error al cargar las partes del cuerpo',
      save: 'Error al guardar la parte del cuerpo',
      remove: 'Error al eliminar la parte del cuerpo',
    },
  },
  productCategories: {
    route: '/configuracion/categorias-producto',
    path: '/category-product',
    title: 'Categorías de Productos',
    look: 'rows',
    name: titleField,
    image: { label: 'Imagen', column: 'image' },
    create: 'Nueva Categoría',
    edit: 'Editar Categoría',
    empty: { title: 'No se encontraron categorías', create: 'Crear Nueva' },
    failures: {
      load: 'Error al cargar las categorías de productos',
      save: 'Error al guardar la categoría',
      remove: 'Error al eliminar la categoría',
    },
  },
  dietCategories: {
    route: '/configuracion/categorias-dieta',
    path: '/type-diet',
    title: 'Categorías de Dietas',
    look: 'rows',
    name: { field: 'name', label: 'Nombre', required: 'El nombre es obligatorio' },
    description: true,
    status: 'Categoría activa',
    search: 'Buscar categorías...',
    create: 'Nueva Categoría',
    edit: 'Editar Categoría',
    empty: { title: 'No se encontraron categorías', create: 'Crear Nueva' },
    failures: {
      load: 'Error al cargar las categorías de dietas',
      save: 'Error al guardar la categoría',
      remove: 'Error al eliminar la categoría',
    },
  },
} satisfies Record<string, Screen>;
