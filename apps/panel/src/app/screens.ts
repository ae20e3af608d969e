import type { Permission } from '@pulso/contract/accounts/permissions';
import {
  Apple,
  Bell,
  CalendarDays,
  CreditCard,
  Dumbbell,
  House,
  Layers,
  type LucideIcon,
  Package,
  PersonStanding,
  Salad,
  ShoppingBag,
  Tags,
  Timer,
  Users,
  Weight,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { addresses, type Address, type EntityAddresses } from '#addresses';

const { home, users, exercises, diets, trainings, packages, plans, products, setting } = addresses;

export type Screen = {
  path: Address;
  permission: Permission;
  /** A screen brings its own code, when it is first visited. */
  load: () => Promise<ComponentType>;
};
export type MenuScreen = Screen & { label: string; icon: LucideIcon };

/** In the order of the menu. */
export const mainScreens: MenuScreen[] = [
  {
    path: home,
    label: 'Inicio',
    icon: House,
    permission: 'statistics',
    load: () => import('#features/desk/statistics/statistics-screen').then((code) => code.StatisticsScreen),
  },
  {
    path: users.list,
    label: 'Usuarios',
    icon: Users,
    permission: 'users',
    load: () => import('#features/accounts/users/list/users-screen').then((code) => code.UsersScreen),
  },
  {
    path: exercises.list,
    label: 'Ejercicios',
    icon: Dumbbell,
    permission: 'content',
    load: () => import('#features/content/exercises/exercises-screen').then((code) => code.ExercisesScreen),
  },
  {
    path: trainings.list,
    label: 'Entrenamientos',
    icon: CalendarDays,
    permission: 'content',
    load: () => import('#features/content/trainings/trainings-screen').then((code) => code.TrainingsScreen),
  },
  {
    path: diets.list,
    label: 'Dietas',
    icon: Salad,
    permission: 'content',
    load: () => import('#features/content/diets/diets-screen').then((code) => code.DietsScreen),
  },
  {
    path: packages.list,
    label: 'Paquetes',
    icon: Package,
    permission: 'content',
    load: () => import('#features/content/packages/packages-screen').then((code) => code.PackagesScreen),
  },
  {
    path: plans,
    label: 'Suscripciones',
    icon: CreditCard,
    permission: 'catalogue',
    load: () => import('#features/catalogue/plans/plans-screen').then((code) => code.PlansScreen),
  },
  {
    path: products,
    label: 'Productos',
    icon: ShoppingBag,
    permission: 'catalogue',
    load: () => import('#features/catalogue/products/products-screen').then((code) => code.ProductsScreen),
  },
];

/** Those under 'Configuración', in its order. */
export const settingsScreens: MenuScreen[] = [
  {
    path: setting('niveles'),
    label: 'Niveles',
    icon: Layers,
    permission: 'catalogue',
    load: () => import('#features/catalogue/levels/levels-screen').then((code) => code.LevelsScreen),
  },
  {
    path: setting('tipos-entrenamiento'),
    label: 'Tipos de Entrenamiento',
    icon: Timer,
    permission: 'catalogue',
    load: () =>
      import('#features/catalogue/training-types/training-types-screen').then((code) => code.TrainingTypesScreen),
  },
  {
    path: setting('maquinas'),
    label: 'Máquinas',
    icon: Weight,
    permission: 'catalogue',
    load: () => import('#features/catalogue/machines/machines-screen').then((code) => code.MachinesScreen),
  },
  {
    path: setting('partes-cuerpo'),
    label: 'Partes del Cuerpo',
    icon: PersonStanding,
    permission: 'catalogue',
    load: () => import('#features/catalogue/body-parts/body-parts-screen').then((code) => code.BodyPartsScreen),
  },
  {
    path: setting('categorias-producto'),
    label: 'Categorías de Productos',
    icon: Tags,
    permission: 'catalogue',
    load: () =>
      import('#features/catalogue/product-categories/product-categories-screen').then(
        (code) => code.ProductCategoriesScreen,
      ),
  },
  {
    path: setting('categorias-dieta'),
    label: 'Categorías de Dietas',
    icon: Apple,
    permission: 'catalogue',
    load: () =>
      import('#features/catalogue/diet-categories/diet-categories-screen').then((code) => code.DietCategoriesScreen),
  },
  {
    path: setting('notificaciones'),
    label: 'Notificaciones',
    icon: Bell,
    permission: 'notifications',
    load: () => import('#features/desk/notifications/notifications-screen').then((code) => code.NotificationsScreen),
  },
];

type Loader = Screen['load'];

/** The screens that others lead to: one form for what is new and what is changed, one for a look at it. */
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
