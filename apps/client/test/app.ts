import type { Access } from '@pulso/contract/coaching/access';
import { today } from '@pulso/contract/kit/dates';
import { expect, test as base, type Page } from '@playwright/test';
import { fetchAnswer, searchVisibleText, startBrowserProduct } from '@pulso/testing/browser-product';
import { createPicture } from '@pulso/testing/pictures';
import { logIn } from '@pulso/testing/product';
import { uniqueTag } from '@pulso/testing/unique-tag';

export { expect, fetchAnswer };

type Values = Record<string, unknown>;
type Api = Awaited<ReturnType<typeof logIn>>;
export type Client = { id: number; name: string; username: string; password: string; phone: string };
/** A client of the tests and the courses he follows, made by the administrator's calls. */
export type Followed = {
  client: Client;
  training: { id: number; title: string };
  diets: { id: number; title: string }[];
};

let nextPhone = 1_160_000_000;

async function dataOf<Data>(answer: Response): Promise<Data> {
  const body = (await answer.json()) as { data: Data };
  expect(answer.ok, JSON.stringify(body)).toBe(true);
  return body.data;
}

export function openSeed(url: string, api: Api) {
  /** A form where there may be a picture, else JSON. */
  const add = async (path: string, values: Values, picture?: { field: string; hue: number } | 'none') => {
    if (picture === undefined) return dataOf<{ id: number }>(await api.post(path, values));
    const form = new FormData();
    for (const [name, value] of Object.entries(values))
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    if (picture !== 'none') {
      const bytes = await createPicture(640, 480).modulate({ hue: picture.hue }).png().toBuffer();
      form.append(picture.field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'foto.png');
    }
    const headers = { Authorization: `Bearer ${api.token}` };
    return dataOf<{ id: number }>(await fetch(`${url}/api${path}`, { method: 'POST', headers, body: form }));
  };

  const addClient = async (name = 'Marta López'): Promise<Client> => {
    const client = { name, username: `marta.${uniqueTag()}`, password: 'clave-de-marta', phone: String(nextPhone++) };
    return { ...client, ...(await add('/user', { ...client, gender: 'Female', role: 'CLIENT' })) };
  };

  /** A client with a training of four days, the third one of rest, and three diets. */
  const addFollower = async (schedule: Values = {}, name?: string): Promise<Followed> => {
    const tag = uniqueTag();
    const body = await add('/body-part', { title: `Piernas ${tag}` }, 'none');
    const machine = await add('/machine', { title: `Banco plano ${tag}` }, 'none');
    const exercises = [];
    for (const [index, title] of ['Sentadilla con barra', 'Press de banca', 'Plancha'].entries())
      exercises.push(
        await add(
          '/exercise',
          {
            title: `${title} ${tag}`,
            description: 'Baja despacio, con la espalda derecha.\nSube fuerte.',
            tips: 'Mira al frente.',
            video_url: 'https://videos.example/sentadilla',
            body_part_id: body.id,
            uses_machine: true,
            machine_id: machine.id,
            sets: [1, 2, 3].map((set_number) =>
              index === 2
                ? { set_number, duration_seconds: 30, rest_seconds: 45 }
                : { set_number, reps: 10, weight: 40, rest_seconds: 90 },
            ),
          },
          { field: 'image', hue: index * 100 },
        ),
      );
    const level = await add('/level', { title: `Inicial ${tag}` }, 'none');
    const kind = await add('/training-type', { title: `Fuerza ${tag}` }, 'none');
    const title = `Fuerza para empezar ${tag}`;
    const ids = exercises.map(({ id }) => id);
    const training = await add(
      '/training',
      {
        title,
        description: 'Tres veces por semana, con un día de descanso en el medio.',
        gender: 'Unisex',
        level_id: level.id,
        training_type_id: kind.id,
        training_days: [
          { day_number: 1, is_rest_day: false, title: 'Piernas', exercises: ids },
          { day_number: 2, is_rest_day: false, title: 'Torso', exercises: ids.slice(1) },
          { day_number: 3, is_rest_day: true, title: '', exercises: [] },
          {
            ...{ day_number: 4, is_rest_day: false, title: 'Todo el cuerpo', exercises: ids },
            prescriptions: [{ sets: null, superset: true, note: 'Sin pausa entre las dos.' }, null, null],
          },
        ],
      },
      { field: 'cover_image', hue: 200 },
    );
    const type = await add('/type-diet', { name: `Casera ${tag}` });
    const diets = [];
    for (const [index, [category, dish]] of [
      ['Cena', 'Sopa de calabaza'],
      ['DESAYUNO', 'Avena con banana'],
      ['Almuerzo', 'Pollo con arroz'],
    ].entries()) {
      const values = {
        title: `${dish} ${tag}`,
        category,
        calories: 450 + index * 100,
        protein: 30.5,
        carbs: 55,
        fats: 12,
        portions: '1 plato',
        total_time: '25 min',
        ingredients: 'Avena\nBanana\nLeche',
        instructions: 'Mezclar.\nCocinar.',
        type_diet_id: type.id,
      };
      diets.push({ ...(await add('/diet', values, { field: 'image', hue: index * 80 })), title: values.title });
    }
    const client = await addClient(name);
    const assign = async (values: Values) =>
      dataOf(await api.post('/assignment', { user_ids: [client.id], starts_on: today(), ...values }));
    await assign({ training_id: training.id, mode: 'sequence', ...schedule });
    for (const { id } of diets) await assign({ diet_id: id });
    return { client, training: { ...training, title }, diets };
  };

  /** A link for the phone, and its code. */
  const giveAccess = async ({ id }: { id: number }): Promise<Access & { link: string }> => {
    const access = await dataOf<Access>(await api.post(`/user/${id}/access`, {}));
    return { ...access, link: `${url}/mi/entrar#${access.secret}` };
  };
  return { add, addClient, addFollower, giveAccess };
}

