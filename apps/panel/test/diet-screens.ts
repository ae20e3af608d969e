import type { Locator, Page } from '@playwright/test';
import { item, unique } from './catalogue-screens';
import type { Row } from './catalogue-screens';

type Values = Record<string, string | number | boolean>;
type Add = (path: string, values: Values) => Promise<Row>;

export const card = (page: Page, title: string) => item(page, { look: 'cards' }, title);

const stored = {
  category: 'Definición',
  calories: 1800,
  protein: 120,
  carbs: 150.5,
  fats: 60,
  portions: '4 comidas',
  total_time: '30 min',
  ingredients: 'Avena\nBanana',
  instructions: 'Mezclar.\nCocinar.',
};

/** A diet with a type of its own. */
export async function addDiet(add: Add, values: Values = {}) {
  const type = await add('/type-diet', { name: unique('Tipo'), description: 'Poca sal' });
  const diet = await add('/diet', { title: unique('Dieta'), ...stored, type_diet_id: type.id, ...values });
  return { type: { id: type.id, name: String(type.name) }, diet, title: String(diet.title), id: diet.id };
}

/** What is typed into the form, by label. */
export const typed = {
  Título: 'Ensalada tibia',
  Categoría: 'Volumen',
  Porciones: '2 platos',
  'Tiempo total': '25 min',
  'Calorías (kcal)': '450.5',
  'Proteínas (g)': '30',
  'Carbohidratos (g)': '0',
  'Grasas (g)': '12.5',
  Ingredientes: 'Lechuga\nPollo',
  Instrucciones: 'Lavar.\n\nServir.',
};

export async function fill(form: Page | Locator, values: Partial<Record<keyof typeof typed, string>>) {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}
