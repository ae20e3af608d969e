import { entrances, type Address } from '#entrances';

export type { Address };

const at = (path: string) => path as Address;

type Paths = { create: string; edit: string; detail: string };

const byCalls = new Map<string, EntityAddresses>();
/** Addresses of the entity with these calls, if it has screens of its own. */
export const addressesOf = (calls: string) => byCalls.get(calls);

export type EntityAddresses = ReturnType<typeof screensOf>;

/** Addresses of a rich entity's screens; `:id` in place of an id gives the route pattern. */
const screensOf = (list: string, { create, edit, detail }: Paths) => ({
  list: at(list),
  create: at(`${list}/${create}`),
  edit: (id: number | ':id') => at(`${list}/${edit}/${id}`),
  detail: (id: number | ':id') => at(`${list}${detail}/${id}`),
});

function entity(calls: string, list: string, paths: Paths): EntityAddresses {
  const screens = screensOf(list, paths);
  byCalls.set(calls, screens);
  return screens;
}

/** Address of a list with filters set, in the form that the list's own controls write. */
export const filtered = (list: Address, filters: Record<string, string>) =>
  at(`${list}?${new URLSearchParams(filters).toString()}`);

const byName = { create: 'nuevo', edit: 'editar', detail: '' };
const byForm = { create: 'form', edit: 'form', detail: '/detalle' };

/** Addresses of the screens; the names are the specification's. */
export const addresses = {
  ...entrances,
  users: entity('/user', '/usuarios', byName),
  collections: at('/cobranzas'),
  payments: {
    list: at('/pagos'),
    verify: at('/pagos/verificar'),
    detail: (id: number | ':id') => at(`/pagos/${id}`),
  },
  till: {
    open: at('/caja'),
    closes: at('/caja/cierres'),
    close: (id: number | ':id') => at(`/caja/cierres/${id}`),
  },
  exercises: entity('/exercise', '/ejercicios', byName),
  diets: entity('/diet', '/dietas', byName),
  trainings: entity('/training', '/entrenamientos', byForm),
  packages: entity('/package', '/paquetes', byForm),
  plans: at('/suscripciones'),
  products: at('/productos'),
  prices: {
    list: at('/precios'),
    newRise: at('/precios/aumentos/nuevo'),
    rise: (id: number | ':id') => at(`/precios/aumentos/${id}`),
    /** The tab with the rises. */
    rises: at('/precios?pestana=aumentos'),
  },
  /** List of the users who are affected by a price rise and have not been told yet. */
  riseNotices: (rise: number) => at(`/cobranzas?list=rise:${rise}`),
  guide: at('/ayuda'),
  guidePage: (name: string) => at(`/ayuda/${name}`),
  /** Screen that leads from the demonstration to a business of one's own. */
  ownBusiness: at('/mi-negocio'),
  /** One of the screens under 'Configuración'. */
  setting: (name: string) => at(`/configuracion/${name}`),
  /** Address of a list with a search term. */
  search: (list: Address, typed: string) => at(`${list}?buscar=${encodeURIComponent(typed)}`),
  /** Address of a catalogue with the modal for a new item open. */
  newIn: (list: Address) => at(`${list}?nuevo=1`),
};

const { exercises, diets, trainings, packages, plans, products, setting } = addresses;
/** Lists of things, not of people. */
export const listsOfThings = [exercises.list, diets.list, trainings.list, packages.list, plans, products, setting('')];
