import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router';
import { readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';

const requireToken = () => (readToken() ? null : redirect('/login'));

/** A screen brings its own code, when it is first visited. */
function screen(load: () => Promise<ComponentType>, ...paths: string[]): RouteObject[] {
  return paths.map((path) => ({ path, lazy: async () => ({ Component: await load() }) }));
}

const screens: RouteObject[] = [
  ...screen(async () => (await import('#features/desk/statistics/statistics-screen')).DashboardScreen, 'home'),
  ...screen(async () => (await import('#features/catalogue/products/products-screen')).ProductsScreen, 'productos'),
  ...screen(async () => (await import('#features/accounts/users/list/users-screen')).UsersScreen, 'usuarios'),
  ...screen(
    async () => (await import('#features/accounts/users/form/user-form-screen')).UserFormScreen,
    'usuarios/nuevo',
    'usuarios/editar/:id',
  ),
  ...screen(
    async () => (await import('#features/desk/user-detail/user-detail-screen')).UserDetailScreen,
    'usuarios/:id',
  ),
  ...screen(async () => (await import('#features/catalogue/plans/plans-screen')).PlansScreen, 'suscripciones'),
  ...screen(async () => (await import('#features/content/diets/diets-screen')).DietsScreen, 'dietas'),
  ...screen(
    async () => (await import('#features/content/diets/diet-form-screen')).DietFormScreen,
    'dietas/nuevo',
    'dietas/editar/:id',
  ),
  ...screen(async () => (await import('#features/content/diets/diet-detail-screen')).DietDetailScreen, 'dietas/:id'),
  ...screen(
    async () => (await import('#features/content/trainings/trainings-screen')).TrainingsScreen,
    'entrenamientos',
  ),
  ...screen(
    async () => (await import('#features/content/trainings/training-form-screen')).TrainingFormScreen,
    'entrenamientos/form',
    'entrenamientos/form/:id',
  ),
  ...screen(
    async () => (await import('#features/content/trainings/training-detail-screen')).TrainingDetailScreen,
    'entrenamientos/detalle/:id',
  ),
  ...screen(async () => (await import('#features/content/packages/packages-screen')).PackagesScreen, 'paquetes'),
  ...screen(
    async () => (await import('#features/content/packages/package-form-screen')).PackageFormScreen,
    'paquetes/form',
    'paquetes/form/:id',
  ),
  ...screen(
    async () => (await import('#features/content/packages/package-detail-screen')).PackageDetailScreen,
    'paquetes/detalle/:id',
  ),
  ...screen(async () => (await import('#features/content/exercises/exercises-screen')).ExercisesScreen, 'ejercicios'),
  ...screen(
    async () => (await import('#features/content/exercises/exercise-form-screen')).ExerciseFormScreen,
    'ejercicios/nuevo',
    'ejercicios/editar/:id',
  ),
  ...screen(
    async () => (await import('#features/content/exercises/exercise-detail-screen')).ExerciseDetailScreen,
    'ejercicios/:id',
  ),
  ...screen(
    async () => (await import('#features/catalogue/levels/levels-screen')).LevelsScreen,
    'configuracion/niveles',
  ),
  ...screen(
    async () => (await import('#features/catalogue/training-types/training-types-screen')).TrainingTypesScreen,
    'configuracion/tipos-entrenamiento',
  ),
  ...screen(
    async () => (await import('#features/catalogue/machines/machines-screen')).MachinesScreen,
    'configuracion/maquinas',
  ),
  ...screen(
    async () => (await import('#features/catalogue/body-parts/body-parts-screen')).BodyPartsScreen,
    'configuracion/partes-cuerpo',
  ),
  ...screen(
    async () =>
      (await import('#features/catalogue/product-categories/product-categories-screen')).ProductCategoriesScreen,
    'configuracion/categorias-producto',
  ),
  ...screen(
    async () => (await import('#features/catalogue/diet-categories/diet-categories-screen')).DietCategoriesScreen,
    'configuracion/categorias-dieta',
  ),
  ...screen(
    async () => (await import('#features/desk/notifications/notifications-screen')).NotificationsScreen,
    'configuracion/notificaciones',
  ),
];

/** All parts of the system on one page: in the dev build, and in the one that tests use. */
const showcase: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_SHOWCASE === '1'
    ? screen(async () => (await import('#app/showcase-screen')).ShowcaseScreen, 'muestrario')
    : [];

export function createRouter() {
  return createBrowserRouter([
    {
      path: '/login',
      lazy: async () => ({ Component: (await import('#features/accounts/auth/login-screen')).LoginScreen }),
      ErrorBoundary: ScreenFailure,
      HydrateFallback: () => null,
    },
    {
      path: '/',
      loader: requireToken,
      // Asked again at every move, because the session may have ended meanwhile.
      shouldRevalidate: () => true,
      Component: Layout,
      ErrorBoundary: ScreenFailure,
      HydrateFallback: () => null,
      children: [
        // A screen that fails leaves the menu standing.
        {
          ErrorBoundary: ScreenFailure,
          children: [
            ...screens,
            ...showcase,
            { index: true, element: <Navigate to="/home" replace /> },
            { path: '*', element: <Navigate to="/home" replace /> },
          ],
        },
      ],
    },
  ]);
}
