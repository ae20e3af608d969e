import { entryAddresses, type Address } from '#entrances';

export type { Address };

const toAddress = (path: string) => path as Address;

type ScreenPaths = { create: string; edit: string; detail: string };

const addressesByCall = new Map<string, EntityAddresses>();
/** Addresses of the entity with these calls, if it has screens of its own. */
export const addressesOf = (calls: string) => addressesByCall.get(calls);

export type EntityAddresses = ReturnType<typeof buildEntityAddresses>;

/** Addresses of a rich entity's screens; `:id` in place of an id gives the route pattern. */
const buildEntityAddresses = (list: string, { create, edit, detail }: ScreenPaths) => ({
  list: toAddress(list),
  create: toAddress(`${list}/${create}`),
  edit: (id: number | ':id') => toAddress(`${list}/${edit}/${id}`),
  detail: (id: number | ':id') => toAddress(`${list}${detail}/${id}`),
});

function registerEntity(calls: string, list: string, paths: ScreenPaths): EntityAddresses {
  const screens = buildEntityAddresses(list, paths);
  addressesByCall.set(calls, screens);
  return screens;
}

/** Address of a list with filters set, in the form that the list's own controls write. */
export const filteredAddress = (list: Address, filters: Record<string, string>) =>
  toAddress(`${list}?${new URLSearchParams(filters).toString()}`);

const namedScreenPaths = { create: 'nuevo', edit: 'editar', detail: '' };
const formScreenPaths = { create: 'form', edit: 'form', detail: '/detalle' };

/** Addresses of the screens; the names are the specification's. */
export const addresses = {
  ...entryAddresses,
  users: registerEntity('/user', '/usuarios', namedScreenPaths),
  collections: toAddress('/cobranzas'),
  payments: {
    list: toAddress('/pagos'),
    verify: toAddress('/pagos/verificar'),
    detail: (id: number | ':id') => toAddress(`/pagos/${id}`),
  },
  till: {
    open: toAddress('/caja'),
    closes: toAddress('/caja/cierres'),
    close: (id: number | ':id') => toAddress(`/caja/cierres/${id}`),
  },
  exercises: registerEntity('/exercise', '/ejercicios', namedScreenPaths),
  diets: registerEntity('/diet', '/dietas', namedScreenPaths),
  trainings: registerEntity('/training', '/entrenamientos', formScreenPaths),
  packages: registerEntity('/package', '/paquetes', formScreenPaths),
  plans: toAddress('/suscripciones'),
  products: toAddress('/productos'),
  prices: {
    list: toAddress('/precios'),
    newRise: toAddress('/precios/aumentos/nuevo'),
    rise: (id: number | ':id') => toAddress(`/precios/aumentos/${id}`),
    /** The tab with the rises. */
    rises: toAddress('/precios?pestana=aumentos'),
  },
  /** List of the users who are affected by a price rise and have not been told yet. */
  riseNotices: (rise: number) => filteredAddress(toAddress('/cobranzas'), { lista: `rise:${rise}` }),
  guide: toAddress('/ayuda'),
  guidePage: (name: string) => toAddress(`/ayuda/${name}`),
  /** Screen that leads from the demonstration to a business of one's own. */
  ownBusiness: toAddress('/mi-negocio'),
  /** One of the screens under 'Configuración'. */
  setting: (name: string) => toAddress(`/configuracion/${name}`),
  /** Address of a list with a search term. */
  search: (list: Address, typed: string) => toAddress(`${list}?buscar=${encodeURIComponent(typed)}`),
  /** Address of a catalogue with the modal for a new item open. */
  newIn: (list: Address) => toAddress(`${list}?nuevo=1`),
};

const { exercises, diets, trainings, packages, plans, products, setting } = addresses;
/** Lists of things, not of people. */
export const catalogueLists = [exercises.list, diets.list, trainings.list, packages.list, plans, products, setting('')];
