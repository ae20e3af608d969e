import { text } from 'node:stream/consumers';
import { userListRow, userRow } from '@pulso/contract/accounts/users';
import { paymentRow } from '@pulso/contract/billing/ledger';
import { subscriptionHistoryRow } from '@pulso/contract/billing/subscriptions';
import { userPackageRow } from '@pulso/contract/billing/user-packages';
import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { userDetail } from '@pulso/contract/desk/user-detail';
import type * as z from 'zod/mini';
import {
  pickEachOption,
  distinctGaps,
  serveAnswers,
  findProblems,
  visitAll,
  completeAnswer,
  type Answer,
} from '#test/gaps';
import { goToScreen } from '#test/page';
import { expect, test } from '#test/panel';

// Records without a call of their own are shown from the user's detail; the panel logs each 404.
test.use({ expectedErrors: [/^El recurso solicitado no existe$/] });

type Kind = { path: string; row: z.ZodMiniType; answered?: (answer: Answer) => Answer };
const kinds: Kind[] = [
  ...[levels, trainingTypes, machines, bodyParts, productCategories, dietCategories, products, plans],
  ...[exercises, diets, trainings, packages],
  { path: '/user', row: userListRow },
];
const hasId = ({ id }: { id?: unknown }) => typeof id === 'number';
const gapsOf = (kind: Kind) => distinctGaps(kind, completeAnswer(kind.row));
// An id that no gap has: otherwise the list's copy would be shown as a preview of the item.
const LISTED_ID = 900_000;
/** A list with one row for every call. */
const listAnswers = Object.fromEntries(
  kinds.map(({ path, row }) => [path, [{ ...completeAnswer(row), id: LISTED_ID }]]),
);

const items = [
  { kind: { path: '/user', row: userDetail }, screens: ['/usuarios/'] },
  { kind: { path: '/user', row: userRow }, screens: ['/usuarios/editar/'] },
  { kind: exercises, screens: ['/ejercicios/', '/ejercicios/editar/'] },
  { kind: diets, screens: ['/dietas/', '/dietas/editar/'] },
  { kind: trainings, screens: ['/entrenamientos/detalle/', '/entrenamientos/form/'] },
  { kind: packages, screens: ['/paquetes/detalle/', '/paquetes/form/'] },
];
const tabByField: Record<string, string> = { user_packages: '?pestana=paquetes', payments: '?pestana=pagos' };

/** The gaps of an item, under ids that no other screen uses: a cached item would not be requested again. */
const gapVisits = (kind: Kind, screen: string, base: number) =>
  gapsOf(kind).map(({ what, place, row }, index) => {
    const id = base + index;
    return {
      what: `${screen}{id}: ${what}`,
      address: `${screen}${id}${tabByField[place[0] ?? ''] ?? ''}`,
      asks: `${kind.path}/${id}`,
      answer: hasId(row) ? { ...row, id } : row,
    };
  });

for (const { kind, screens } of items)
  test(`API-13 PAQ-04 ${screens.join('{id}, ')}{id}: readable whatever is missing, null or of another type in GET ${kind.path}/{id}`, async ({
    panel,
  }) => {
    const visits = screens.flatMap((screen, nth) => gapVisits(kind, screen, 1 + 10_000 * nth));
    const answers = Object.fromEntries(visits.map(({ asks, answer }) => [asks, answer]));
    await serveAnswers(panel, { ...listAnswers, ...answers, [`${kind.path}/${LISTED_ID}`]: completeAnswer(kind.row) });
    await panel.goto(`${screens[0]}${LISTED_ID}`);
    await expect(panel.getByRole('main').locator('h1')).toBeVisible();
    expect(await visitAll(panel, visits)).toEqual({});
  });

const gapRowsOf = (path: string) =>
  kinds
    .filter((kind) => kind.path === path)
    .flatMap(gapsOf)
    .map(({ row }) => row);

/** Screens by list: first the list's own, each row with a link or button to edit it, then those that choose from it. */
const screensByList: Record<string, string[]> = {
  '/level': ['/configuracion/niveles', '/entrenamientos/form', '/paquetes/form'],
  '/training-type': ['/configuracion/tipos-entrenamiento', '/entrenamientos/form'],
  '/machine': ['/configuracion/maquinas', '/ejercicios/nuevo', '/ejercicios?usa_maquina=si'],
  '/body-part': ['/configuracion/partes-cuerpo', '/ejercicios/nuevo', '/ejercicios'],
  '/category-product': ['/configuracion/categorias-producto', '/productos'],
  '/type-diet': ['/configuracion/categorias-dieta', '/dietas/nuevo'],
  '/product': ['/productos'],
  '/suscriptions': ['/suscripciones', '/usuarios/nuevo'],
  '/exercise': ['/ejercicios', '/entrenamientos/form'],
  '/diet': ['/dietas', '/dietas/nuevo', '/paquetes/form'],
  '/training': ['/entrenamientos', '/paquetes/form'],
  '/package': ['/paquetes'],
};

