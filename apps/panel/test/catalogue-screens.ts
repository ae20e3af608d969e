import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request } from '@playwright/test';
import { expect, formFields, test as base } from './panel';

export { expect };

export type Screen = {
  route: string;
  path: string;
  title: string;
  look: 'cards' | 'rows';
  /** The field that names an item, its label, and what is said when it is blank. */
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

const title = { field: 'title', label: 'Título', required: 'El título es obligatorio' };
const image = { label: 'Imagen', column: 'image_url' };

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
    name: title,
    status: 'Tipo de entrenamiento activo',
    image,
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
    name: title,
    description: true,
    image,
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
    name: title,
    status: 'Parte del cuerpo activa',
    image,
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
    name: title,
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

/** Each screen with the requirements that a test proves on it. */
export function each(ids: Partial<Record<keyof typeof screens, string>>): [ids: string, screen: Screen][] {
  return Object.entries(ids).map(([name, id]) => [id, screens[name as keyof typeof screens]]);
}

export const PICTURE = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** A name that no other test uses. */
export function unique(word: string): string {
  return `${word} ${randomUUID().slice(0, 8)}`;
}

export type Row = { id: number; version?: number } & Record<string, unknown>;
type Values = Record<string, string | boolean | number>;
type Add = (path: string, values: Values, picture?: typeof PICTURE) => Promise<Row>;
type Change = (method: 'PATCH' | 'DELETE', path: string, values?: Values) => Promise<void>;

const asJson = (path: string) => /^\/(type-diet|suscriptions)\b/.test(path);

export const test = base.extend<{
  /** Puts an item into the catalogue, as another administrator would. */
  add: Add;
  /** Changes or deletes one behind the panel's back. */
  change: Change;
}>({
  add: async ({ api, product }, use) => {
    await use(async (path, values, picture) => {
      const headers = { Authorization: `Bearer ${api.token}` };
      const form = new FormData();
      for (const [name, value] of Object.entries(values)) form.append(name, String(value));
      if (picture) form.append('image', new Blob([picture.buffer], { type: picture.mimeType }), picture.name);
      const answer = asJson(path)
        ? await api.post(path, values)
        : await fetch(`${product.url}/api${path}`, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { data: Row }).data;
    });
  },
  change: async ({ api, product }, use) => {
    await use(async (method, path, values) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(values ?? {})) form.append(name, String(value));
      const headers = {
        Authorization: `Bearer ${api.token}`,
        ...(values && asJson(path) && { 'Content-Type': 'application/json' }),
      };
      const body = values && (asJson(path) ? JSON.stringify(values) : form);
      const answer = await fetch(`${product.url}/api${path}`, { method, headers, body });
      expect(answer.status).toBe(200);
    });
  },
});

export function items(page: Page, { look }: Pick<Screen, 'look'>): Locator {
  return page.getByRole('main').getByRole(look === 'cards' ? 'article' : 'listitem');
}

export function item(page: Page, screen: Pick<Screen, 'look'>, name: string): Locator {
  return items(page, screen).filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });
}

/** The names of what is shown, in their order. */
export function names(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 });
}

/** What the panel writes from now on, as 'POST /level'. */
export function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname.slice(4)}`);
  });
  return sent;
}

export function nextWrite(page: Page, method: string, path: string): Promise<Request> {
  return page.waitForRequest((request) => request.method() === method && request.url().endsWith(`/api${path}`));
}

/** The fields of what was sent, whichever way. */
export async function payloadOf(request: Request): Promise<unknown> {
  const type = (await request.headerValue('content-type')) ?? '';
  return type.startsWith('multipart/form-data') ? formFields(request.postDataBuffer(), type) : request.postDataJSON();
}

/** What the page logs from now on. */
export function logged(page: Page): string[] {
  const words: string[] = [];
  page.on('console', (message) => message.type() === 'error' && words.push(message.text()));
  return words;
}

/** By the letter nothing is told: neither in the page nor as a toast. */
export async function expectSilence(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Avisos' })).toHaveCount(0);
  await expect(page.getByText(/^Error|intenta de nuevo|No se puede/)).toHaveCount(0);
}

const OF_THE_BROWSER =
  /^(accept|accept-.*|cache-control|connection|content-length|cookie|host|origin|pragma|priority|referer|sec-.*|user-agent)$/;

/** Headers that the panel, not the browser, put on a call. */
export async function ownHeaders(request: Request): Promise<string[]> {
  const headers = Object.keys(await request.allHeaders());
  return headers.filter((name) => !name.startsWith(':') && !OF_THE_BROWSER.test(name)).sort();
}
