import type { Statistics } from '@pulso/contract/desk/statistics';
import { isObject } from '@pulso/web/answers';

/** Counters of the contract, without its schemas: they would double what the first screen loads. */
const COUNTER_NAMES = {
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
  return Object.entries(COUNTER_NAMES).every(([group, counters]) =>
    counters.every((counter) => Number.isFinite(groups[group]?.[counter])),
  );
}

const isLevel = (level: unknown) => isObject(level) && typeof level.title === 'string' && Number.isFinite(level.total);

/** Extras that are not sound are left out, and the rest stands. */
function withValidExtras({ usuarios, entrenamientos, ...data }: Statistics): Statistics {
  const { por_nivel, ...trainings } = entrenamientos;
  const { por_expirar, ...users } = usuarios;
  const levels: unknown = por_nivel;
  return {
    ...data,
    usuarios: Number.isFinite(por_expirar) ? usuarios : users,
    entrenamientos: Array.isArray(levels) && levels.every(isLevel) ? entrenamientos : trainings,
  };
}

/** Undefined where a counter is missing or is no number: the specification calls that a failure. */
export function readStatistics(data: unknown): Statistics | undefined {
  return isStatistics(data) ? withValidExtras(data) : undefined;
}
