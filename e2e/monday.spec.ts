import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect as soon, test, type Page } from '@playwright/test';
import { addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { startBrowserProduct } from '@pulso/testing/browser-product';
import { ADMIN } from '@pulso/testing/product';

/** A Monday of an owner, on the demonstration with five hundred clients. */

const SEED_SCRIPT = fileURLToPath(new URL('../apps/api/src/seed.ts', import.meta.url));
const CLIENT_COUNT = 500;
const DEMO_CLIENT_COUNT = 232;

const seedDatabase = (env: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', SEED_SCRIPT, '--users', String(CLIENT_COUNT - DEMO_CLIENT_COUNT)],
    {
      env: { ...process.env, ...env, DEMO: '1' },
    },
  );

const RISE_NOTICE_COUNT = 159;
/** Windows that the panel has opened. */
const chatWindows = (page: Page) =>
  page
    .context()
    .pages()
    .filter((one) => one !== page);
/** True if the row that the keys act on has no number that WhatsApp knows. */
const isActiveRowSilent = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-row][tabindex="0"]');
    return row?.textContent?.includes('Número no válido') ?? false;
  });
const listRows = (page: Page) => page.locator('[data-row]');
/** Waits until the rows are those of this list, not of the one before. */
async function showList(page: Page, name: RegExp) {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name }).locator('[data-row]').first()).toBeVisible();
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const openMenuLink = (page: Page, name: RegExp) =>
  page.getByRole('navigation').getByRole('link', { name }).first().click();

test.use({ actionTimeout: 60_000 });
/** A server of its own, just started, beside those of the other tests. */
const expect = soon.configure({ timeout: 60_000 });

