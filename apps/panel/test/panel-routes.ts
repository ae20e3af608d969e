/** The routes of the first document that are screens of their own here, with their titles. */
export const firstScreens = [
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

/** Every route of both documents but /login. */
export const panelRoutes = [
  ...firstScreens.map(({ route }) => route),
  '/usuarios',
  '/usuarios/nuevo',
  '/usuarios/editar/3',
  '/usuarios/3',
  '/suscripciones',
  '/ejercicios',
  '/ejercicios/nuevo',
  '/ejercicios/editar/3',
  '/ejercicios/3',
  '/dietas',
  '/dietas/nuevo',
  '/dietas/editar/3',
  '/dietas/3',
  '/entrenamientos',
  '/entrenamientos/form',
  '/entrenamientos/form/3',
  '/entrenamientos/detalle/3',
  '/paquetes',
  '/paquetes/form',
  '/paquetes/form/3',
  '/paquetes/detalle/3',
];

/** Those of money and of copies, which not every server has. */
export const extraRoutes = [
  ...['/cobranzas', '/pagos', '/pagos/verificar', '/pagos/3', '/caja', '/caja/cierres', '/caja/cierres/3'],
  ...['/precios', '/precios/aumentos/nuevo', '/precios/aumentos/3'],
  ...['/configuracion/negocio', '/configuracion/plantillas', '/configuracion/copias'],
];
