import type { MyDiet } from '@pulso/contract/coaching/courses';

export const DIETS_PATH = 'my/diets';

/** The meals of a day, in their order; one is found however it is written. */
const MEALS = ['desayuno', 'almuerzo', 'merienda', 'cena'];

const fold = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const placeOf = (category: string) => {
  const place = MEALS.indexOf(fold(category));
  return place === -1 ? MEALS.length : place;
};

export const OTHER_CATEGORY = 'Otras';

/** Diets under their category: the day's meals first, then the others by name; in each by title. */
export function byCategory<Diet extends Pick<MyDiet, 'title' | 'category'>>(
  diets: readonly Diet[],
): { category: string; diets: Diet[] }[] {
  const groups = new Map<string, { category: string; diets: Diet[] }>();
  for (const diet of diets) {
    const category = diet.category.trim() || OTHER_CATEGORY;
    const group = groups.get(fold(category)) ?? { category, diets: [] };
    group.diets.push(diet);
    groups.set(fold(category), group);
  }
  const byName = (one: string, other: string) => one.localeCompare(other, 'es');
  for (const { diets: ofGroup } of groups.values()) ofGroup.sort((one, other) => byName(one.title, other.title));
  return [...groups.values()].sort(
    (one, other) => placeOf(one.category) - placeOf(other.category) || byName(one.category, other.category),
  );
}
