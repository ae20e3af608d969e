import { expect, test as base, unique } from './catalogue-screens';
import type { Row } from './catalogue-screens';

export * from './catalogue-screens';

type Values = Record<string, unknown>;

export const test = base.extend<{
  addPerson: (values?: Values & { name?: string }) => Promise<Row & { name: string }>;
  addPlan: (values?: Values) => Promise<Row & { title: string }>;
  addPackage: (values?: Values) => Promise<Row & { title: string }>;
  /** Any other write, as another administrator would do it. */
  write: (path: string, values: Values) => Promise<Row>;
}>({
  write: async ({ api }, use) => {
    await use(async (path, values) => {
      const answer = await api.post(path, values);
      const { data, message } = (await answer.json()) as { data: Row; message?: string };
      expect(answer.ok, message).toBe(true);
      return data;
    });
  },
  addPerson: async ({ write }, use) => {
    await use(async (values: Values & { name?: string } = {}) => {
      const name = values.name ?? unique('Marta');
      const common = {
        name,
        username: unique('marta'),
        gender: 'Female',
        phone: '1123456789',
        role: 'CLIENT',
        password: 'clave',
      };
      return { ...(await write('/user', { ...common, ...values })), name };
    });
  },
  addPlan: async ({ write }, use) => {
    await use(async (values = {}) => {
      const title = unique('Plan');
      const common = { title, description: 'Acceso libre', duration: 3, amount: 45_000.5, status: 1 };
      return { ...(await write('/suscriptions', { ...common, ...values })), title };
    });
  },
  addPackage: async ({ write, add }, use) => {
    await use(async (values = {}) => {
      const title = unique('Paquete');
      const [level, type] = [
        await add('/level', { title: unique('Nivel'), status: true }),
        await add('/type-diet', { name: unique('Tipo'), status: true }),
      ];
      const diet = await add('/diet', {
        title: unique('Dieta'),
        category: 'Cena',
        calories: 500,
        protein: 30,
        carbs: 40,
        fats: 20,
        portions: '1',
        total_time: '20 minutos',
        ingredients: 'Arroz',
        instructions: 'Hervir',
        type_diet_id: type.id,
      });
      const common = {
        title,
        description: 'Todo incluido',
        duration_days: 30,
        amount: 60_000,
        gender: 'Unisex',
        level_id: level.id,
        diets: [diet.id],
      };
      return { ...(await write('/package', { ...common, ...values })), title };
    });
  },
});
