import { monthOf, shiftMonth } from '@pulso/contract/kit/months';
import { today } from '@pulso/contract/kit/dates';
import type { Page } from '@playwright/test';
import { axeTestOptions, expectAccessible, expectFitsPhone, PHONE_SIZE } from '#test/accessibility';
import { expect, test as base, uniqueName } from '#test/builders';
import { answerWith } from '#test/panel';

/** A page whose server said at login that it has the numbers of the business. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    await panel.addInitScript(() =>
      localStorage.setItem('pulso-extras', JSON.stringify(['business', 'ledger', 'renew', 'segments'])),
    );
    await use(panel);
  },
});
test.describe.configure({ timeout: 90_000 });
test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor|serie pública/] });

const cardOf = (panel: Page, name: string) => panel.getByRole('region', { name, exact: true });
const MONEY = /ARS -?[\d.]+,\d\d/;

test('NEG-01 NEG-02 NEG-04 NEG-06 every number leads to a list that shows the same one', async ({
  panel,
  add,
  write,
}) => {
  const plan = await add('/suscriptions', { title: uniqueName('Plan'), duration: 1, amount: 12_500.5 });
  const client = await add('/user');
  const sale = { user_id: client.id, subscription_id: plan.id, payment_method: 'tarjeta', payment_amount: 12_500.5 };
  await write('/user/activate-suscription', sale);
  const movement = { kind: 'expense', amount: 700, payment_method: 'efectivo', category: 'Otros', concept: 'Agua' };
  await write('/movement', movement);

  await panel.goto('/negocio');
  await expect(cardOf(panel, 'Nuevos')).toBeVisible();
  await expect(cardOf(panel, 'Tasa de renovación')).toContainText('parcial');
  await expectAccessible(panel, 'the numbers');
  const money = ['Recaudado', 'Egresos', 'Resultado', 'Pago promedio'];
  const people = ['Renovaciones esperadas', 'Nuevos', 'Perdidos'];
  for (const name of [...money, ...people]) {
    const text = await cardOf(panel, name).innerText();
    const sums = text.match(new RegExp(MONEY, 'g')) ?? [];
    const shown =
      name === 'Pago promedio' ? sums.at(-1)! : money.includes(name) ? sums[0]! : /^\d[\d.]*$/m.exec(text)![0];
    await cardOf(panel, name)
      .getByRole('link', { name: `Ver la lista: ${name}` })
      .click();
    if (money.includes(name))
      await expect(panel.getByText('Total', { exact: true }).locator('..'), name).toContainText(shown);
    else await expect(panel.getByRole('heading', { level: 1 }).locator('..'), name).toContainText(`${shown} usuario`);
    await panel.goBack();
    await expect(cardOf(panel, name)).toBeVisible();
  }
  const ofPlan = panel.getByRole('region', { name: 'Por plan' }).getByRole('link', { name: plan.title });
  await expect(ofPlan).toContainText('ARS 12.500,50');
  await ofPlan.click();
  await expect(panel.getByText('Total', { exact: true }).locator('..')).toContainText('ARS 12.500,50');
  await expect(panel.getByLabel('Plan', { exact: true })).toHaveValue(String(plan.id));
  await panel.goBack();
  await cardOf(panel, 'Nuevos').getByRole('link').first().click();
  await panel.getByRole('button', { name: /^Quitar el filtro Nuevos en/ }).click();
  await expect(panel).toHaveURL(/\/usuarios$/);
});

test('NEG-09 a month of nothing has zeros and dashes; what does not load says so', async ({ panel }) => {
  await panel.route('**/api/business/overview**', answerWith(500), { times: 1 });
  await panel.route('**/api/business/series**', answerWith(500), { times: 1 });
  await panel.goto('/negocio?mes=2020-01');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los números del negocio');
  await expect(panel.locator('[data-skeleton]')).toHaveCount(0);
  await expect(panel.getByRole('alert')).toHaveCount(1);
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel.getByRole('slider', { name: 'Recaudado' })).toBeVisible();
  await expect(cardOf(panel, 'Recaudado')).toContainText('ARS 0,00');
  await expect(cardOf(panel, 'Recaudado')).toContainText('—');
  await expect(cardOf(panel, 'Tasa de renovación')).toContainText('—');
  await expect(cardOf(panel, 'Pago promedio')).toContainText('—');
  await expect(cardOf(panel, 'Nuevos')).toContainText('0');
  await expect(panel.getByRole('main')).not.toContainText('NaN');
  await panel.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect(panel).toHaveURL(/mes=2020-02/);
  await expect(panel.getByText('Del 01/02/2020 al 29/02/2020')).toBeVisible();
});

