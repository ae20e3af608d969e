import type { Extra } from '@pulso/contract/accounts/extras';
import type { Permission } from '@pulso/contract/accounts/permissions';
import {
  Apple,
  Banknote,
  Bell,
  Bookmark,
  Briefcase,
  CalendarDays,
  ChartLine,
  Coins,
  CreditCard,
  DatabaseBackup,
  Dumbbell,
  FileUp,
  History,
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
  Trash2,
  Users,
  Inbox,
  Weight,
} from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { addresses, type Address, type EntityAddresses } from '#addresses';
import { isTrainer, mayVisit, serverOffers } from '#api/session';
import { PLANS_ARE_CALLED_SUBSCRIPTIONS } from '#api/strict-spec';

const {
  home,
  users,
  collections,
  payments,
  business,
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
  audit,
  trash,
  imports,
} = addresses;

export type Screen = {
  path: Address;
  permission: Permission;
  /** Also for trainers, where the server lets them in. */
  access?: 'trainer';
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
/** The token alone opens a screen, whatever the role says; a trainer's opens his own. */
export const isReachable = (screen: Screen) =>
  (screen.access === 'trainer' || !isTrainer()) && (screen.explains === true || isOffered(screen));
export const isVisible = (screen: MenuScreen) => mayVisit(screen.permission, screen.access) && isOffered(screen);

const menuScreen = (
  path: Address,
  label: string,
  icon: LucideIcon,
  permission: Permission,
  load: Screen['load'],
  access?: 'trainer',
): MenuScreen => ({ path, label, icon, permission, load, access });

/** Main menu entries, in their order. */
export const mainScreens: MenuScreen[] = [
  menuScreen(home, 'Inicio', House, 'statistics', () => import('#app/home').then((code) => code.Home)),
  menuScreen(
    users.list,
    'Usuarios',
    Users,
    'users',
    () => import('#app/users-with-renewal').then((code) => code.UsersWithRenewal),
    'trainer',
  ),
  menuScreen(
    exercises.list,
    'Ejercicios',
    Dumbbell,
    'content',
    () => import('#features/content/exercises/exercises-screen').then((code) => code.ExercisesScreen),
    'trainer',
  ),
  menuScreen(
    trainings.list,
    'Entrenamientos',
    CalendarDays,
    'content',
    () => import('#app/assigning/content-screens').then((code) => code.TrainingsScreen),
    'trainer',
  ),
  menuScreen(
    diets.list,
    'Dietas',
    Salad,
    'content',
    () => import('#app/assigning/content-screens').then((code) => code.DietsScreen),
    'trainer',
  ),
  menuScreen(packages.list, 'Paquetes', Package, 'content', () =>
    import('#features/content/packages/packages-screen').then((code) => code.PackagesScreen),
  ),
  menuScreen(plans, PLANS_ARE_CALLED_SUBSCRIPTIONS ? 'Suscripciones' : 'Planes', CreditCard, 'catalogue', () =>
    import('#features/catalogue/plans/plans-screen').then((code) => code.PlansScreen),
  ),
  menuScreen(products, 'Productos', ShoppingBag, 'catalogue', () =>
    import('#features/catalogue/products/products-screen').then((code) => code.ProductsScreen),
  ),
];

const PaymentsWaiting = lazy(async () => ({
  default: serverOffers('mercadopago')
    ? (await import('#features/billing/collections/links/payments-waiting')).PaymentsWaiting
    : (await import('#features/billing/payments/unverified-count')).UnverifiedCount,
}));
const DueCount = lazy(async () => ({
  default: (await import('#features/billing/collections/summary/due-count')).DueCount,
}));

/** Menu entries under 'La plata', in their order; they do not exist on a server without the extra. */
export const moneyScreens: MenuScreen[] = [
  {
    ...menuScreen(collections, 'Cobranzas', Coins, 'billing', () =>
      import('#features/billing/collections/collections-screen').then((code) => code.CollectionsScreen),
    ),
    extra: 'collections',
    Waiting: DueCount,
  },
  {
    ...menuScreen(payments.list, 'Pagos', Banknote, 'billing', () =>
      import('#features/billing/collections/links/payments-with-links').then((code) => code.PaymentsWithLinks),
    ),
    extra: 'ledger',
    Waiting: PaymentsWaiting,
  },
  {
    ...menuScreen(till.open, 'Caja', Inbox, 'billing', () =>
      import('#features/billing/till/till-screen').then((code) => code.TillScreen),
    ),
    extra: 'ledger',
  },
  {
    ...menuScreen(prices.list, 'Precios', Tag, 'billing', () =>
      import('#features/billing/prices/prices-screen').then((code) => code.PricesScreen),
    ),
    extra: 'prices',
  },
  {
    ...menuScreen(business, 'Negocio', ChartLine, 'billing', () =>
      import('#features/desk/overview/overview-screen').then((code) => code.OverviewScreen),
    ),
    extra: 'business',
  },
];

const moneyScreen = (extra: Extra, path: Address, load: Screen['load']): Screen => ({
  path,
  permission: 'billing',
  load,
  extra,
});

/** Screens reached from those of 'La plata'. */
export const innerMoneyScreens: Screen[] = [
  moneyScreen('ledger', payments.verify, () =>
    import('#features/billing/payments/unverified-screen').then((code) => code.UnverifiedScreen),
  ),
  moneyScreen('mercadopago', payments.links, () =>
    import('#features/billing/collections/links/links-with-chat').then((code) => code.LinksWithChat),
  ),
  moneyScreen('ledger', payments.detail(':id'), () =>
    import('#features/billing/payments/receipt-screen').then((code) => code.ReceiptScreen),
  ),
  moneyScreen('ledger', till.closes, () =>
    import('#features/billing/till/till-closes-screen').then((code) => code.TillClosesScreen),
  ),
  moneyScreen('ledger', till.close(':id'), () =>
    import('#features/billing/till/till-close-screen').then((code) => code.TillCloseScreen),
  ),
  moneyScreen('prices', prices.newRise, () =>
    import('#features/billing/prices/rise-form-screen').then((code) => code.RiseFormScreen),
  ),
  moneyScreen('prices', prices.rise(':id'), () =>
    import('#features/billing/prices/rise-screen').then((code) => code.RiseScreen),
  ),
];

/** Menu entries under 'Configuración', in their order. */
export const settingsScreens: MenuScreen[] = [
  menuScreen(setting('niveles'), 'Niveles', Layers, 'catalogue', () =>
    import('#features/catalogue/levels/levels-screen').then((code) => code.LevelsScreen),
  ),
  menuScreen(setting('tipos-entrenamiento'), 'Tipos de Entrenamiento', Timer, 'catalogue', () =>
    import('#features/catalogue/training-types/training-types-screen').then((code) => code.TrainingTypesScreen),
  ),
  menuScreen(setting('maquinas'), 'Máquinas', Weight, 'catalogue', () =>
    import('#features/catalogue/machines/machines-screen').then((code) => code.MachinesScreen),
  ),
  menuScreen(setting('partes-cuerpo'), 'Partes del Cuerpo', PersonStanding, 'catalogue', () =>
    import('#features/catalogue/body-parts/body-parts-screen').then((code) => code.BodyPartsScreen),
  ),
  menuScreen(setting('categorias-producto'), 'Categorías de Productos', Tags, 'catalogue', () =>
    import('#features/catalogue/product-categories/product-categories-screen').then(
      (code) => code.ProductCategoriesScreen,
    ),
  ),
  menuScreen(setting('categorias-dieta'), 'Categorías de Dietas', Apple, 'catalogue', () =>
    import('#features/catalogue/diet-categories/diet-categories-screen').then((code) => code.DietCategoriesScreen),
  ),
  menuScreen(setting('notificaciones'), 'Notificaciones', Bell, 'notifications', () =>
    import('#features/desk/notifications/notifications-screen').then((code) => code.NotificationsScreen),
  ),
  {
    ...menuScreen(setting('negocio'), 'Datos del negocio', Briefcase, 'billing', () =>
      import('#features/billing/links/business-with-connection').then((code) => code.BusinessWithConnection),
    ),
    extra: 'collections',
  },
  {
    ...menuScreen(setting('plantillas'), 'Plantillas', MessageSquare, 'billing', () =>
      import('#features/billing/collections/templates-screen').then((code) => code.TemplatesScreen),
    ),
    extra: 'collections',
  },
  {
    ...menuScreen(setting('etiquetas'), 'Etiquetas', Bookmark, 'users', () =>
      import('#features/accounts/tags/tags-screen').then((code) => code.TagsScreen),
    ),
    extra: 'segments',
  },
  {
    ...menuScreen(audit, 'Auditoría', History, 'audit', () =>
      import('#features/accounts/audit/audit-screen').then((code) => code.AuditScreen),
    ),
    extra: 'events',
  },
  {
    ...menuScreen(trash, 'Papelera', Trash2, 'audit', () =>
      import('#features/desk/trash/trash-screen').then((code) => code.TrashScreen),
    ),
    extra: 'events',
  },
  {
    ...menuScreen(imports, 'Importar y exportar', FileUp, 'billing', () =>
      import('#features/desk/imports/imports-screen').then((code) => code.ImportsScreen),
    ),
    extra: 'import',
  },
  {
    ...menuScreen(setting('copias'), 'Copias de seguridad', DatabaseBackup, 'backups', () =>
      import('#features/desk/backups/backups-screen').then((code) => code.BackupsScreen),
    ),
    extra: 'backups',
    explains: true,
  },
];

/** A screen without a menu entry has the icon of the one that leads to it. */
export const iconOf = (pathname: string): LucideIcon =>
  [...mainScreens, ...moneyScreens, ...settingsScreens].find(({ path }) => pathname.startsWith(path))?.icon ?? House;

const createAction = (list: Address, label: string, path: Address = newIn(list)) => ({ list, label, path });

/** Address for a new item of each list: a screen of its own, or a modal over the list. */
export const createActions = [
  createAction(users.list, 'Nuevo usuario', users.create),
  createAction(exercises.list, 'Nuevo ejercicio', exercises.create),
  createAction(trainings.list, 'Nuevo entrenamiento', trainings.create),
  createAction(diets.list, 'Nueva dieta', diets.create),
  createAction(packages.list, 'Nuevo paquete', packages.create),
  createAction(plans, PLANS_ARE_CALLED_SUBSCRIPTIONS ? 'Nueva suscripción' : 'Nuevo plan'),
  createAction(prices.list, 'Nuevo aumento', prices.newRise),
  createAction(products, 'Nuevo producto'),
  createAction(setting('niveles'), 'Nuevo nivel'),
  createAction(setting('tipos-entrenamiento'), 'Nuevo tipo de entrenamiento'),
  createAction(setting('maquinas'), 'Nueva máquina'),
  createAction(setting('partes-cuerpo'), 'Nueva parte del cuerpo'),
  createAction(setting('categorias-producto'), 'Nueva categoría de productos'),
  createAction(setting('categorias-dieta'), 'Nueva categoría de dietas'),
  createAction(setting('plantillas'), 'Nueva plantilla'),
  createAction(setting('etiquetas'), 'Nueva etiqueta'),
];

type Loader = Screen['load'];

/** Screens reached from a list: one form for creating and editing, one detail. */
const buildEntityScreens = (
  place: EntityAddresses,
  permission: Permission,
  { form, detail }: { form: Loader; detail: Loader },
  trainers?: 'read' | 'edit',
): Screen[] => {
  const access = trainers === 'edit' ? 'trainer' : undefined;
  return [
    { path: place.create, permission, access, load: form },
    { path: place.edit(':id'), permission, access, load: form },
    { path: place.detail(':id'), permission, access: trainers && 'trainer', load: detail },
  ];
};

export const innerScreens: Screen[] = [
  ...[guide, guidePage(':page')].map((path): Screen => ({
    path,
    permission: 'panel',
    access: 'trainer',
    load: () => import('#features/desk/guide/guide-screen').then((code) => code.GuideScreen),
  })),
  {
    path: addresses.ownBusiness,
    permission: 'backups',
    load: () => import('#features/desk/own-business/own-business-screen').then((code) => code.OwnBusinessScreen),
    extra: 'own-business',
  },
  ...buildEntityScreens(
    users,
    'users',
    {
      form: () => import('#app/user-form').then((code) => code.UserFormScreen),
      detail: () => import('#features/desk/user-detail/user-detail-screen').then((code) => code.UserDetailScreen),
    },
    'read',
  ),
  ...buildEntityScreens(
    exercises,
    'content',
    {
      form: () => import('#features/content/exercises/exercise-form-screen').then((code) => code.ExerciseFormScreen),
      detail: () => import('#app/exercise-history').then((code) => code.ExerciseDetailScreen),
    },
    'edit',
  ),
  ...buildEntityScreens(
    diets,
    'content',
    {
      form: () => import('#features/content/diets/diet-form-screen').then((code) => code.DietFormScreen),
      detail: () => import('#app/assigning/content-screens').then((code) => code.DietDetailScreen),
    },
    'edit',
  ),
  ...buildEntityScreens(
    trainings,
    'content',
    {
      form: () => import('#app/assigning/training-form-screen').then((code) => code.TrainingFormScreen),
      detail: () => import('#app/assigning/content-screens').then((code) => code.TrainingDetailScreen),
    },
    'edit',
  ),
  ...buildEntityScreens(packages, 'content', {
    form: () => import('#features/content/packages/package-form-screen').then((code) => code.PackageFormScreen),
    detail: () => import('#app/package-history').then((code) => code.PackageDetailScreen),
  }),
];

/** A trainer adds no users. */
export const isAddable = (path: Address) => !isTrainer() || path !== users.create;
