import type { Extra } from '@pulso/contract/accounts/extras';
import type { Permission } from '@pulso/contract/accounts/permissions';
import {
  Apple,
  Banknote,
  Bell,
  Briefcase,
  CalendarDays,
  Coins,
  CreditCard,
  DatabaseBackup,
  Dumbbell,
  House,
  Layers,
  type LucideIcon,
  MessageSquare,
  Package,
  PersonStanding,
  Salad,
  ShoppingBag,
  Tag,
  Tags,
  Timer,
  Users,
  Inbox,
  Weight,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { addresses, type Address, type EntityAddresses } from '#addresses';
import { mayVisit, serverOffers } from '#api/session';
import type { innerCode as InnerCodeOf } from '#app/inner-code';
import type { moneyCode as MoneyCodeOf } from '#app/money-code';
import type { settingsCode as SettingsCodeOf } from '#app/settings-code';

const {
  home,
  users,
  collections,
  payments,
  till,
  prices,
  exercises,
  diets,
  trainings,
  packages,
  plans,
  products,
  setting,
  guide,
  guidePage,
  newIn,
} = addresses;

type InnerCode = typeof InnerCodeOf;
type MoneyCode = typeof MoneyCodeOf;
type SettingsCode = typeof SettingsCodeOf;

export type Screen = {
  path: Address;
  permission: Permission;
  /** Loads the screen's code on the first visit. */
  load: () => Promise<ComponentType>;
  /** Server extra that the screen needs. */
  extra?: Extra;
  /** True if the screen itself explains that this server has nothing to show. */
  explains?: true;
};
export type MenuScreen = Screen & {
  label: string;
  icon: LucideIcon;
  /** Badge next to the menu label, e.g. payments to verify. */
  Waiting?: ComponentType;
};

const isOffered = ({ extra }: Screen) => extra === undefined || serverOffers(extra);
export const isReachable = (screen: Screen) => screen.explains === true || isOffered(screen);
export const isVisible = (screen: MenuScreen) => mayVisit(screen.permission) && isOffered(screen);

const screen = (
  path: Address,
  label: string,
  icon: LucideIcon,
  permission: Permission,
  load: Screen['load'],
): MenuScreen => ({ path, label, icon, permission, load });

/** Main menu entries, in their order. */
export const mainScreens: MenuScreen[] = [
  screen(home, 'Inicio', House, 'statistics', () =>
    import('#features/desk/statistics/statistics-screen').then((code) => code.StatisticsScreen),
  ),
  screen(users.list, 'Usuarios', Users, 'users', () => import('#app/users-desk').then((code) => code.UsersDesk)),
  screen(exercises.list, 'Ejercicios', Dumbbell, 'content', () =>
    import('#features/content/exercises/exercises-screen').then((code) => code.ExercisesScreen),
  ),
  screen(trainings.list, 'Entrenamientos', CalendarDays, 'content', () =>
    import('#features/content/trainings/trainings-screen').then((code) => code.TrainingsScreen),
  ),
  screen(diets.list, 'Dietas', Salad, 'content', () =>
    import('#features/content/diets/diets-screen').then((code) => code.DietsScreen),
  ),
  screen(packages.list, 'Paquetes', Package, 'content', () =>
    import('#features/content/packages/packages-screen').then((code) => code.PackagesScreen),
  ),
  screen(plans, 'Suscripciones', CreditCard, 'catalogue', () =>
    import('#features/catalogue/plans/plans-screen').then((code) => code.PlansScreen),
  ),
  screen(products, 'Productos', ShoppingBag, 'catalogue', () =>
    import('#features/catalogue/products/products-screen').then((code) => code.ProductsScreen),
  ),
];

const moneyCode = (name: keyof MoneyCode) => async () => (await import('#app/money-code')).moneyCode[name]();
const UnverifiedCount = lazy(async () => ({ default: await moneyCode('unverifiedCount')() }));
const DueCount = lazy(async () => ({ default: await moneyCode('dueCount')() }));

/** Menu entries under 'La plata', in their order; they do not exist on a server without the extra. */
export const moneyScreens: MenuScreen[] = [
  {
    ...screen(collections, 'Cobranzas', Coins, 'billing', moneyCode('collections')),
    extra: 'collections',
    Waiting: DueCount,
  },
  {
    ...screen(payments.list, 'Pagos', Banknote, 'billing', moneyCode('ledger')),
    extra: 'ledger',
    Waiting: UnverifiedCount,
  },
  { ...screen(till.open, 'Caja', Inbox, 'billing', moneyCode('till')), extra: 'ledger' },
  { ...screen(prices.list, 'Precios', Tag, 'billing', moneyCode('prices')), extra: 'prices' },
];

const ofMoney = (extra: Extra, path: Address, load: Screen['load']): Screen => ({
  path,
  permission: 'billing',
  load,
  extra,
});

/** Screens reached from those of 'La plata'. */
export const innerMoneyScreens: Screen[] = [
  ofMoney('ledger', payments.verify, moneyCode('unverified')),
  ofMoney('ledger', payments.detail(':id'), moneyCode('receipt')),
  ofMoney('ledger', till.closes, moneyCode('tillCloses')),
  ofMoney('ledger', till.close(':id'), moneyCode('tillClose')),
  ofMoney('prices', prices.newRise, moneyCode('riseForm')),
  ofMoney('prices', prices.rise(':id'), moneyCode('rise')),
];

const settingsCode = (name: keyof SettingsCode) => async () =>
  (await import('#app/settings-code')).settingsCode[name]();

/** Menu entries under 'Configuración', in their order. */
export const settingsScreens: MenuScreen[] = [
  screen(setting('niveles'), 'Niveles', Layers, 'catalogue', settingsCode('levels')),
  screen(setting('tipos-entrenamiento'), 'Tipos de Entrenamiento', Timer, 'catalogue', settingsCode('trainingTypes')),
  screen(setting('maquinas'), 'Máquinas', Weight, 'catalogue', settingsCode('machines')),
  screen(setting('partes-cuerpo'), 'Partes del Cuerpo', PersonStanding, 'catalogue', settingsCode('bodyParts')),
  screen(
    setting('categorias-producto'),
    'Categorías de Productos',
    Tags,
    'catalogue',
    settingsCode('productCategories'),
  ),
  screen(setting('categorias-dieta'), 'Categorías de Dietas', Apple, 'catalogue', settingsCode('dietCategories')),
  screen(setting('notificaciones'), 'Notificaciones', Bell, 'notifications', settingsCode('notifications')),
  {
    ...screen(setting('negocio'), 'Datos del negocio', Briefcase, 'billing', moneyCode('business')),
    extra: 'collections',
  },
  {
    ...screen(setting('plantillas'), 'Plantillas', MessageSquare, 'billing', moneyCode('templates')),
    extra: 'collections',
  },
  {
    ...screen(setting('copias'), 'Copias de seguridad', DatabaseBackup, 'backups', settingsCode('backups')),
    extra: 'backups',
    explains: true,
  },
];

/** A screen without a menu entry has the icon of the one that leads to it. */
export const iconOf = (pathname: string): LucideIcon =>
  [...mainScreens, ...moneyScreens, ...settingsScreens].find(({ path }) => pathname.startsWith(path))?.icon ?? House;

const creation = (list: Address, label: string, path: Address = newIn(list)) => ({ list, label, path });

/** Address for a new item of each list: a screen of its own, or a modal over the list. */
export const creations = [
  creation(users.list, 'Nuevo usuario', users.create),
  creation(exercises.list, 'Nuevo ejercicio', exercises.create),
  creation(trainings.list, 'Nuevo entrenamiento', trainings.create),
  creation(diets.list, 'Nueva dieta', diets.create),
  creation(packages.list, 'Nuevo paquete', packages.create),
  creation(plans, 'Nueva suscripción'),
  creation(prices.list, 'Nuevo aumento', prices.newRise),
  creation(products, 'Nuevo producto'),
  creation(setting('niveles'), 'Nuevo nivel'),
  creation(setting('tipos-entrenamiento'), 'Nuevo tipo de entrenamiento'),
  creation(setting('maquinas'), 'Nueva máquina'),
  creation(setting('partes-cuerpo'), 'Nueva parte del cuerpo'),
  creation(setting('categorias-producto'), 'Nueva categoría de productos'),
  creation(setting('categorias-dieta'), 'Nueva categoría de dietas'),
  creation(setting('plantillas'), 'Nueva plantilla'),
];

type Loader = Screen['load'];

/** Screens reached from a list: one form for creating and editing, one detail. */
const entityScreens = (
  place: EntityAddresses,
  permission: Permission,
  { form, detail }: { form: Loader; detail: Loader },
): Screen[] => [
  { path: place.create, permission, load: form },
  { path: place.edit(':id'), permission, load: form },
  { path: place.detail(':id'), permission, load: detail },
];

const innerCode = (name: keyof InnerCode) => async () => (await import('#app/inner-code')).innerCode[name]();

export const innerScreens: Screen[] = [
  ...[guide, guidePage(':page')].map((path): Screen => ({ path, permission: 'panel', load: settingsCode('guide') })),
  { path: addresses.ownBusiness, permission: 'backups', load: innerCode('ownBusiness'), extra: 'own-business' },
  ...entityScreens(users, 'users', {
    form: () => import('#features/accounts/users/form/user-form-screen').then((code) => code.UserFormScreen),
    detail: () => import('#features/desk/user-detail/user-detail-screen').then((code) => code.UserDetailScreen),
  }),
  ...entityScreens(exercises, 'content', { form: innerCode('exerciseForm'), detail: innerCode('exerciseDetail') }),
  ...entityScreens(diets, 'content', { form: innerCode('dietForm'), detail: innerCode('dietDetail') }),
  ...entityScreens(trainings, 'content', { form: innerCode('trainingForm'), detail: innerCode('trainingDetail') }),
  ...entityScreens(packages, 'content', { form: innerCode('packageForm'), detail: innerCode('packageDetail') }),
];
