import type { Page } from '@playwright/test';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { expectAccessible, expectFitsPhone, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, PICTURE, uniqueTag, test as base } from '#test/builders';
import { chooseAction, closeToasts, goToScreen, toasts } from '#test/page';

const EXTRAS = ['ledger', 'renew', 'collections', 'idempotency-key'];
const announce = (page: Page, extras: string[]) =>
  page.addInitScript((list) => localStorage.setItem('pulso-extras', JSON.stringify(list)), extras);

const YESTERDAY = addDays(today(), -1);
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const queueOf = (page: Page) => page.getByRole('grid', { name: 'Pagos por verificar' });

type Claimant = { id: number; name: string; tell: (fields: object) => Promise<{ id: number }> };

/** Clients who tell transfers from their app, which here is a call of theirs. */
const test = base.extend<{ claimant: (name: string) => Promise<Claimant> }>({
  claimant: async ({ add, panel }, use) => {
    await use(async (name) => {
      const username = uniqueTag();
      const person = await add('/user', { name, username, password: 'clave-segura' });
      const login = await panel.request.post('/api/auth/login', { data: { username, password: 'clave-segura' } });
      const { access_token } = (await login.json()) as { access_token: string };
      const tell = async (fields: object) => {
        const multipart = { paid_on: YESTERDAY, claim: 'other', ...fields };
        const headers = { authorization: `Bearer ${access_token}` };
        const answer = await panel.request.post('/api/my/transfer', { headers, multipart });
        expect(answer.status(), await answer.text()).toBe(201);
        return ((await answer.json()) as { data: { id: number } }).data;
      };
      return { id: person.id, name, tell };
    });
  },
});

// Journeys with many looks on the way.
test.describe.configure({ timeout: 90_000 });
test.use(axeTestOptions);

test('MIP-05 MIP-11 MIP-12 MIP-15 a transfer told in the app is confirmed by what becomes of it, or rejected with words that the client reads', async ({
  panel,
  add,
  write,
  claimant,
}) => {
  await announce(panel, [...EXTRAS, 'coaching']);
  const word = uniqueTag();
  const plan = await add('/suscriptions', { title: `Mensual ${word}`, duration: 1, amount: 12_500 });
  const [ana, leo, eva] = [await claimant(`Ana ${word}`), await claimant(`Leo ${word}`), await claimant(`Eva ${word}`)];
  const activation = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 12_500 };
  await write('/user/activate-suscription', { ...activation, user_id: ana.id });
  await write('/debt', { user_id: leo.id, amount: 4_000, type: 'other', note: 'Remera' });
  const { id: debt_id } = (await write('/debt', { user_id: leo.id, amount: 900, type: 'other', note: 'Medias' })) as {
    id: number;
  };
  await ana.tell({ amount: 10_000, claim: 'renewal', transaction_id: word, image: PICTURE });
  await leo.tell({ amount: 900, claim: 'debt', debt_id });
  await eva.tell({ amount: 300 });

  await panel.goto('/pagos/verificar');
  const queue = queueOf(panel);
  const row = (name: string) => queue.getByRole('row').filter({ hasText: `${name} ${word}` });
  await expect(row('Ana')).toContainText('Lo avisó desde su app');
  await expect(row('Ana')).toContainText(`Para renovar su plan, del ${formatDate(YESTERDAY)}`);
  await expect(row('Ana').getByRole('button', { name: 'Ver la imagen' })).toBeVisible();
  await expect(row('Leo')).toContainText('Para una deuda');
  await expect(row('Eva')).toContainText('Para otra cosa');
  await expectAccessible(panel, 'the queue with claims');

  // Together only what sells nothing.
  await row('Ana').getByRole('checkbox').check();
  await expect(panel.getByText('Los avisos para renovar se confirman uno por uno.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Confirmar los elegidos' })).toBeDisabled();
  await panel.getByRole('button', { name: 'Quitar la selección' }).click();

  await row('Ana').getByRole('button', { name: 'Confirmar' }).click();
  const dialog = dialogOf(panel, 'Confirmar pago');
  await expect(dialog.getByRole('radio', { name: 'Confirmar y renovar' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Confirmar y aplicar a una deuda' })).toHaveCount(0);
  await expect(dialog.getByLabel('Plan *')).toHaveValue(String(plan.id));
  await expect(dialog.getByLabel('Precio *')).toHaveValue('12.500');
  await expect(dialog.getByText('Queda debiendo ARS 2.500,00')).toBeVisible();
  await expect(dialog.getByLabel('Fecha de pago')).toHaveValue(formatDate(YESTERDAY));
  await expect(dialog.getByLabel('Paga ahora')).toHaveCount(0);
  await expectAccessible(panel, 'the confirmation of a claim');
  await dialog.getByLabel('Precio *').fill('9.500');
  const excess = 'Transfirió ARS 500,00 de más: sube el precio, elige otro plan o usa «Solo confirmar».';
  await expect(dialog.getByText(excess)).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(dialog.getByText('El pago no puede superar el precio')).toBeVisible();
  await dialog.getByLabel('Precio *').fill('12.000');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'the confirmation of a claim');
  await panel.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Renovada hasta el');
  await expect(row('Ana')).toHaveCount(0);
  await closeToasts(panel);

  await row('Leo').getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Confirmar y aplicar a una deuda' })).toBeChecked();
  await expect(dialog.getByLabel('Deuda', { exact: true })).toHaveValue(String(debt_id));
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Pago confirmado');
  await closeToasts(panel);

  await row('Eva').getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Solo confirmar' })).toBeChecked();
  await panel.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await row('Eva').getByRole('button', { name: 'Rechazar' }).click();
  const rejection = dialogOf(panel, 'Rechazar pago');
  await expect(rejection.getByText('Tu cliente verá este motivo.')).toBeVisible();
  await rejection.getByLabel('Motivo *').fill('No figura en la cuenta');
  await rejection.getByRole('button', { name: 'Rechazar' }).click();
  await expect(toasts(panel)).toContainText('Pago rechazado');

  await goToScreen(panel, `/usuarios/${leo.id}`);
  await expect(panel.getByText('Debe ARS 4.000,00')).toBeVisible();
});

