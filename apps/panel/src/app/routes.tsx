import { createBrowserRouter, Navigate, redirect, type RouteObject } from 'react-router';
import { readToken } from '#api/session';
import { Layout } from '#app/layout';
import { ScreenFailure } from '#app/screen-failure';

const requireToken = () => (readToken() ? null : redirect('/login'));

/** Each screen brings its own code. */
const screens: RouteObject[] = [
  {
    path: 'home',
    lazy: async () => ({ Component: (await import('#features/dashboard/dashboard-screen')).DashboardScreen }),
  },
  {
    path: 'productos',
    lazy: async () => ({ Component: (await import('#features/products/products-screen')).ProductsScreen }),
  },
  {
    path: 'usuarios',
    lazy: async () => ({ Component: (await import('#features/users/users-screen')).UsersScreen }),
  },
  {
    path: 'usuarios/:id',
    lazy: async () => ({ Component: (await import('#features/users/user-detail-screen')).UserDetailScreen }),
  },
  {
    path: 'suscripciones',
    lazy: async () => ({ Component: (await import('#features/plans/plans-screen')).PlansScreen }),
  },
  {
    path: 'dietas',
    lazy: async () => ({ Component: (await import('#features/diets/diets-screen')).DietsScreen }),
  },
  ...['dietas/nuevo', 'dietas/editar/:id'].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('#features/diets/diet-form-screen')).DietFormScreen }),
  })),
  {
    path: 'dietas/:id',
    lazy: async () => ({ Component: (await import('#features/diets/diet-detail-screen')).DietDetailScreen }),
  },
  {
    path: 'entrenamientos',
    lazy: async () => ({ Component: (await import('#features/trainings/trainings-screen')).TrainingsScreen }),
  },
  ...['entrenamientos/form', 'entrenamientos/form/:id'].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('#features/trainings/training-form-screen')).TrainingFormScreen }),
  })),
  {
    path: 'entrenamientos/detalle/:id',
    lazy: async () => ({
      Component: (await import('#features/trainings/training-detail-screen')).TrainingDetailScreen,
    }),
  },
  {
    path: 'paquetes',
    lazy: async () => ({ Component: (await import('#features/packages/packages-screen')).PackagesScreen }),
  },
  ...['paquetes/form', 'paquetes/form/:id'].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('#features/packages/package-form-screen')).PackageFormScreen }),
  })),
  {
    path: 'paquetes/detalle/:id',
    lazy: async () => ({ Component: (await import('#features/packages/package-detail-screen')).PackageDetailScreen }),
  },
  {
    path: 'ejercicios',
    lazy: async () => ({ Component: (await import('#features/exercises/exercises-screen')).ExercisesScreen }),
  },
  ...['ejercicios/nuevo', 'ejercicios/editar/:id'].map((path) => ({
    path,
    lazy: async () => ({ Component: (await import('#features/exercises/exercise-form-screen')).ExerciseFormScreen }),
  })),
  {
    path: 'ejercicios/:id',
    lazy: async () => ({
      Component: (await import('#features/exercises/exercise-detail-screen')).ExerciseDetailScreen,
    }),
  },
  {
    path: 'configuracion/niveles',
    lazy: async () => ({ Component: (await import('#features/catalogues/levels-screen')).LevelsScreen }),
  },
  {
    path: 'configuracion/tipos-entrenamiento',
    lazy: async () => ({ Component: (await import('#features/catalogues/training-types-screen')).TrainingTypesScreen }),
  },
  {
    path: 'configuracion/maquinas',
    lazy: async () => ({ Component: (await import('#features/catalogues/machines-screen')).MachinesScreen }),
  },
  {
    path: 'configuracion/partes-cuerpo',
    lazy: async () => ({ Component: (await import('#features/catalogues/body-parts-screen')).BodyPartsScreen }),
  },
  {
    path: 'configuracion/categorias-producto',
    lazy: async () => ({
      Component: (await import('#features/catalogues/product-categories-screen')).ProductCategoriesScreen,
    }),
  },
  {
    path: 'configuracion/categorias-dieta',
    lazy: async () => ({
      Component: (await import('#features/catalogues/diet-categories-screen')).DietCategoriesScreen,
    }),
  },
  {
    path: 'configuracion/notificaciones',
    lazy: async () => ({
      Component: (await import('#features/notifications/notifications-screen')).NotificationsScreen,
    }),
  },
];

/** All parts of the system on one page: in the dev build, and in the one that tests use. */
const showcase: RouteObject[] =
  import.meta.env.DEV || import.meta.env.VITE_SHOWCASE === '1'
    ? [{ path: 'muestrario', lazy: async () => ({ Component: (await import('#app/showcase-screen')).ShowcaseScreen }) }]
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
