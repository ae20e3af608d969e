import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router';
import { pageSetting } from '#api/page-setting';
import { readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';

const requireToken = () => (readToken() ? null : redirect('/login'));

/** A screen brings its own code, when it is first visited. */
function screen(load: () => Promise<ComponentType>, ...paths: string[]): RouteObject[] {
  return paths.map((path) => ({ path, lazy: async () => ({ Component: await load() }) }));
}

const screens: RouteObject[] = [
  ...screen(async () => (await import('#features/dashboard/dashboard-screen')).DashboardScreen, 'home'),
  ...screen(async () => (await import('#features/products/products-screen')).ProductsScreen, 'productos'),
  ...screen(async () => (await import('#features/users/users-screen')).UsersScreen, 'usuarios'),
  ...screen(
    async () => (await import('#features/users/user-form-screen')).UserFormScreen,
    'usuarios/nuevo',
    'usuarios/editar/:id',
  ),
  ...screen(async () => (await import('#features/users/user-detail-screen')).UserDetailScreen, 'usuarios/:id'),
  ...screen(async () => (await import('#features/plans/plans-screen')).PlansScreen, 'suscripciones'),
  ...screen(async () => (await import('#features/diets/diets-screen')).DietsScreen, 'dietas'),
  ...screen(
    async () => (await import('#features/diets/diet-form-screen')).DietFormScreen,
    'dietas/nuevo',
    'dietas/editar/:id',
  ),
  ...screen(async () => (await import('#features/diets/diet-detail-screen')).DietDetailScreen, 'dietas/:id'),
  ...screen(async () => (await import('#features/trainings/trainings-screen')).TrainingsScreen, 'entrenamientos'),
  ...screen(
    async () => (await import('#features/trainings/training-form-screen')).TrainingFormScreen,
    'entrenamientos/form',
    'entrenamientos/form/:id',
  ),
  ...screen(
    async () => (await import('#features/trainings/training-detail-screen')).TrainingDetailScreen,
    'entrenamientos/detalle/:id',
  ),
  ...screen(async () => (await import('#features/packages/packages-screen')).PackagesScreen, 'paquetes'),
  ...screen(
    async () => (await import('#features/packages/package-form-screen')).PackageFormScreen,
    'paquetes/form',
    'paquetes/form/:id',
  ),
  ...screen(
    async () => (await import('#features/packages/package-detail-screen')).PackageDetailScreen,
    'paquetes/detalle/:id',
  ),
  ...screen(async () => (await import('#features/exercises/exercises-screen')).ExercisesScreen, 'ejercicios'),
  ...screen(
    async () => (await import('#features/exercises/exercise-form-screen')).ExerciseFormScreen,
    'ejercicios/nuevo',
    'ejercicios/editar/:id',
  ),
  ...screen(
    async () => (await import('#features/exercises/exercise-detail-screen')).ExerciseDetailScreen,
    'ejercicios/:id',
  ),
  ...screen(async () => (await import('#features/catalogues/levels-screen')).LevelsScreen, 'configuracion/niveles'),
  ...screen(
    async () => (await import('#features/catalogues/training-types-screen')).TrainingTypesScreen,
    'configuracion/tipos-entrenamiento',
  ),
  ...screen(
    async () => (await import('#features/catalogues/machines-screen')).MachinesScreen,
    'configuracion/maquinas',
  ),
  ...screen(
    async () => (await import('#features/catalogues/body-parts-screen')).BodyPartsScreen,
    'configuracion/partes-cuerpo',
  ),
  ...screen(
    async () => (await import('#features/catalogues/product-categories-screen')).ProductCategoriesScreen,
    'configuracion/categorias-producto',
  ),
  ...screen(
    async () => (await import('#features/catalogues/diet-categories-screen')).DietCategoriesScreen,
    'configuracion/categorias-dieta',
  ),
  ...screen(
    async () => (await import('#features/notifications/notifications-screen')).NotificationsScreen,
    'configuracion/notificaciones',
  ),
];

/** All parts of the system on one page: while developing, and where a test asks for it. */
const showcase: RouteObject[] =
  import.meta.env.DEV || pageSetting('pulso-showcase') === '1'
    ? screen(async () => (await import('#app/showcase-screen')).ShowcaseScreen, 'muestrario')
    : [];

export function createRouter() {
  return createBrowserRouter([
    {
      path: '/login',
      lazy: async () => ({ Component: (await import('#features/login/login-screen')).LoginScreen }),
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
