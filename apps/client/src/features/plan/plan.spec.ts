import { readFileSync } from 'node:fs';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { createPicture } from '@pulso/testing/pictures';
import type { Page } from '@playwright/test';
import { expectFine } from '#test/accessibility';
import { expect, fetchAnswer, foot, test } from '#test/app';

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } });
test.describe.configure({ timeout: 90_000 });

const TODAY = today();
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mi plan' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Ya transferí' });
const claimsOf = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Mis avisos' }) })
    .getByRole('listitem');

/** Answers Mi plan as the server would of another client. */
async function answerPlan(page: Page, changes: Partial<MyPlan>) {
  await page.unroute('**/api/my/plan');
  await page.route('**/api/my/plan', async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: MyPlan };
    await route.fulfill({ response, json: { success: true, data: { ...data, ...changes } } });
  });
  await page.reload();
  await expect(title(page)).toBeVisible();
}

test('MIP-01 MIP-02 MIP-03 MIP-04 Mi plan says until when, what a renewal costs, what is owed and where to pay it; each payment leads to its receipt', async ({
  page,
  context,
  seed,
  api,
  enter,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.patch('/business', { name: 'Gimnasio Norte', alias: 'norte.gimnasio', phone: '11 2345-6789' });
  const client = await seed.addClient();
  const other = await seed.addClient('Ana Pérez');
  const plan = await seed.add('/suscriptions', {
    title: 'Mensual',
    description: 'Un mes',
    duration: 1,
    amount: 12_500,
    status: 1,
  });
  const activation = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 12_500 };
  await seed.add('/user/activate-suscription', { ...activation, user_id: client.id });
  await seed.add('/debt', {
    user_id: client.id,
    amount: 4_000,
    type: 'other',
    note: 'Remera',
    due_on: addDays(TODAY, 9),
  });
  await seed.add('/price-rise', {
    ...{ percent: 8, rounding: 0, valid_from: addDays(TODAY, 10) },
    rows: [{ kind: 'plan', id: plan.id, before: 12_500, after: 13_500 }],
  });
  // Twenty-two payments: more than a page has.
  for (let at = 1; at <= 21; at += 1)
    await seed.add('/payment', {
      ...{ user_id: client.id, type: 'other', item_id: 0, amount: 10 + at, payment_method: 'efectivo' },
      ...{ status: 'completed', paid_on: addDays(TODAY, -at) },
    });
  const foreign = await seed.add('/payment', {
    ...{ user_id: other.id, type: 'other', item_id: 0, amount: 77, payment_method: 'efectivo', status: 'completed' },
  });

  await enter(client);
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  const { data } = (await (await page.request.get('/api/my/plan')).json()) as { data: MyPlan };
  await expect(page.getByText(`Tu plan Mensual vence el ${formatDate(data.end)}`)).toBeVisible();
  for (const text of [
    'Para renovar: $ 12.500',
    `Desde el ${formatDate(addDays(TODAY, 10))}: $ 13.500`,
    'Debes $ 4.000',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText(`vence el ${formatDate(addDays(TODAY, 9))}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect(page.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('norte.gimnasio');
  await expectFine(page, 'Mi plan with money');

  const payments = page.locator('a[href^="/mi/plan/comprobante/"]');
  await expect(payments).toHaveCount(20);
  await page.getByRole('button', { name: 'Ver más' }).click();
  await expect(payments).toHaveCount(22);
  await expect(page.getByRole('button', { name: 'Ver más' })).toHaveCount(0);
  // A browser on a desk shares no files; a phone's does.
  await page.evaluate(() =>
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files, title }: { files: File[]; title: string }) =>
        void (document.title = `${title}: ${files[0]?.name} ${files[0]?.type}`),
    }),
  );
  await payments.first().click();
  const sheet = page.getByRole('article', { name: /^Comprobante N\.º/ });
  await expect(sheet).toContainText('Gimnasio Norte');
  await expect(sheet).toContainText('Marta López');
  await expect(sheet).toContainText('ARS 12.500,00');
  await expectFine(page, 'a receipt');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar imagen' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^comprobante_\d{8}\.png$/);
  expect(
    readFileSync(await file.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.getByRole('button', { name: 'Compartir' }).click();
  await expect(page).toHaveTitle(/^Comprobante N\.º \d{8}: comprobante_\d{8}\.png image\/png$/);
  await page.evaluate(() => (window.print = () => (document.title = 'impreso')));
  await page.getByRole('button', { name: 'Imprimir' }).click();
  await expect(page).toHaveTitle('impreso');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(foot(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/mi/plan/comprobante/${foreign.id}`);
  await expect(page.getByRole('alert')).toContainText('Error al cargar el comprobante');

  await page.goto('/mi/plan');
  await answerPlan(page, {
    ...{ state: 'paused', paused_until: '2026-12-20', alias: '', price: null, next_price: null },
    packages: [{ id: 1, title: 'Volumen', end_date: '2026-12-31' }],
    payments: data.payments.map((payment, at) => ({ ...payment, annulled: at === 0, refunded: at === 1 ? 5 : 0 })),
  });
  await expect(page.getByText('En pausa hasta el 20/12/2026')).toBeVisible();
  await expect(page.getByText('Paquete Volumen: vence el 31/12/2026')).toBeVisible();
  await expect(payments.first()).toContainText('Anulado');
  await expect(page.getByRole('heading', { name: 'Para pagar' })).toHaveCount(0);
  await expect(page.getByText('Para renovar')).toHaveCount(0);
  await answerPlan(page, { state: 'overdue', days: -2 });
  await expect(page.getByText('Venció hace 2 días')).toBeVisible();
  await expectFine(page, 'Mi plan overdue');
});

test('MIP-05 MIP-09 MIP-15 a transfer is told with its picture, refused beside its fields, sent once after a lost answer, withdrawn, and answered', async ({
  page,
  seed,
  api,
  enter,
}) => {
  const client = await seed.addClient();
  const debt = await seed.add('/debt', { user_id: client.id, amount: 4_000, type: 'other', note: 'Remera' });
  await enter(client);
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await page.getByRole('button', { name: 'Ya transferí' }).click();
  const dialog = dialogOf(page);
  const send = dialog.getByRole('button', { name: 'Enviar aviso' });
  const amount = dialog.getByLabel('Monto');
  await expect(amount).toHaveValue('4.000');
  await expect(dialog.getByLabel('Qué día')).toHaveValue(TODAY);
  await expect(dialog.getByRole('radio', { name: /^Una deuda/ })).toBeChecked();
  await expectFine(page, 'Ya transferí');

  // Refusals stand beside their fields.
  await amount.fill('nada');
  await dialog.getByLabel('Qué día').fill(addDays(TODAY, -31));
  await send.click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription('Por favor ingresa un monto válido');
  await expect(amount).toHaveValue('nada');
  await amount.fill('5.000');
  await send.click();
  await expect(dialog.getByLabel('Qué día')).toHaveAccessibleDescription(
    'La fecha debe estar entre hoy y 30 días atrás',
  );
  await dialog.getByLabel('Qué día').fill(addDays(TODAY, -1));
  await send.click();
  await expect(dialog.getByRole('group', { name: 'Para qué' })).toContainText(
    'Es más de lo que debes por eso ($ 4.000)',
  );
  await expectFine(page, 'a refused transfer');
  await dialog.getByLabel('Foto o captura del comprobante (opcional)').setInputFiles({
    ...{ name: 'nota.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') },
  });
  await amount.fill('900');
  await send.click();
  await expect(dialog.getByRole('alert').first()).toContainText('imagen');
  const buffer = await createPicture(2_400, 1_200).png().toBuffer();
  await dialog
    .getByLabel('Foto o captura del comprobante (opcional)')
    .setInputFiles({ name: 'captura.png', mimeType: 'image/png', buffer });
  await expect(dialog.locator('img')).toHaveJSProperty('naturalWidth', 1_600);
  await dialog.getByLabel('Número de operación (opcional)').fill('AB-12');

  // The answer is lost: what was typed stands, closing it too, and it is sent again with the same key.
  const keys: (string | undefined)[] = [];
  let sizeOfPicture = '';
  await page.route('**/api/my/transfer', async (route) => {
    const request = route.request();
    keys.push(request.headers()['idempotency-key']);
    const body = request.postDataBuffer() ?? Buffer.alloc(0);
    sizeOfPicture = `${body.length < buffer.length} ${body.includes('comprobante.jpg')}`;
    await fetchAnswer(route);
    await route.abort();
  });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('Error al enviar el aviso. Por favor intenta de nuevo.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.unroute('**/api/my/transfer');
  await page.getByRole('button', { name: 'Ya transferí' }).click();
  await expect(amount).toHaveValue('900');
  await expect(dialog.getByLabel('Número de operación (opcional)')).toHaveValue('AB-12');
  const again = page.waitForRequest('**/api/my/transfer');
  await send.click();
  keys.push((await again).headers()['idempotency-key']);
  await expect(dialog.getByText('Listo. Te confirmamos cuando veamos la transferencia.')).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(sizeOfPicture).toContain('true');
  await expectFine(page, 'a transfer that was told');
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  const claims = claimsOf(page);
  await expect(claims).toHaveCount(1);
  await expect(claims.first()).toContainText('$ 900');
  await expect(claims.first()).toContainText('En revisión');
  const queue = (await (await api.get('/payment/unverified')).json()) as {
    data: {
      id: number;
      user: { id: number };
      claim: string;
      claimed_on: string;
      transaction_id: string;
      has_receipt: boolean;
      debt_id: number;
    }[];
  };
  expect(queue.data.filter(({ user }) => user.id === client.id)).toMatchObject([
    { claim: 'debt', claimed_on: addDays(TODAY, -1), transaction_id: 'AB-12', has_receipt: true, debt_id: debt.id },
  ]);

  // The same number again is another transfer only if he says so.
  await page.getByRole('button', { name: 'Ya transferí' }).click();
  await expect(dialog.getByLabel('Número de operación (opcional)')).toHaveValue('');
  await amount.fill('950');
  await dialog.getByRole('radio', { name: 'Otra cosa' }).check();
  await dialog.getByLabel('Número de operación (opcional)').fill('ab 12');
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('Ya hay un pago tuyo de $ 900');
  await expectFine(page, 'a transfer told twice');
  await dialog.getByRole('button', { name: 'Es otra transferencia' }).click();
  await expect(dialog.getByText(/^Listo/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(claims).toHaveCount(2);

  // Withdrawn in two steps; decided meanwhile it is too late, and he reads why.
  const first = claims.filter({ hasText: '$ 950' });
  await first.getByRole('button', { name: 'Retirar' }).click();
  await first.getByRole('button', { name: 'Confirmar' }).click();
  await expect(first).toHaveCount(0);
  await api.post(`/payment/${queue.data.find(({ user }) => user.id === client.id)?.id}/reject`, {
    reason: 'No figura en la cuenta',
  });
  await claims.getByRole('button', { name: 'Retirar' }).click();
  await claims.getByRole('button', { name: 'Confirmar' }).click();
  await expect(claims).toContainText('Ya la revisaron.');
  await expect(claims).toContainText('No la encontramos: No figura en la cuenta');
  await expect(claims.getByRole('button')).toHaveCount(0);
  await expectFine(page, 'a rejected transfer');
});