test('a Monday in ten minutes: prices, messages, renewals, transfers, the till, a receipt and a training', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const product = await startBrowserProduct({}, seedDatabase);
  try {
    const chats: string[] = [];
    let rise = '';
    await page.context().route('https://web.whatsapp.com/**', (route) => {
      chats.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' });
    });
    await page.goto(`${product.url}/login`);
    await page.getByLabel('Usuario').fill(ADMIN.username);
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();

    await test.step('what this day asks for', async () => {
      const strip = page.getByRole('region', { name: 'Para hoy' });
      await expect(strip.getByRole('link')).toHaveCount(7);
      await expect(strip.getByRole('link', { name: /^Vencen hoy/ })).not.toContainText('Vencen hoy0');
    });

    await test.step('every plan rises by 8 %, and three clients keep their price', async () => {
      await openMenuLink(page, /^Precios/);
      await page.getByRole('link', { name: 'Nuevo aumento' }).click();
      const first = addMonths(today(), 2, 1);
      await page.getByLabel('Desde').fill(formatDate(first));
      await page.getByRole('textbox', { name: 'Cuánto' }).fill('8');
      await page.getByRole('checkbox', { name: 'Todos: Planes' }).check();
      await page.getByRole('textbox', { name: 'Motivo' }).fill('Actualización');
      const clients = page.getByRole('combobox', { name: 'Clientes' });
      for (const name of ['mar', 'gonz', 'rod']) {
        await clients.fill(name);
        await page.getByRole('listbox').getByRole('option').first().click();
      }
      await expect(page.getByRole('list', { name: 'Mantienen su precio' }).getByRole('listitem')).toHaveCount(3);
      await page.getByRole('button', { name: /^Programar \d+ precios$/ }).click();
      await expect(page.getByRole('heading', { name: `Aumento del ${formatDate(first)}` })).toBeVisible();
      rise = page.url();
    });

    await test.step('who is due this week is written to with one key each', async () => {
      await openMenuLink(page, /^Cobranzas/);
      await showList(page, /^Vencen en 7 días/);
      const number = await listRows(page).count();
      expect(number).toBeGreaterThan(9);
      chats.length = 0;
      let written = 0;
      for (let at = 0; at < number; at += 1) {
        // Some phones are none that WhatsApp knows.
        const isKnown = (await listRows(page).nth(at).getByText('Número no válido').count()) === 0;
        await page.keyboard.press(isKnown ? 'w' : 'j');
        if (isKnown) written += 1;
        await expect.poll(() => chats.length).toBe(written);
      }
      expect(written).toBeGreaterThan(9);
      expect(new Set(chats).size).toBe(chats.length);
      expect(chatWindows(page)).toHaveLength(1);
    });

    const renew = async (change: (form: ReturnType<typeof dialog>) => Promise<unknown>) => {
      const first = listRows(page).filter({ hasNotText: 'Número no válido' }).first();
      // The locator keeps this row, even if an undone renewal puts a client back above it.
      const row = page.locator(`[data-row="${await first.getAttribute('data-row')}"]`);
      await row.focus();
      await page.keyboard.press('r');
      const form = dialog(page, 'Renovar suscripción');
      await expect(form.getByLabel('Precio', { exact: false }).first()).not.toHaveValue('');
      await change(form);
      await form.getByRole('button', { name: 'Renovar', exact: true }).click();
      await expect(page.getByText(/^Renovada hasta el /).first()).toBeVisible();
      await expect(form).toHaveCount(0);
      await expect(row).toHaveCount(0);
    };

    await test.step('those who answer are renewed: in cash, by transfer to verify, in part; one by mistake', async () => {
      await showList(page, /^Vencidas/);
      await renew((form) => form.getByLabel('Método de pago').selectOption('Efectivo'));
      await page.getByRole('button', { name: 'Deshacer' }).first().click();
      await expect(page.getByText('Renovación deshecha').first()).toBeVisible();
      await renew((form) => form.getByLabel('Método de pago').selectOption('Efectivo'));
      await renew(async (form) => {
        await form.getByLabel('Método de pago').selectOption('Transferencia');
        await form.getByLabel('Estado').selectOption('A verificar');
      });
      await renew(async (form) => {
        await form.getByLabel('Método de pago').selectOption('Efectivo');
        await form.getByLabel('Paga ahora').fill('5.000');
        await expect(form.getByText(/^Queda debiendo ARS /)).toBeVisible();
      });
    });

    await test.step('one transfer has come, another has not', async () => {
      await page.goto(`${product.url}/pagos/verificar`);
      const queue = page.getByRole('grid', { name: 'Pagos por verificar' });
      await expect(queue.getByRole('row').first()).toBeVisible();
      const number = await queue.getByRole('row').count();
      await queue.getByRole('row').first().focus();
      await page.keyboard.press('c');
      await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
      await expect(queue.getByRole('row')).toHaveCount(number - 1);
      // The client was just renewed by transfer: the period stays, and is owed.
      const last = queue.getByRole('row').last();
      const client = last.getByRole('link').first();
      const [name, to] = [await client.innerText(), await client.getAttribute('href')];
      const amount = /ARS [\d.,]+/.exec((await last.getAttribute('aria-label')) ?? '')?.[0];
      await last.focus();
      await page.keyboard.press('x');
      await page.getByRole('dialog').getByLabel('Motivo').fill('No llegó');
      await page.getByRole('dialog').getByRole('button', { name: 'Rechazar' }).click();
      await expect(queue.getByRole('row')).toHaveCount(number - 2);
      await page.goto(product.url + String(to));
      const profile = page.getByRole('region', { name: 'Perfil' });
      await expect(profile.getByText(name, { exact: true })).toBeVisible();
      await expect(profile.getByText(`Debe ${amount}`, { exact: true })).toBeVisible();
    });

    await test.step('the cleaner is paid, and the till closed with ARS 500,00 missing', async () => {
      await openMenuLink(page, /^Caja/);
      await page.getByRole('button', { name: 'Registrar egreso' }).click();
      const expense = dialog(page, 'Registrar egreso');
      await expense.getByLabel('Monto (ARS)').fill('2.000');
      await expense.getByLabel('Categoría').fill('Servicios');
      await expense.getByLabel('Detalle').fill('Limpieza');
      await expense.getByRole('button', { name: 'Registrar egreso' }).click();
      await expect(expense).toHaveCount(0);
      await page.getByRole('button', { name: 'Cerrar caja' }).click();
      const closing = dialog(page, 'Cerrar caja');
      const expected = await page.request.get(`${product.url}/api/till`, { headers: await authorizationHeader(page) });
      const { data } = (await expected.json()) as { data: { expected: { efectivo: number } } };
      await closing.getByLabel('Efectivo contado').fill(String(data.expected.efectivo - 500).replace('.', ','));
      await expect(closing.getByText('Faltan ARS 500,00').first()).toBeVisible();
      await closing.getByLabel('Nota').fill('Un vuelto de más');
      await closing.getByRole('button', { name: 'Cerrar caja' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Cierre de caja N\.º \d+$/ })).toBeVisible();
      await expect(page.getByText('Un vuelto de más').first()).toBeVisible();
    });

    await test.step('a receipt is printed and sent', async () => {
      await openMenuLink(page, /^Pagos/);
      const sold = page.getByRole('row', { name: /, del / }).first();
      await sold.getByRole('link', { name: 'Comprobante' }).click();
      const sheet = page.getByRole('article', { name: /^Comprobante N\.º \d{8}$/ });
      await expect(sheet).toContainText('Documento no válido como factura');
      await expect(sheet).toContainText('Pulso Entrenamiento');
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
      await page.emulateMedia({ media: 'screen' });
      await expect(page.getByRole('link', { name: 'Enviar por WhatsApp' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/549/,
      );
    });

    await test.step("last month's training is duplicated", async () => {
      await page.goto(`${product.url}/entrenamientos`);
      await page.getByRole('button', { name: 'Duplicar' }).first().click();
      await expect(page.getByLabel('Título *')).toHaveValue(/ \(copia\)$/);
    });

    await test.step('B2 A10 A11 of the clients of the rise 159 are told of it, with a key each, in one window', async () => {
      for (const one of chatWindows(page)) await one.close();
      await page.goto(rise);
      await page.getByRole('link', { name: 'Avisar por WhatsApp' }).click();
      const progress = page.getByText(/^Avisados \d+ de \d+$/);
      await expect(progress).toHaveText(/^Avisados 0 de /);
      const countTold = async () => Number(/\d+/.exec(await progress.innerText())?.[0]);
      // A server with other work to do may answer too late: its client is told by the link of the note that says so.
      const settle = async () => {
        await expect(page.locator('[data-row][aria-busy]')).toHaveCount(0);
        const late = page.getByRole('link', { name: 'Abrir WhatsApp igual' });
        while (await late.count()) await late.first().click();
      };
      const tell = async (to: number) => {
        await expect(listRows(page).first()).toBeVisible();
        for (let told = await countTold(); told < to; told = await countTold()) {
          const before = chats.length;
          for (let key = 0; key < Math.min(10, to - told); key += 1) {
            while (await isActiveRowSilent(page)) await page.keyboard.press('j');
            await page.keyboard.press('w');
            // The first chat of a page opens a window, which gets the next key if that is pressed at the same moment.
            if (chatWindows(page).length === 0) await expect.poll(() => chatWindows(page).length).toBe(1);
          }
          await settle();
          await expect.poll(countTold).toBeGreaterThan(told);
          expect(chats.length).toBeGreaterThan(before);
        }
        await expect(progress).toHaveText(new RegExp(`^Avisados ${to} de `));
      };
      await tell(80);
      expect(chatWindows(page)).toHaveLength(1);
      await expect(chatWindows(page)[0]!).toHaveTitle('WhatsApp');
      // A new page does not know the window of the one before, which is closed by hand here.
      await chatWindows(page)[0]!.close();
      await page.reload();
      await expect(progress).toHaveText(/^Avisados 80 de /);
      await tell(RISE_NOTICE_COUNT);
      expect(chatWindows(page)).toHaveLength(1);
    });
  } finally {
    await product.stop();
  }
});

async function authorizationHeader(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  return { Authorization: `Bearer ${token}` };
}
