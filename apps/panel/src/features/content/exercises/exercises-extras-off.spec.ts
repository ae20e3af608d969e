import { expect, test, uniqueName } from '#test/builders';
import { rowOf, setRow, recordWrites } from '#test/page';

test.use({ kind: 'extras-off' });

test('API-13 EJE-56 EJE-58 EJE-60 EJE-17 on a server with the two documents alone an exercise is created, changed with its sets and deleted', async ({
  panel,
  add,
}) => {
  const part = await add('/body-part', { title: uniqueName('Zona') });
  const sent = recordWrites(panel);
  const matches: (string | undefined)[] = [];
  panel.on('request', (request) => matches.push(request.headers()['if-match']));
  await panel.goto('/ejercicios/nuevo');
  const title = uniqueName('Plancha');
  await panel.getByLabel('Título').fill(title);
  await panel.getByLabel('Descripción').fill('Codos bajo los hombros');
  await panel.getByLabel('Parte del cuerpo').selectOption(String(part.title));
  await setRow(panel, 1).getByLabel('Tipo').selectOption('Tiempo');
  await panel.getByRole('button', { name: 'Crear Ejercicio' }).click();
  await rowOf(panel, title).getByRole('link', { name: 'Editar' }).click();
  await panel.getByRole('button', { name: 'Agregar set' }).click();
  await panel.getByRole('button', { name: 'Actualizar Ejercicio' }).click();
  await rowOf(panel, title).getByRole('link', { name: 'Ver detalles' }).click();
  const efforts = panel.getByRole('table', { name: 'Sets recomendados' }).locator('tbody td:nth-child(2)');
  await expect(efforts).toHaveText([/30 segundos$/, /12 repeticiones$/]);
  const id = new URL(panel.url()).pathname.split('/').at(-1);
  await panel.getByRole('button', { name: 'Eliminar' }).click();
  await panel.getByRole('button', { name: 'Confirmar' }).click();
  await expect(panel).toHaveURL('/ejercicios');
  expect(sent.map((call) => call.replace(/exercise-set\/\d+/, 'exercise-set/n'))).toEqual([
    'POST /exercise',
    `PATCH /exercise/${id}`,
    'PATCH /exercise-set/n',
    'POST /exercise-set',
    `DELETE /exercise/${id}`,
  ]);
  expect(matches.filter((value) => value !== undefined)).toEqual([]);
});