test('MIP-09 MIP-14 MIP-16 Renovar and Cobranzas know what was told, and the same money recorded apart is warned of', async ({
  panel,
  add,
  write,
  claimant,
}) => {
  await announce(panel, [...EXTRAS, 'coaching']);
  const word = uniqueTag();
  const plan = await add('/suscriptions', { title: `Mensual ${word}`, duration: 1, amount: 12_500 });
  const [ana, leo] = [await claimant(`Ana ${word}`), await claimant(`Leo ${word}`)];
  for (const user_id of [ana.id, leo.id]) {
    const sale = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 12_500 };
    await write('/user/activate-suscription', { ...sale, user_id });
    await write('/debt', { user_id, amount: 100, type: 'other', note: 'Remera' });
  }
  const told = await ana.tell({ amount: 12_500, claim: 'renewal', transaction_id: `TR-${word}` });
  await leo.tell({ amount: 12_500, claim: 'renewal', transaction_id: `tr ${word}` });

  await panel.goto(`/cobranzas?lista=debt&buscar=${word}`);
  const client = panel
    .getByRole('grid', { name: 'Clientes' })
    .getByRole('row')
    .filter({ hasText: `Ana ${word}` });
  await expect(client).toContainText('Avisó que transfirió ARS 12.500,00');

  await panel.goto(`/usuarios/${ana.id}`);
  await chooseAction(panel, 'Renovar');
  const renewal = dialogOf(panel, 'Renovar suscripción');
  const note = `Avisó una transferencia de ARS 12.500,00 del ${formatDate(YESTERDAY)}.`;
  await expect(renewal.getByText(note)).toBeVisible();
  await renewal.getByLabel('Fecha de pago *').fill(formatDate(YESTERDAY));
  await expect(renewal.getByText(`N.º ${told.id}, lo avisó desde su app.`)).toBeVisible();
  await expectAccessible(panel, 'Renovar with a claim');
  await renewal.getByRole('button', { name: 'Usar este aviso' }).click();
  const dialog = dialogOf(panel, 'Confirmar pago');
  await expect(dialog.getByRole('radio', { name: 'Confirmar y renovar' })).toBeChecked();
  // The other client told a transfer of the same number.
  await expect(dialog.getByText(new RegExp(`Ya hay un pago de ARS 12\\.500,00 de Leo ${word}`))).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Renovada hasta el');
  await expect(dialog).toHaveCount(0);
});

test('BAS-02 without the app of the clients nothing is said of what they told', async ({
  panel,
  add,
  claimant,
  write,
}) => {
  await announce(panel, EXTRAS);
  const word = uniqueTag();
  const plan = await add('/suscriptions', { duration: 1, amount: 12_500 });
  const ana = await claimant(`Ana ${word}`);
  const sale = { user_id: ana.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 12_500 };
  await write('/user/activate-suscription', sale);
  await ana.tell({ amount: 12_500, claim: 'renewal' });
  await panel.goto('/pagos/verificar');
  const row = queueOf(panel)
    .getByRole('row')
    .filter({ hasText: `Ana ${word}` });
  await expect(row).not.toContainText('app');
  await row.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialogOf(panel, 'Confirmar pago').getByText('Qué hacer')).toHaveCount(0);
  await goToScreen(panel, `/usuarios/${ana.id}`);
  await chooseAction(panel, 'Renovar');
  await expect(dialogOf(panel, 'Renovar suscripción').getByLabel('Precio *')).toHaveValue('12.500');
  await expect(panel.getByRole('button', { name: 'Usar este aviso' })).toHaveCount(0);
});
