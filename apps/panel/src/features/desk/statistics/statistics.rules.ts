import type { Statistics } from '@pulso/contract/desk/statistics';
import { addresses, filtered, type Address } from '#addresses';
import { LEVELS_ARE_THIRDS } from '#api/strict-spec';
import type { Tone } from '#ui/feedback/badge';
import { percentage } from '#ui/text/numbers';

const { users, exercises, trainings, diets, packages, products, setting } = addresses;

/** The lists behind the numbers. */
export const places = {
  users: users.list,
  active: filtered(users.list, { estado: 'active' }),
  inactive: filtered(users.list, { estado: 'inactive' }),
  subscribed: filtered(users.list, { suscripcion: 'active' }),
  unsubscribed: filtered(users.list, { suscripcion: 'inactive' }),
  expiring: filtered(users.list, { suscripcion: 'expiring' }),
  exercises: exercises.list,
  trainings: trainings.list,
  activeTrainings: filtered(trainings.list, { estado: 'activos' }),
  ofLevel: (id: number) => filtered(trainings.list, { nivel: String(id) }),
  diets: diets.list,
  packages: packages.list,
  activePackages: filtered(packages.list, { estado: 'activos' }),
  products,
  featured: filtered(products, { destacado: 'si' }),
  levels: setting('niveles'),
  productCategories: setting('categorias-producto'),
};

type Part = { label: string; count: number; tone: Tone; to?: Address };
export type Distribution = { title: string; parts: (Part & { percent: number })[] };

const TONES: Tone[] = ['green', 'yellow', 'accent', 'purple', 'blue', 'grey'];

/** The real trainings of each level where the server tells them, else a third of the levels each. */
function levelParts({ entrenamientos, niveles }: Statistics): Part[] {
  const real = LEVELS_ARE_THIRDS ? undefined : entrenamientos.por_nivel;
  const named = real?.length
    ? real.map(({ id, title, total }) => ({
        label: title,
        count: total,
        // The list has no filter for a level that no training has.
        to: total > 0 && Number.isInteger(id) ? places.ofLevel(id) : undefined,
      }))
    : levelThirds(niveles.total).map((count, index) => ({
        label: ['Principiante', 'Intermedio', 'Avanzado'][index] ?? '',
        count,
      }));
  return named.map((part, index) => ({ ...part, tone: TONES[index % TONES.length] ?? 'grey' }));
}

const distribution = (title: string, parts: Part[]): Distribution => {
  const sum = parts.reduce((total, { count }) => total + count, 0);
  return { title, parts: parts.map((part) => ({ ...part, percent: percentage(part.count, sum) })) };
};

export function distributions(data: Statistics): Distribution[] {
  const { usuarios, dietas, categorias_productos } = data;
  return [
    distribution('Estado de usuarios', [
      { label: 'Activos', count: usuarios.activos, tone: 'green', to: places.active },
      { label: 'Inactivos', count: usuarios.inactivos, tone: 'grey', to: places.inactive },
    ]),
    distribution('Suscripciones', [
      { label: 'Con suscripción', count: usuarios.con_suscripcion_activa, tone: 'green', to: places.subscribed },
      { label: 'Sin suscripción', count: usuarios.sin_suscripcion_activa, tone: 'grey', to: places.unsubscribed },
    ]),
    distribution('Niveles de entrenamiento', levelParts(data)),
    distribution('Dietas', [
      { label: 'Planes de dieta', count: dietas.total, tone: 'accent', to: places.diets },
      {
        label: 'Categorías de productos',
        count: categorias_productos.total,
        tone: 'blue',
        to: places.productCategories,
      },
    ]),
  ];
}

/** The placeholder of 1.9 for beginner, intermediate and advanced; the three need not add up to the total. */
export function levelThirds(total: number): [number, number, number] {
  const third = Number.isFinite(total) && total > 0 ? Math.round(total / 3) : 0;
  return [third, third, third];
}