test('NEG-07 NEG-08 NEG-10 the curves by keyboard, and in money of the last month whose IPC was typed, pasted or confirmed', async ({
  panel,
  api,
}) => {
  const storedValues = async () => ((await (await api.get('/ipc')).json()) as { data: object[] }).data;
  const now = monthOf(today());
  const [base, before, older] = [1, 2, 3].map((ago) => shiftMonth(now, -ago)) as [string, string, string];
  await panel.setViewportSize(PHONE_SIZE);
  await panel.goto('/negocio');
  const curve = panel.getByRole('slider', { name: 'Recaudado' });
  await expect(curve).toHaveAttribute('aria-valuenow', '24');
  await curve.press('ArrowLeft');
  await curve.press('ArrowLeft');
  await expect(curve).toHaveAttribute('aria-valuenow', '22');
  await expect(curve).toHaveAttribute('aria-valuetext', /: ARS /);
  await curve.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '1');
  await panel.getByText('Ajustado por IPC').click();
  await expect(panel.getByText('Todavía no hay IPC cargado')).toBeVisible();

  await panel.getByRole('button', { name: 'Cargar IPC' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Cargar IPC' });
  const percentOf = (month: string) => dialog.locator(`#ipc-${month}`);
  await percentOf(base).fill('300');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText(/^Debe ser un porcentaje de -50 a 200/)).toBeVisible();
  await percentOf(base).fill('2,5');
  await percentOf(before).evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `Mes\tIPC\n${older}\t3,1`);
  await expect(dialog.getByText('Se leyó 1 mes. Sin leer: Mes')).toBeVisible();
  await expect(percentOf(older)).toHaveValue('3,1');
  await expectAccessible(panel, 'the dialog', '[role=dialog]');
  await expectFitsPhone(panel, 'the dialog');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(/^Falta el IPC de .*: los meses anteriores no se dibujan\.$/)).toBeVisible();

  // The series does not answer; then it does, and nothing of it is stored before it is confirmed.
  await panel.getByRole('button', { name: 'Cargar IPC' }).click();
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('La serie pública del IPC');
  const found = [
    { month: older, percent: 3.1, stored: { percent: 3.1, source: 'typed' } },
    { month: before, percent: 2.9, stored: null },
    { month: base, percent: 2.4, stored: { percent: 2.5, source: 'typed' } },
  ];
  const answer = { success: true, data: { found, until: base, behind: false } };
  await panel.route('**/api/ipc/refresh', answerWith(200, answer), { times: 1 });
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(dialog.getByText('Al guardar cambia 1 mes.')).toBeVisible();
  await expect(percentOf(before)).toHaveValue('2,9');
  await expect(percentOf(base)).toHaveValue('2,5');
  expect(await storedValues()).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Usar 2,4 % de la serie' }).click();
  await expect(dialog.getByText(/^Reemplaza lo que escribiste: .* \(2,5 → 2,4 %\)\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  expect(await storedValues()).toMatchObject([
    { month: older, source: 'typed' },
    { month: before, percent: 2.9, source: 'series' },
    { month: base, percent: 2.4, source: 'series' },
  ]);
  await expect(panel.getByText(/^Falta el IPC/)).toBeVisible();
  await panel.getByRole('button', { name: 'Ver tabla' }).click();
  await expect(panel.getByRole('table', { name: 'Mes por mes' }).getByRole('row')).toHaveCount(25);
  await expect(panel.getByRole('table').getByText('nominal').first()).toBeVisible();
  await expectAccessible(panel, 'the table');
  await expectFitsPhone(panel, 'the table');
  await expect(panel).toHaveURL(/valores=ajustado/);
});
