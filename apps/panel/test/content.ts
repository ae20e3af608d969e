import type { Page } from '@playwright/test';
import { expect, PICTURE, test as base, unique, type Row } from './catalogue-screens';

export { expect };

type Values = Record<string, unknown>;
type Made = { id: number; title: string };

export type Content = {
  level: (title?: string) => Promise<Made>;
  trainingType: (title?: string) => Promise<Made>;
  exercise: (title?: string) => Promise<Made>;
  diet: (title?: string) => Promise<Made>;
  /** With one day of one exercise and a cover, unless something else is said. */
  training: (values?: Values) => Promise<Row & Made>;
  /** With one training, unless something else is said. */
  pack: (values?: Values) => Promise<Row & Made>;
};

export const test = base.extend<{ content: Content }>({
  content: async ({ add, api, product }, use) => {
    const named = async (path: string, title: string, values: Record<string, string> = {}): Promise<Made> => ({
      id: (await add(path, { title, ...values })).id,
      title,
    });
    const level: Content['level'] = (title = unique('Nivel')) => named('/level', title);
    const trainingType: Content['trainingType'] = (title = unique('Tipo')) => named('/training-type', title);
    const exercise: Content['exercise'] = async (title = unique('Ejercicio')) => {
      const { id } = await named('/body-part', unique('Parte'));
      const sets = JSON.stringify([{ set_number: 1, reps: 12, rest_seconds: 60 }]);
      return named('/exercise', title, { description: 'Despacio', body_part_id: String(id), sets });
    };
    const diet: Content['diet'] = async (title = unique('Dieta')) => {
      const type = await add('/type-diet', { name: unique('Tipo'), description: 'Pocos carbohidratos' });
      const amounts = { calories: '400', protein: '30', carbs: '20', fats: '10', portions: '2', total_time: '20 min' };
      const texts = { category: 'Cena', ingredients: 'Huevo', instructions: 'Batir', type_diet_id: String(type.id) };
      return named('/diet', title, { ...amounts, ...texts });
    };
    const training: Content['training'] = async (values = {}) => {
      const fields: Values = { title: unique('Plan'), description: 'De a poco', gender: 'Unisex', ...values };
      fields.level_id ??= (await level()).id;
      fields.training_type_id ??= (await trainingType()).id;
      fields.training_days ??= [{ day_number: 1, is_rest_day: false, exercises: [(await exercise()).id] }];
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
      form.append('cover_image', new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), PICTURE.name);
      const headers = { Authorization: `Bearer ${api.token}` };
      return made(await fetch(`${product.url}/api/training`, { method: 'POST', headers, body: form }));
    };
    const pack: Content['pack'] = async (values = {}) => {
      const fields: Values = {
        title: unique('Paquete'),
        description: 'Todo junto',
        duration_days: 1,
        amount: 1500,
        gender: 'Unisex',
        ...values,
      };
      fields.level_id ??= (await level()).id;
      if (!fields.diets) fields.trainings ??= [(await training()).id];
      return made(await api.post('/package', fields));
    };
    await use({ level, trainingType, exercise, diet, training, pack });
  },
});

async function made(answer: Response): Promise<Row & Made> {
  const body = (await answer.json()) as { data: Row & Made };
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return body.data;
}

/** The row of a table that holds this name. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

/** What the browser asks from now on; each question gets the next answer, 'no' when there is none left. */
export function answerQuestions(page: Page, answers: boolean[]): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return asked;
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' });

/** How often the panel asks for this from now on. */
export function loads(page: Page, path: string): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api${path}`)) seen.count += 1;
  });
  return seen;
}
