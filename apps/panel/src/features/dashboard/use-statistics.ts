import type { Statistics } from '@pulso/contract/statistics';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailure } from '#api/client';

/** As by the contract, but without its schemas: they would double what the first screen loads. */
const SHAPE = {
  usuarios: ['total', 'con_suscripcion_activa', 'sin_suscripcion_activa', 'activos', 'inactivos'],
  entrenamientos: ['total', 'activos', 'inactivos'],
  niveles: ['total'],
  paquetes: ['total', 'activos'],
  productos: ['total', 'destacados'],
  ejercicios: ['total'],
  partes_cuerpo: ['total'],
  dietas: ['total'],
  categorias_productos: ['total'],
} satisfies { [Group in keyof Statistics]: (keyof Statistics[Group])[] };

function isStatistics(data: unknown): data is Statistics {
  const groups = (data ?? {}) as Record<string, Record<string, unknown> | undefined>;
  return Object.entries(SHAPE).every(([group, counters]) =>
    counters.every((counter) => Number.isFinite(groups[group]?.[counter])),
  );
}

/** The counters, or an error: an answer of another shape is as useless as none. */
export function useStatistics() {
  return useQuery({
    queryKey: ['estadisticas'],
    queryFn: async ({ signal }): Promise<Statistics> => {
      const body = await call('GET', 'estadisticas', { signal });
      if (body.success !== true || !isStatistics(body.data)) throw new CallFailure(200, undefined);
      return body.data;
    },
  });
}
