/** Every address of the panel, so that a link to a place that does not exist does not compile. */
export type PanelPath =
  | '/login'
  | '/home'
  | '/productos'
  | `/configuracion/${Setting}`
  | `/usuarios${'' | '/nuevo' | `/${number}` | `/editar/${number}`}`
  | `/ejercicios${'' | '/nuevo' | `/${number}` | `/editar/${number}`}`
  | `/dietas${'' | '/nuevo' | `/${number}` | `/editar/${number}`}`
  | `/entrenamientos${'' | '/form' | `/form/${number}` | `/detalle/${number}`}`
  | `/paquetes${'' | '/form' | `/form/${number}` | `/detalle/${number}`}`
  | '/suscripciones';

type Setting =
  | 'niveles'
  | 'tipos-entrenamiento'
  | 'maquinas'
  | 'partes-cuerpo'
  | 'categorias-producto'
  | 'categorias-dieta'
  | 'notificaciones';
