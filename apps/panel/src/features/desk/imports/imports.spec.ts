import { EXTRAS } from '@pulso/contract/accounts/extras';
import { expectAccessible, expectFitsPhone, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, test, uniqueTag } from '#test/builders';

test.use(axeTestOptions);

/** Owners who arrive with 200 clients have five minutes. */
const MAX_MS = 300_000;

test('IMP-02 IMP-03 IMP-09 IMP-11 200 clients from an untidy file: rehearsed, mended by group and by cell, imported, and taken back', async ({
  panel,
  add,
}) => {
  test.setTimeout(MAX_MS);
  const word = uniqueTag();
  const plan = await add('/suscriptions', { title: `Mensual ${word}`, amount: 10_000 });
  await panel.addInitScript((extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)), [...EXTRAS]);
  const lines = Array.from({ length: 200 }, (_, at) =>
    [
      `Cliente ${word} ${at}`,
      at === 7 ? 'no sé' : `11 15-${5_000 + at}-1234`,
      `Pase ${word}`,
      '5/12/2026',
      at === 9 ? 'mal@' : '',
    ].join(';'),
  );
  const file = ['LISTADO', '', 'Socio;Tel.;Abono;Vto;Mail', ...lines].join('\r\n');

  await panel.goto('/importar');
  const chooser = panel.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Elegir archivo' }).click();
  await (await chooser).setFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file, 'latin1') });
  await expect(panel.getByRole('heading', { level: 1, name: 'Ensayo' })).toBeVisible();
  await expect(panel.getByText('200 con errores', { exact: true })).toBeVisible();
  await expect(panel.getByLabel('La columna Vto es')).toHaveValue('ends');
  await expectAccessible(panel, 'a rehearsal');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'a rehearsal');
  await panel.setViewportSize({ width: 1280, height: 900 });

  await panel.getByLabel('Es el plan').selectOption(plan.title);
  await panel.getByRole('button', { name: 'Usar este' }).click();
  await expect(panel.getByText('198 listas, 2 con errores', { exact: true })).toBeVisible();
  const phone = panel.getByLabel('Teléfono de la fila 11');
  await phone.fill('11 5007-1234');
  await phone.press('Enter');
  await expect(panel.getByText('199 listas, 1 con errores', { exact: true })).toBeVisible();
  const errors = panel.waitForEvent('download');
  await panel.getByRole('button', { name: 'Descargar las filas con errores' }).click();
  expect((await errors).suggestedFilename()).toBe(`${word} con errores.csv`);
  await panel.getByRole('button', { name: 'Dejarlas vacías' }).click();

  await panel.getByRole('button', { name: 'Importar 200 listas' }).click();
  await expect(panel.getByText('Tu primer cliente ya puede entrar')).toBeVisible();
  await expect(panel.getByText('200 importadas', { exact: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Deshacer importación' }).click();
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(panel.getByText('200 deshechas', { exact: true })).toBeVisible();
});
