/** The meals of a day in their order; any other category comes after them. */
const MEALS = ['desayuno', 'almuerzo', 'merienda', 'cena'];

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

function rankOf(category: string): number {
  const place = MEALS.findIndex((meal) => fold(category).startsWith(meal));
  return place === -1 ? MEALS.length : place;
}

type Meal = { category: string; title: string };

const compareTexts = (one: string, other: string) => fold(one).localeCompare(fold(other), 'es');

/** Breakfast first, however it is written, then the other categories by name; within one by title. */
export function compareMeals(one: Meal, other: Meal): number {
  const rank = rankOf(one.category) - rankOf(other.category);
  const byCategory = rankOf(one.category) === MEALS.length ? compareTexts(one.category, other.category) : 0;
  return rank || byCategory || compareTexts(one.title, other.title);
}
