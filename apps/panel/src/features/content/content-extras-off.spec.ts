import type { Request } from '@playwright/test';
import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { answerBrowserDialogs, rowOf } from '#test/page';

test.use({ kind: 'extras-off' });

test('trainings and packages work whole on a server with the two documents alone, which is sent nothing else', async ({
  panel,
  add,
}) => {
  const [level, type, exercise] = [await add('/level'), await add('/training-type'), await add('/exercise')];
  const diet = await add('/diet');
  const written: Request[] = [];
  panel.on('request', (request) => request.method() !== 'GET' && written.push(request));
  answerBrowserDialogs(panel, [true, true]);

  const training = uniqueName('Plan');
  await panel.goto('/entrenamientos/form');
  await panel.getByLabel('Título *').fill(training);
  await panel.getByLabel('Descripción *').fill('De a poco');
  await panel.getByLabel('Nivel *').selectOption(level.title);
  await panel.getByLabel('Tipo de entrenamiento').selectOption(type.title);
  await panel.getByLabel('Género').selectOption('Unisex');
  await panel.getByLabel('Imagen de portada').setInputFiles(PICTURE);
  await panel.getByLabel('Agregar ejercicio').fill(exercise.title);
  await panel.getByRole('option', { name: exercise.title }).click();
  await panel.getByRole('button', { name: 'Crear Entrenamiento' }).click();
  await rowOf(panel, training).getByRole('link', { name: 'Editar' }).click();
  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await panel.getByRole('checkbox', { name: 'Día de descanso' }).last().check();
  await panel.getByRole('button', { name: 'Actualizar Entrenamiento' }).click();
  await rowOf(panel, training).getByRole('button', { name: 'Desactivar' }).click();
  await expect(rowOf(panel, training)).toContainText('Inactivo');
  await rowOf(panel, training).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByRole('article').getByRole('heading')).toHaveText(['Día 1', 'Día 2']);

  const pack = uniqueName('Paquete');
  await panel.goto('/paquetes/form');
  await panel.getByLabel('Título').fill(pack);
  await panel.getByLabel('Descripción').fill('Todo junto');
  await panel.getByLabel('Precio (ARS)').fill('1500');
  await panel.getByLabel('Nivel *').selectOption(level.title);
  await panel.getByRole('checkbox', { name: training }).check();
  await panel.getByRole('checkbox', { name: diet.title }).check();
  await panel.getByRole('button', { name: 'Crear Paquete' }).click();
  await expect(rowOf(panel, pack)).toContainText('ARS 1.500,00');
  await rowOf(panel, pack).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: training })).toContainText(
    `${level.title} · ${type.title}`,
  );
  await panel.getByRole('link', { name: 'Editar' }).click();
  await panel.getByRole('checkbox', { name: training }).uncheck();
  await panel.getByRole('button', { name: 'Actualizar Paquete' }).click();
  await rowOf(panel, pack).getByRole('button', { name: 'Desactivar' }).click();
  await rowOf(panel, pack).getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(panel, pack)).toHaveCount(0);
  await panel.goto('/entrenamientos');
  await rowOf(panel, training).getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(panel, training)).toHaveCount(0);

  expect(written.map((request) => request.method())).toEqual([
    ...['POST', 'PATCH', 'PATCH'],
    ...['POST', 'PATCH', 'PATCH', 'DELETE', 'DELETE'],
  ]);
  for (const request of written) expect(request.headers()).not.toHaveProperty('if-match');
});