test('API-13 every row with an id is shown and readable, in its list and where it is chosen from, whatever is missing in any list', async ({
  panel,
}) => {
  test.slow();
  const warnings: string[] = [];
  panel.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  const gaps = Object.fromEntries(Object.keys(screensByList).map((path) => [path, gapRowsOf(path)]));
  await serveAnswers(panel, { ...listAnswers, ...gaps });
  await panel.goto('/configuracion/notificaciones');
  const edits = panel.getByRole('link', { name: 'Editar' }).or(panel.getByRole('button', { name: 'Editar' }));
  for (const [path, [screen = '']] of Object.entries(screensByList))
    await test.step(screen, async () => {
      await goToScreen(panel, screen);
      await expect(edits).toHaveCount(gapRowsOf(path).filter(hasId).length);
      expect(await findProblems(panel)).toEqual([]);
    });
  // The other screens; the lists' own were visited above.
  const seen = Object.values(screensByList).map(([screen]) => screen);
  const others = Object.values(screensByList).flat();
  for (const other of new Set(others.filter((screen) => !seen.includes(screen))))
    await test.step(other, async () => {
      await goToScreen(panel, other);
      await expect(panel.getByRole('main').locator('[data-skeleton], [aria-busy=true]')).toHaveCount(0);
      expect(await findProblems(panel)).toEqual([]);
    });
  const told = Object.keys(screensByList).map((path) => `${path}: 1 sin un id válido no se muestran`);
  // Playwright warns about the service worker that it blocks.
  const own = warnings.filter((text) => !text.startsWith('Service Worker registration blocked'));
  expect([...new Set(own)].sort()).toEqual(told.sort());
});

test.describe('a person', () => {
  const records = {
    Suscripciones: { path: '/user/3/subscription-history', row: subscriptionHistoryRow },
    Paquetes: { path: '/user/3/packages', row: userPackageRow },
    Pagos: { path: '/payment?user_id=3', row: paymentRow },
  };
  const person = { '/user/3': { ...completeAnswer(userDetail), id: 3 } };

  test('API-13 USD-81 the records of a person are readable, whatever is missing in their answers', async ({
    panel,
  }) => {
    const rows = Object.values(records).map(({ path, row }) => [path, gapsOf({ path, row }).map((gap) => gap.row)]);
    await serveAnswers(panel, { ...listAnswers, ...person, ...Object.fromEntries(rows) });
    await panel.goto('/usuarios/3');
    const shownRows = panel.getByRole('tabpanel').getByRole('table').locator('tbody').getByRole('row');
    for (const [tab, kind] of Object.entries(records)) {
      await panel.getByRole('tab', { name: tab, exact: true }).click();
      // Twenty rows a page.
      for (let left = gapsOf(kind).filter(({ row }) => hasId(row)).length; left > 0; left -= 20) {
        await expect(shownRows).toHaveCount(Math.min(left, 20));
        expect(await findProblems(panel)).toEqual([]);
        if (left > 20) await panel.getByRole('button', { name: 'Siguiente' }).click();
      }
    }
  });

  test('API-13 USD-50 every plan and package can be chosen in the dialogs, whatever is missing in its answer', async ({
    panel,
  }) => {
    const offers = { '/suscriptions': gapRowsOf('/suscriptions'), '/package': gapRowsOf('/package') };
    await serveAnswers(panel, { ...listAnswers, ...person, ...offers });
    await panel.goto('/usuarios/3');
    for (const name of ['Activar suscripción', 'Activar paquete', 'Registrar pago']) {
      await panel.getByRole('button', { name, exact: true }).click();
      const dialog = panel.getByRole('dialog', { name });
      const path = name === 'Activar paquete' ? '/package' : '/suscriptions';
      await expect(dialog.getByRole('radio')).toHaveCount(offers[path].filter(hasId).length);
      expect(await pickEachOption(panel)).toEqual({});
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
      await panel.getByRole('button', { name: 'Descartar' }).click();
      await expect(dialog).toHaveCount(0);
    }
  });

  test('API-13 a subscription can be looked at and a package taken away, whatever the person’s answer lacks', async ({
    panel,
  }) => {
    // Each of a different package, because only the latest of one package can be removed.
    const held = gapsOf({ path: '/packages', row: userPackageRow }).map(({ row }, at) =>
      typeof row.package_id === 'number' ? { ...row, package_id: at + 1 } : row,
    );
    const bare = { success: true, suscriptionId: 3, user_packages: held };
    await serveAnswers(panel, { ...listAnswers, '/user/3': bare });
    await panel.goto('/usuarios/3?pestana=paquetes');
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Sin nombre');
    await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
    await expect(panel.getByRole('dialog')).toContainText('Plan #3');
    expect(await findProblems(panel)).toEqual([]);
    await panel.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    for (const button of (await panel.getByRole('button', { name: 'Eliminar paquete' }).all()).slice(0, 9)) {
      await button.click();
      await expect(panel.getByRole('dialog', { name: 'Eliminar paquete' })).toBeVisible();
      expect(await findProblems(panel)).toEqual([]);
      await panel.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
    }
  });

  test('API-13 USU-29 the list, its export and the palette are readable, whatever is missing in GET user', async ({
    panel,
  }) => {
    const answered = gapRowsOf('/user');
    const known = answered.filter(hasId).length;
    await serveAnswers(panel, {
      ...listAnswers,
      '/user': answered,
      '/exercise': gapRowsOf('/exercise'),
      '/training': gapRowsOf('/training'),
    });
    await panel.goto('/usuarios');
    await expect(panel.getByText(`${known} usuarios`, { exact: true })).toBeVisible();
    expect(await findProblems(panel)).toEqual([]);
    const download = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Exportar' }).click();
    const file = await text(await (await download).createReadStream());
    expect(file.trimEnd().split('\r\n')).toHaveLength(known + 1);
    expect(file).not.toMatch(/undefined|null|NaN|object/);
    await panel.keyboard.press('Control+k');
    await panel.getByRole('combobox').fill('un');
    const trainings = panel.getByRole('group', { name: 'Entrenamientos' }).getByRole('option');
    await expect(trainings.filter({ hasNotText: /^Ver los/ })).toHaveCount(5);
    expect(await findProblems(panel)).toEqual([]);
  });
});
