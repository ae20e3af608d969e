import * as z from 'zod/mini';
import { extra, id } from '../kit/fields';

const count = z.int().check(z.nonnegative());
const total = z.object({ total: count });

export const statistics = z.object({
  usuarios: z.object({
    total: count,
    con_suscripcion_activa: count,
    sin_suscripcion_activa: count,
    activos: count,
    inactivos: count,
    /** Users shown as 'Por expirar' in the list. */
    por_expirar: extra(z.optional(count)),
  }),
  entrenamientos: z.object({
    total: count,
    activos: count,
    inactivos: count,
    /** The real counts; the specification only estimates a third per level. */
    por_nivel: extra(z.optional(z.array(z.object({ id, title: z.string(), total: count })))),
  }),
  niveles: total,
  paquetes: z.object({ total: count, activos: count }),
  productos: z.object({ total: count, destacados: count }),
  ejercicios: total,
  partes_cuerpo: total,
  dietas: total,
  categorias_productos: total,
});
export type Statistics = z.infer<typeof statistics>;
