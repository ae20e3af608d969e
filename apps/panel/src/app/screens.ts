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

const UnverifiedCount = lazy(async () => ({
  default: (await import('#features/billing/payments/unverified-count')).UnverifiedCount,
}));
const DueCount = lazy(async () => ({
  default: (await import('#features/billing/collections/summary/due-count')).DueCount,
}));

/** Menu entries under 'La plata', in their order; they do not exist on a server without the extra. */
export const moneyScreens: MenuScreen[] = [
  {
    ...screen(collections, 'Cobranzas', Coins, 'billing', () =>
      import('#features/billing/collections/collections-screen').then((code) => code.CollectionsScreen),
    ),
    extra: 'collections',
    Waiting: DueCount,
  },
  {
    ...screen(payments.list, 'Pagos', Banknote, 'billing', () =>
      import('#features/billing/payments/ledger-screen').then((code) => code.LedgerScreen),
    ),
    extra: 'ledger',
    Waiting: UnverifiedCount,
  },
  {
    ...screen(till.open, 'Caja', Inbox, 'billing', () =>
      import('#features/billing/till/till-screen').then((code) => code.TillScreen),
    ),
    extra: 'ledger',
  },
  {
    ...screen(prices.list, 'Precios', Tag, 'billing', () =>
      import('#features/billing/prices/prices-screen').then((code) => code.PricesScreen),
    ),
    extra: 'prices',
  },
];

const ofMoney = (extra: Extra, path: Address, load: Screen['load']): Screen => ({
  path,
  permission: 'billing',
  load,
  extra,
});

/** Screens reached from those of 'La plata'. */
export const innerMoneyScreens: Screen[] = [
  ofMoney('ledger', payments.verify, () =>
    import('#features/billing/payments/unverified-screen').then((code) => code.UnverifiedScreen),
  ),
  ofMoney('ledger', payments.detail(':id'), () =>
    import('#features/billing/payments/receipt-screen').then((code) => code.ReceiptScreen),
  ),
  ofMoney('ledger', till.closes, () =>
    import('#features/billing/till/till-closes-screen').then((code) => code.TillClosesScreen),
  ),
  ofMoney('ledger', till.close(':id'), () =>
    import('#features/billing/till/till-close-screen').then((code) => code.TillCloseScreen),
  ),
  ofMoney('prices', prices.newRise, () =>
    import('#features/billing/prices/rise-form-screen').then((code) => code.RiseFormScreen),
  ),
  ofMoney('prices', prices.rise(':id'), () =>
    import('#features/billing/prices/rise-screen').then((code) => code.RiseScreen),
  ),
];

/** Menu entries under 'Configuración', in their order. */
export const settingsScreens: MenuScreen[] = [
  screen(setting('niveles'), 'Niveles', Layers, 'catalogue', () =>
    import('#features/catalogue/levels/levels-screen').then((code) => code.LevelsScreen),
  ),
  screen(setting('tipos-entrenamiento'), 'Tipos de Entrenamiento', Timer, 'catalogue', () =>
    import('#features/catalogue/training-types/training-types-screen').then((code) => code.TrainingTypesScreen),
  ),
  screen(setting('maquinas'), 'Máquinas', Weight, 'catalogue', () =>
    import('#features/catalogue/machines/machines-screen').then((code) => code.MachinesScreen),
  ),
  screen(setting('partes-cuerpo'), 'Partes del Cuerpo', PersonStanding, 'catalogue', () =>
    import('#features/catalogue/body-parts/body-parts-screen').then((code) => code.BodyPartsScreen),
  ),
  screen(setting('categorias-producto'), 'Categorías de Productos', Tags, 'catalogue', () =>
    import('#features/catalogue/product-categories/product-categories-screen').then(
      (code) => code.ProductCategoriesScreen,
    ),
  ),
  screen(setting('categorias-dieta'), 'Categorías de Dietas', Apple, 'catalogue', () =>
    import('#features/catalogue/diet-categories/diet-categories-screen').then((code) => code.DietCategoriesScreen),
  ),
  screen(setting('notificaciones'), 'Notificaciones', Bell, 'notifications', () =>
    import('#features/desk/notifications/notifications-screen').then((code) => code.NotificationsScreen),
  ),
  {
    ...screen(setting('negocio'), 'Datos del negocio', Briefcase, 'billing', () =>
      import('#features/billing/business/business-screen').then((code) => code.BusinessScreen),
    ),
    extra: 'collections',
  },
  {
    ...screen(setting('plantillas'), 'Plantillas', MessageSquare, 'billing', () =>
      import('#features/billing/collections/templates-screen').then((code) => code.TemplatesScreen),
    ),
    extra: 'collections',
  },
  {
    ...screen(setting('copias'), 'Copias de seguridad', DatabaseBackup, 'backups', () =>
      import('#features/desk/backups/backups-screen').then((code) => code.BackupsScreen),
    ),
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

export const innerScreens: Screen[] = [
  ...[guide, guidePage(':page')].map((path): Screen => ({
    path,
    permission: 'panel',
    load: () => import('#features/desk/guide/guide-screen').then((code) => code.GuideScreen),
  })),
  {
    path: addresses.ownBusiness,
    permission: 'backups',
    load: () => import('#features/desk/own-business/own-business-screen').then((code) => code.OwnBusinessScreen),
    extra: 'own-business',
  },
  ...entityScreens(users, 'users', {
    form: () => import('#features/accounts/users/form/user-form-screen').then((code) => code.UserFormScreen),
    detail: () => import('#features/desk/user-detail/user-detail-screen').then((code) => code.UserDetailScreen),
  }),
  ...entityScreens(exercises, 'content', {
    form: () => import('#features/content/exercises/exercise-form-screen').then((code) => code.ExerciseFormScreen),
    detail: () =>
      import('#features/content/exercises/exercise-detail-screen').then((code) => code.ExerciseDetailScreen),
  }),
  ...entityScreens(diets, 'content', {
    form: () => import('#features/content/diets/diet-form-screen').then((code) => code.DietFormScreen),
    detail: () => import('#features/content/diets/diet-detail-screen').then((code) => code.DietDetailScreen),
  }),
  ...entityScreens(trainings, 'content', {
    form: () => import('#features/content/trainings/training-form-screen').then((code) => code.TrainingFormScreen),
    detail: () =>
      import('#features/content/trainings/training-detail-screen').then((code) => code.TrainingDetailScreen),
  }),
  ...entityScreens(packages, 'content', {
    form: () => import('#features/content/packages/package-form-screen').then((code) => code.PackageFormScreen),
    detail: () => import('#features/content/packages/package-detail-screen').then((code) => code.PackageDetailScreen),
  }),
];
