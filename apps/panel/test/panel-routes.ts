import type { PanelScreens, ScreenRow } from '@pulso/testing/screen-paths';

/** Routes of the first document that are screens of their own here, with their titles. */
export const specifiedScreens = [
  { route: '/home', title: 'Inicio' },
  { route: '/productos', title: 'Productos' },
  { route: '/configuracion/niveles', title: 'Niveles' },
  { route: '/configuracion/tipos-entrenamiento', title: 'Tipos de Entrenamiento' },
  { route: '/configuracion/maquinas', title: 'Máquinas' },
  { route: '/configuracion/partes-cuerpo', title: 'Partes del Cuerpo' },
  { route: '/configuracion/categorias-producto', title: 'Categorías de Productos' },
  { route: '/configuracion/categorias-dieta', title: 'Categorías de Dietas' },
  { route: '/configuracion/notificaciones', title: 'Enviar Notificaciones' },
];

/** The panel's own list of screens, as read by the global set-up. */
export const panelScreens = () => JSON.parse(process.env.PANEL_SCREENS ?? '') as PanelScreens;

const routesOf = (rows: ScreenRow[]) => rows.map(({ path }) => path.replaceAll(':id', '3'));

/** Every screen that exists on all servers, except the login and the guide. */
export function panelRoutes(): string[] {
  const { main, settings, inner } = panelScreens();
  const rows = [...main, ...settings, ...inner].filter(({ extra }) => extra === undefined);
  return routesOf(rows).filter((route) => !route.startsWith('/ayuda'));
}

/** Screens of money and of copies, which not every server has. */
export function extraRoutes(): string[] {
  const { money, settings } = panelScreens();
  return routesOf([...money, ...settings.filter(({ extra }) => extra !== undefined)]);
}

/** Screens that are a form, except those for new items that first need others chosen. */
export const formRoutes = () => panelRoutes().filter((route) => /\/(nuevo$|editar\/|form\/)/.test(route));
