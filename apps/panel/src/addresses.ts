import { entrances, type Address } from '#entrances';

export type { Address };

const at = (path: string) => path as Address;

type Paths = { create: string; edit: string; detail: string };

/** The screens of a rich entity; `:id` in the place of an id gives the pattern of a route. */
function entity(list: string, { create, edit, detail }: Paths) {
  return {
    list: at(list),
    create: at(`${list}/${create}`),
    edit: (id: number | ':id') => at(`${list}/${edit}/${id}`),
    detail: (id: number | ':id') => at(`${list}${detail}/${id}`),
  };
}

/** A list with filters on, as its own controls put them into the address. */
export const filtered = (list: Address, filters: Record<string, string>) =>
  at(`${list}?${new URLSearchParams(filters).toString()}`);

export type EntityAddresses = ReturnType<typeof entity>;

const byName = { create: 'nuevo', edit: 'editar', detail: '' };
const byForm = { create: 'form', edit: 'form', detail: '/detalle' };

/** Where the screens are; the names are the specification's. */
export const addresses = {
  ...entrances,
  users: entity('/usuarios', byName),
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
  exercises: entity('/ejercicios', byName),
  diets: entity('/dietas', byName),
  trainings: entity('/entrenamientos', byForm),
  packages: entity('/paquetes', byForm),
  plans: at('/suscripciones'),
  products: at('/productos'),
  prices: {
    list: at('/precios'),
    newRise: at('/precios/aumentos/nuevo'),
    rise: (id: number | ':id') => at(`/precios/aumentos/${id}`),
    /** The tab with the rises. */
    rises: at('/precios?pestana=aumentos'),
  },
  /** Those whom a rise affects and who do not know of it yet. */
  riseNotices: (rise: number) => at(`/cobranzas?list=rise:${rise}`),
  guide: at('/ayuda'),
  guidePage: (name: string) => at(`/ayuda/${name}`),
  /** From the demonstration to a business of one's own. */
  ownBusiness: at('/mi-negocio'),
  /** One of the screens under 'Configuración'. */
  setting: (name: string) => at(`/configuracion/${name}`),
  /** A list that is searched. */
  search: (list: Address, typed: string) => at(`${list}?buscar=${encodeURIComponent(typed)}`),
  /** A catalogue with its modal open for a new one. */
  newIn: (list: Address) => at(`${list}?nuevo=1`),
};
