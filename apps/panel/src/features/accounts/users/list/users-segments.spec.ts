import type { Page } from '@playwright/test';
import { expect, test, uniqueTag } from '#test/builders';
import { rowOf } from '#test/page';

const enableExtras = (page: Page) =>
  page.addInitScript(
    (extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)),
    ['segments', 'restore', 'idempotency-key', 'expiring-users', 'version'],
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
