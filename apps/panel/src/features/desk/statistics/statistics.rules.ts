import type { Statistics } from '@pulso/contract/desk/statistics';
import type { Tone } from '@pulso/web/ui/feedback/badge';
import { addresses, filteredAddress, type Address } from '#addresses';
import { LEVELS_ARE_THIRDS } from '#api/strict-spec';
import { toPercentage } from '#ui/text/numbers';

const { users, exercises, trainings, diets, packages, products, setting } = addresses;

/** The lists behind the numbers. */
export const listAddresses = {
  users: users.list,
  active: filteredAddress(users.list, { estado: 'active' }),
  inactive: filteredAddress(users.list, { estado: 'inactive' }),
  subscribed: filteredAddress(users.list, { suscripcion: 'active' }),
  unsubscribed: filteredAddress(users.list, { suscripcion: 'inactive' }),
  expiring: filteredAddress(users.list, { suscripcion: 'expiring' }),
  exercises: exercises.list,
  trainings: trainings.list,
  activeTrainings: filteredAddress(trainings.list, { estado: 'activos' }),
  ofLevel: (id: number) => filteredAddress(trainings.list, { nivel: String(id) }),
  diets: diets.list,
  packages: packages.list,
  activePackages: filteredAddress(packages.list, { estado: 'activos' }),
  products,
  featured: filteredAddress(products, { destacado: 'si' }),
  levels: setting('niveles'),
  productCategories: setting('categorias-producto'),
};

type Part = { label: string; count: number; tone: Tone; to?: Address };
export type Distribution = { title: string; parts: (Part & { percent: number })[] };

const TONES: Tone[] = ['green', 'yellow', 'accent', 'purple', 'blue', 'grey'];

/** The real trainings of each level where the server tells them, else a third of the levels each. */
function levelParts({ entrenamientos, niveles }: Statistics): Part[] {
  const real = LEVELS_ARE_THIRDS ? undefined : entrenamientos.por_nivel;
  const levels = real?.length
    ? real.map(({ id, title, total }) => ({
        label: title,
        count: total,
        // The list has no filter for a level that no training has.
        to: total > 0 && Number.isInteger(id) ? listAddresses.ofLevel(id) : undefined,
      }))
    : levelThirds(niveles.total).map((count, index) => ({
        label: ['Principiante', 'Intermedio', 'Avanzado'][index] ?? '',
        count,
      }));
  return levels.map((part, index) => ({ ...part, tone: TONES[index % TONES.length] ?? 'grey' }));
}

const buildDistribution = (title: string, parts: Part[]): Distribution => {
  const sum = parts.reduce((total, { count }) => total + count, 0);
  return { title, parts: parts.map((part) => ({ ...part, percent: toPercentage(part.count, sum) })) };
};

export function buildDistributions(data: Statistics): Distribution[] {
  const { usuarios, dietas, categorias_productos } = data;
  return [
    buildDistribution('Estado de usuarios', [
      { label: 'Activos', count: usuarios.activos, tone: 'green', to: listAddresses.active },
      { label: 'Inactivos', count: usuarios.inactivos, tone: 'grey', to: listAddresses.inactive },
    ]),
    buildDistribution('Suscripciones', [
      { label: 'Con suscripción', count: usuarios.con_suscripcion_activa, tone: 'green', to: listAddresses.subscribed },
      {
        label: 'Sin suscripción',
        count: usuarios.sin_suscripcion_activa,
        tone: 'grey',
        to: listAddresses.unsubscribed,
      },
    ]),
    buildDistribution('Niveles de entrenamiento', levelParts(data)),
    buildDistribution('Dietas', [
      { label: 'Planes de dieta', count: dietas.total, tone: 'accent', to: listAddresses.diets },
      {
        label: 'Categorías de productos',
        count: categorias_productos.total,
        tone: 'blue',
        to: listAddresses.productCategories,
      },
    ]),
  ];
}

/** The placeholder of 1.9 for beginner, intermediate and advanced; the three need not add up to the total. */
export function levelThirds(total: number): [number, number, number] {
  const third = Number.isFinite(total) && total > 0 ? Math.round(total / 3) : 0;
  return [third, third, third];
}
