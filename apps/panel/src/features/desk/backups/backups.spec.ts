import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, test as base } from '#test/panel';

/** A page whose server said at login that it makes backups. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['backups'])));
    await use(panel);
  },
});
test.describe.configure({ timeout: 90_000 });
test.use(axeTestOptions);

const buildRow = (fields: object) => ({
  ...{ id: 1, state: 'done', progress: 100, started_at: '2026-03-05T17:00:00.000Z', finished_at: null },
  ...{ file: 'pulso-2026-03-05-140000.tar', size: 13_268_480, rows: 18_357, images: 411, missing_images: 0 },
  ...{ verified_at: '2026-03-05T17:01:00.000Z', problem: null, available: true, made_by: 'schedule', pinned: false },
  ...fields,
});

async function routeBackups(page: Page, data: object) {
  const answer = { interval_seconds: 86_400, last_good: buildRow({}), trouble: null, backups: [buildRow({})], ...data };
  await page.route('**/api/backups', (route) => route.fulfill({ json: { success: true, data: answer } }));
}

test('P7 B6 X15 the last good backup and whether it was checked, one more by a button with its progress, and its file; a warning, at the start too, when one failed', async ({
  panel,
}) => {
  // First with the answers of the real server.
  await panel.goto('/configuracion/copias');
  await expect(panel.getByRole('region', { name: 'Última copia buena' })).toContainText('Se hace sola cada día');
  await panel.getByRole('button', { name: 'Hacer una ahora' }).click();
  const progress = panel.getByRole('progressbar', { name: 'Copia de seguridad' });
  await expect(progress).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Haciendo una…' })).toBeDisabled();
  // It gives way to all other work of the machine: only the test's own limit says how long it may take.
  await expect(progress).toHaveCount(0, { timeout: 0 });
  await expect(panel.getByRole('region', { name: 'Última copia buena' })).toContainText('Comprobada');
  const item = panel.getByRole('region', { name: 'Las últimas' }).getByRole('listitem').first();
  await expect(item).toContainText(/[kM]B · [\d.]+ registros · (1 imagen|[\d.]+ imágenes)/);
  const downloading = panel.waitForEvent('download');
  await item.getByRole('button', { name: /^Descargar la copia del / }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^pulso-[\d-]+\.tar$/);
  expect((await readFile(await download.path())).toString('latin1')).toContain('manifest.sha256');
  await expectAccessible(panel, 'backups');
  await expect(item).toContainText('A mano');
  await panel.getByRole('button', { name: 'Hacer una ahora' }).click();
  await expect(panel.getByText(/^Ya hay una copia de hace un momento\. Podrás hacer otra en \d min\.$/)).toBeVisible();

  // Then with invented answers.
  const failed = buildRow({
    id: 2,
    state: 'failed',
    problem: 'No hay espacio en el disco.',
    verified_at: null,
    available: false,
  });
  const pinned = buildRow({ id: 3, made_by: 'panel', pinned: true });
  await routeBackups(panel, { trouble: 'failed', backups: [failed, pinned, buildRow({})] });
  await panel.reload();
  const words = 'La última copia de seguridad falló. La última buena es del 5 mar 2026, 14:00.';
  await expect(panel.getByRole('alert')).toContainText(words);
  await expect(panel.getByRole('alert')).toContainText('No hay espacio en el disco.');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Falló' }).getByRole('button')).toHaveCount(0);
  await expect(panel.getByRole('listitem').filter({ hasText: 'Se conserva siempre' })).toHaveCount(1);
  await expect(panel.getByRole('listitem').filter({ hasText: 'A mano' })).toHaveCount(0);
  await expectAccessible(panel, 'a failed backup');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'backups');

  await panel.goto('/home');
  await expect(panel.getByText(words)).toBeVisible();
  await panel.getByRole('link', { name: 'Ver copias' }).click();
  await expect(panel.getByRole('heading', { level: 1, name: 'Copias de seguridad' })).toBeVisible();
  // A server of the two documents alone is not asked.
  await panel.addInitScript(() => localStorage.removeItem('pulso-extras'));
  const asked: string[] = [];
  panel.on('request', (request) => request.url().includes('/api/backups') && asked.push(request.url()));
  await panel.goto('/home');
  await expect(panel.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
  await panel.goto('/configuracion/copias');
  await expect(panel.getByText('Este servidor no hace copias desde el panel')).toBeVisible();
  expect(asked).toEqual([]);
});