export type Seed = ReturnType<typeof openSeed>;

type WorkerFixtures = {
  product: { url: string; restart: (meanwhile: () => Promise<unknown>) => Promise<void> };
  api: Api;
};
type TestFixtures = {
  seed: Seed;
  /** Enters by a link, as the client would. */
  enter: (client: { id: number }) => Promise<void>;
  /** Console errors that this test allows; any other one fails it. */
  expectedErrors: RegExp[];
};

export const test = base.extend<TestFixtures, WorkerFixtures & { settings: Record<string, string> }>({
  /** The server's settings. */
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      const product = await startBrowserProduct(settings);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  api: [async ({ product }, use) => use(await logIn(product.url)), { scope: 'worker' }],
  baseURL: async ({ product }, use) => use(product.url),
  expectedErrors: [[], { option: true }],
  seed: async ({ product, api }, use) => use(openSeed(product.url, api)),
  page: async ({ page, expectedErrors }, use) => {
    searchVisibleText(page);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await use(page);
    // The browser itself logs this for every refused call; only the app's own messages count.
    const own = complaints.filter((text) => !text.startsWith('Failed to load resource'));
    expect(own.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  enter: async ({ page, seed }, use) => {
    await use(async (client) => {
      await enterBy(page, (await seed.giveAccess(client)).link);
    });
  },
});

export const foot = (page: Page) => page.getByRole('navigation', { name: 'Lugares' });

/** Enters by a link, as the client would, in a browser of this page. */
export async function enterBy(page: Page, link: string) {
  // A browser loads nothing if two addresses differ only behind their #.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Hola/ })).toBeVisible();
}

/** 'Salir de este teléfono', in Mi plan. */
export async function leaveApp(page: Page) {
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await page.getByRole('button', { name: 'Salir de este teléfono' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
}

/** All that this browser holds of whoever was here. */
export const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No result')));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await resultOf(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });
