import type { Address } from '@pulso/web/navigation/address';
import { entryAddresses } from '#entrances';

export type { Address };

const toAddress = (path: string) => path as Address;

declare const parameterBrand: unique symbol;
/** Address of a screen that reads these parameters; a link with any other does not compile. */
export type ScreenAddress<Parameter extends string> = Address & { [parameterBrand]: Parameter };
/** Parameters that a screen's own view has to have. */
export type ParameterOf<At> = At extends ScreenAddress<infer Parameter> ? Parameter : never;
export type ViewOf<At> = Record<ParameterOf<At>, string>;

type ListParameter = 'buscar' | 'pagina';
type SortParameter = 'orden' | 'sentido';
/** What the numbers of 'Negocio' ask of the users. */
const toScreen = <Parameter extends string>(path: string) => path as ScreenAddress<Parameter>;

type ScreenPaths = { create: string; edit: string; detail: string };

const addressesByCall = new Map<string, EntityAddresses>();
/** Addresses of the entity with these calls, if it has screens of its own. */
export const addressesOf = (calls: string) => addressesByCall.get(calls);

export type EntityAddresses = Omit<ReturnType<typeof buildEntityAddresses>, 'list'> & { list: Address };

/** Addresses of a rich entity's screens; `:id` in place of an id gives the route pattern. */
const buildEntityAddresses = <Parameter extends string>(list: string, { create, edit, detail }: ScreenPaths) => ({
  list: toScreen<Parameter | ListParameter>(list),
  create: toAddress(`${list}/${create}`),
  edit: (id: number | ':id') => toAddress(`${list}/${edit}/${id}`),
  detail: (id: number | ':id') => toAddress(`${list}${detail}/${id}`),
});

function registerEntity<Parameter extends string>(calls: string, list: string, paths: ScreenPaths) {
  const screens = buildEntityAddresses<Parameter>(list, paths);
  addressesByCall.set(calls, screens);
  return screens;
}

/** Address of a list with filters set, in the form that the list's own controls write. */
export const filteredAddress = <Parameter extends string>(
  list: ScreenAddress<Parameter>,
  filters: { [Name in NoInfer<Parameter>]?: string },
) => toAddress(`${list}?${new URLSearchParams(filters as Record<string, string>).toString()}`);

const namedScreenPaths = { create: 'nuevo', edit: 'editar', detail: '' };
const formScreenPaths = { create: 'form', edit: 'form', detail: '/detalle' };

/** Addresses of the screens; the names are the specification's. */
export const addresses = {
  ...entryAddresses,
  users: registerEntity<
    | 'estado'
    | 'suscripcion'
    | 'rol'
    | 'entrenamiento'
    | 'sin_entrenar'
    | 'nota'
    | 'situacion'
    | 'plan'
    | 'etiqueta'
    | 'entrenador'
    | 'deuda'
    | 'sin_pagar'
    | 'desde'
    | 'hasta'
    | 'vence_desde'
    | 'vence_hasta'
    | 'nuevos'
    | 'renovaron'
    | 'perdidos'
    | SortParameter
  >('/user', '/usuarios', namedScreenPaths),
  collections: toScreen<'lista' | 'ver' | 'consulta' | ListParameter>('/cobranzas'),
  payments: {
    list: toScreen<
      | 'abrir'
      | 'desde'
      | 'hasta'
      | 'metodo'
      | 'tipo'
      | 'plan'
      | 'estado'
      | 'clase'
      | 'registro'
      | 'cliente'
      | ListParameter
    >('/pagos'),
    verify: toAddress('/pagos/verificar'),
    links: toScreen<'estado' | 'cliente' | 'pagina'>('/pagos/links'),
    detail: (id: number | ':id') => toAddress(`/pagos/${id}`),
  },
  business: toScreen<'mes' | 'valores'>('/negocio'),
  till: {
    open: toScreen<'abrir'>('/caja'),
    closes: toAddress('/caja/cierres'),
    close: (id: number | ':id') => toAddress(`/caja/cierres/${id}`),
  },
  exercises: registerEntity<'parte' | 'usa_maquina' | 'maquina' | 'estado' | SortParameter>(
    '/exercise',
    '/ejercicios',
    namedScreenPaths,
  ),
  diets: registerEntity<'categoria' | 'genero' | 'premium' | 'estado'>('/diet', '/dietas', namedScreenPaths),
  trainings: registerEntity<'nivel' | 'estado' | SortParameter>('/training', '/entrenamientos', formScreenPaths),
  /** Form of a new training with the box for a copied routine open. */
  pasteRoutine: toAddress('/entrenamientos/form?pegar=1'),
  packages: registerEntity<'estado' | SortParameter>('/package', '/paquetes', formScreenPaths),
  plans: toAddress('/suscripciones'),
  products: toScreen<'categoria' | 'destacado' | ListParameter>('/productos'),
  prices: {
    list: toScreen<'pestana' | 'pagina' | SortParameter>('/precios'),
    newRise: toAddress('/precios/aumentos/nuevo'),
    rise: (id: number | ':id') => toAddress(`/precios/aumentos/${id}`),
    /** The tab with the rises. */
    rises: filteredAddress(toScreen<'pestana'>('/precios'), { pestana: 'aumentos' }),
  },
  /** List of the users who are affected by a price rise and have not been told yet. */
  riseNotices: (rise: number) => filteredAddress(addresses.collections, { lista: `rise:${rise}` }),
  audit: toScreen<'persona' | 'que' | 'accion' | 'desde' | 'hasta'>('/auditoria'),
  trash: toAddress('/papelera'),
  notifications: toScreen<'pestana' | 'consulta'>('/configuracion/notificaciones'),
  imports: toScreen<'ver'>('/importar'),
  guide: toAddress('/ayuda'),
  guidePage: (name: string) => toAddress(`/ayuda/${name}`),
  /** Screen that leads from the demonstration to a business of one's own. */
  ownBusiness: toAddress('/mi-negocio'),
  /** One of the screens under 'Configuración'. */
  setting: (name: string) => toAddress(`/configuracion/${name}`),
  /** Address of a list with a search term. */
  search: (list: Address, typed: string) => toAddress(`${list}?buscar=${encodeURIComponent(typed)}`),
  /** Address of a screen with one of its dialogs open. */
  opening: (screen: Address, dialog: 'cobrar' | 'renovar' | 'cierre') => toAddress(`${screen}?abrir=${dialog}`),
  /** Address of a catalogue with the modal for a new item open. */
  newIn: (list: Address) => toAddress(`${list}?nuevo=1`),
};

const { exercises, diets, trainings, packages, plans, products, setting } = addresses;
/** Lists of things, not of people. */
export const catalogueLists = [exercises.list, diets.list, trainings.list, packages.list, plans, products, setting('')];
