import type { Page } from '@playwright/test';
import { expect, test, uniqueTag } from '#test/builders';
import { rowOf } from '#test/page';

const enableExtras = (page: Page) =>
  page.addInitScript(
    (extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)),
    ['segments', 'restore', 'idempotency-key', 'expiring-users', 'version', 'collections', 'ledger'],
  );

test('FIL-04 a tag is made, put on a person, seen on list and detail, and asks with its number before it goes', async ({
  panel,
  add,
}) => {
  await enableExtras(panel);
  const word = uniqueTag();
  const person = await add('/user', { name: `Ana ${word}` });
  await panel.goto('/configuracion/etiquetas');
  await panel.getByRole('button', { name: 'Nueva Etiqueta' }).first().click();
  const form = panel.getByRole('dialog', { name: 'Nueva Etiqueta' });
  await form.getByLabel('Nombre *').fill(`VIP ${word}`);
  await form.getByRole('radio', { name: 'Violeta' }).check();
  await form.getByRole('button', { name: 'Crear' }).click();
  const tag = panel.getByRole('listitem', { name: `VIP ${word}` });
  await expect(tag).toBeVisible();

  await panel.goto(`/usuarios/${person.id}`);
  await panel.getByRole('button', { name: 'Etiquetas' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Etiquetas' });
  await dialog.getByLabel('Buscar etiquetas...').fill(word);
  await dialog.getByRole('checkbox', { name: `VIP ${word}` }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  const profile = panel.getByRole('region', { name: 'Perfil' });
  await expect(profile.getByRole('list', { name: 'Etiquetas' })).toHaveText(`VIP ${word}`);
  await panel.goto(`/usuarios?buscar=${word}`);
  await expect(rowOf(panel, `Ana ${word}`).getByRole('list', { name: 'Etiquetas' })).toHaveText(`VIP ${word}`);

  await panel.goto('/configuracion/etiquetas');
  await tag.getByRole('button', { name: 'Eliminar' }).click();
  await expect(tag.getByText('Se le quita a 1 usuario.')).toBeVisible();
  await tag.getByRole('button', { name: 'Confirmar' }).click();
  await expect(tag).toBeHidden();
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(tag).toBeVisible();
  await panel.goto(`/usuarios/${person.id}`);
  await expect(profile.getByRole('list', { name: 'Etiquetas' })).toHaveText(`VIP ${word}`);
});

test('FIL-01 FIL-02 FIL-03 the filters stand in the address, are saved under a name, renamed and deleted, and say what is gone', async ({
  panel,
  add,
  write,
  change,
}) => {
  await enableExtras(panel);
  const word = uniqueTag();
  const plan = await add('/suscriptions', { title: `Plan ${word}` });
  const ana = await add('/user', { name: `Ana ${word}`, suscriptionId: plan.id });
  await add('/user', { name: `Beto ${word}` });
  const tag = await write('/tag', { name: `VIP ${word}`, colour: 'red' });
  await panel.goto(`/usuarios?buscar=${word}`);
  await expect(panel.getByText('2 usuarios', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Filtros' }).click();
  await panel.getByLabel('Plan', { exact: true }).selectOption(`Plan ${word}`);
  await panel.getByLabel('Vencimiento').selectOption('Sin plan');
  await panel.getByLabel('Deuda').selectOption('Sin deuda');
  await expect(panel.getByText('1 usuario', { exact: true })).toBeVisible();
  await expect(rowOf(panel, `Ana ${word}`)).toBeVisible();
  await expect(panel).toHaveURL(new RegExp(`plan=${String(plan.id)}&situacion=none&deuda=false`));
  await panel.getByLabel('Días sin pagar').fill('30');
  await expect(panel.getByText('No se encontraron usuarios')).toBeVisible();
  await panel.getByLabel('Días sin pagar').fill('');
  await panel.getByLabel('Etiqueta', { exact: true }).selectOption(`VIP ${word}`);
  await expect(panel.getByText('No se encontraron usuarios')).toBeVisible();
  await write('/user/bulk', { ids: [ana.id], action: 'add_tag', tag_id: tag.id, count: 1 });
  await panel.reload();
  await expect(rowOf(panel, `Ana ${word}`)).toBeVisible();

  await panel.getByRole('button', { name: 'Guardar filtro' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Guardar filtro' });
  await dialog.getByLabel('Nombre *').fill(`Guardado ${word}`);
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(panel.getByLabel('Filtro guardado', { exact: true })).toHaveText(new RegExp(`Guardado ${word}`));
  await panel.getByLabel('Filtro guardado', { exact: true }).selectOption('Ninguno');
  await expect(panel).toHaveURL(/\/usuarios$/);
  await panel.getByRole('button', { name: 'Administrar' }).click();
  await panel
    .getByRole('listitem', { name: `Guardado ${word}` })
    .getByRole('button', { name: 'Editar' })
    .click();
  const renaming = panel.getByRole('dialog', { name: 'Cambiar nombre' });
  await renaming.getByLabel('Nombre *').fill(`Otro ${word}`);
  await renaming.getByRole('button', { name: 'Guardar', exact: true }).click();
  await panel.getByRole('dialog', { name: 'Filtros guardados' }).getByText('Cerrar', { exact: true }).click();

  await change('DELETE', `/tag/${String(tag.id)}`);
  await panel.reload();
  await panel.getByRole('button', { name: 'Filtros' }).click();
  await panel.getByLabel('Filtro guardado', { exact: true }).selectOption(`Otro ${word} (ya no encuentra a nadie)`);
  await expect(panel.getByText('Este filtro usa algo que ya no existe')).toBeVisible();
  await panel.getByRole('button', { name: 'Administrar' }).click();
  const saved = panel.getByRole('listitem', { name: `Otro ${word}` });
  await saved.getByRole('button', { name: 'Eliminar' }).click();
  await saved.getByRole('button', { name: 'Confirmar' }).click();
  await expect(saved).toBeHidden();
});

test('FIL-05 FIL-06 ticked rows, or all whom the filters find, are changed together, exported and written to', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const word = uniqueTag();
  for (let n = 0; n < 3; n += 1) await add('/user', { name: `Socia ${n} ${word}` });
  await write('/tag', { name: `Torneo ${word}`, colour: 'blue' });
  await panel.goto(`/usuarios?buscar=${word}&orden=name`);
  await panel.getByRole('button', { name: 'Elegir', exact: true }).click();
  await panel.getByRole('checkbox', { name: `Elegir a Socia 0 ${word}` }).check();
  await expect(panel.getByText('1 elegido', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Seleccionar los 3 que coinciden' }).click();
  await expect(panel.getByText('3 elegidos')).toBeVisible();

  // Somebody else creates another meanwhile.
  await add('/user', { name: `Última ${word}` });
  await panel.getByRole('button', { name: 'Acciones' }).click();
  await panel.getByRole('menuitem', { name: 'Agregar etiqueta' }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByLabel('Etiqueta *').selectOption(`Torneo ${word}`);
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(dialog.getByText('Ahora son 4 usuarios, no 3. Revisa y confirma otra vez.')).toBeVisible();
  await expect(panel.getByRole('dialog', { name: 'Agregar una etiqueta a 4 usuarios' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Agregar' }).click();
  await expect(panel.getByText('Se agregó la etiqueta a 4.')).toBeVisible();
  await expect(rowOf(panel, `Socia 0 ${word}`).getByRole('list', { name: 'Etiquetas' })).toHaveText(`Torneo ${word}`);

  await panel.getByRole('checkbox', { name: `Elegir a Socia 0 ${word}` }).check();
  await panel.getByRole('button', { name: 'Acciones' }).click();
  const download = panel.waitForEvent('download');
  await panel.getByRole('menuitem', { name: 'Exportar' }).click();
  expect((await download).suggestedFilename()).toMatch(/^usuarios_.*\.csv$/);
  await panel.getByRole('button', { name: 'Acciones' }).click();
  await panel.getByRole('menuitem', { name: 'WhatsApp uno por uno' }).click();
  await expect(panel.getByRole('tab', { name: 'Elegidos' })).toHaveAttribute('aria-selected', 'true');
  await expect(panel.getByRole('tabpanel').getByText(`Socia 0 ${word}`)).toBeVisible();
});
