import type { Page } from '@playwright/test';
import { expect, uniqueTag, test } from '#test/builders';
import { goToScreen } from '#test/page';

test.use({ expectedErrors: [/^Error al eliminar la máquina/] });

/** Each text would run, or lead out of the page, if it were taken for markup, an address or an expression. */
const HOSTILE_TEXTS = [
  '<script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '"><svg/onload=window.ran=1>',
  "'-(window.ran=1)-'",
  '</title></textarea></style><script>window.ran=1</script>',
  'javascript:window.ran=1//',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<a href=javascript:window.ran=1 autofocus onfocus=window.ran=1>',
  '<math><mtext><table><mglyph><style><img src onerror=window.ran=1>',
  "{{constructor.constructor('window.ran=1')()}} ${window.ran=1}",
  '=HYPERLINK("javascript:window.ran=1")',
  '<base href=//otro.example><meta http-equiv=refresh content=0;url=//otro.example>',
];
const JOINED_HOSTILE_TEXTS = HOSTILE_TEXTS.join('\n');

/** Returns unique names, each with the next of the hostile texts. */
function hostileNameGenerator() {
  let next = 0;
  return () => `${uniqueTag()} ${HOSTILE_TEXTS[next++ % HOSTILE_TEXTS.length]}`;
}

async function expectNothingRan(page: Page, where: string) {
  const seen = await page.evaluate(() => ({
    ran: 'ran' in window,
    host: location.host,
    // Elements that the panel itself never has.
    foreign: document.querySelectorAll('iframe, base, meta[http-equiv=refresh], main script, [onerror], [onload]')
      .length,
    lures: [...document.querySelectorAll('a[href]')].filter((link) =>
      /^\s*(javascript|data|vbscript):/i.test((link as HTMLAnchorElement).href),
    ).length,
  }));
  expect(seen, where).toEqual({ ran: false, host: new URL(page.url()).host, foreign: 0, lures: 0 });
}

test('P16 X4 what people wrote runs nowhere: not on a screen, in a form, a question, a toast, the palette or on paper', async ({
  panel,
  add,
  write,
}) => {
  test.slow();
  const name = hostileNameGenerator();
  const questions: string[] = [];
  panel.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return dialog.dismiss();
  });
  const texts = { title: name(), description: JOINED_HOSTILE_TEXTS };
  const [level, type, machine, part, category] = [
    await add('/level', { ...texts, title: name() }),
    await add('/training-type', { ...texts, title: name() }),
    await add('/machine', { ...texts, title: name() }),
    await add('/body-part', { ...texts, title: name() }),
    await add('/category-product', { ...texts, title: name() }),
  ];
  const kind = await add('/type-diet', { name: name(), description: JOINED_HOSTILE_TEXTS });
  const thing = await add('/product', { ...texts, title: name(), category_id: category.id });
  const plan = await add('/suscriptions', { ...texts, title: name() });
  const exercise = await add('/exercise', {
    ...{ title: name(), description: JOINED_HOSTILE_TEXTS, tips: JOINED_HOSTILE_TEXTS, body_part_id: part.id },
    ...{ uses_machine: true, machine_id: machine.id },
  });
  const diet = await add('/diet', {
    ...{ title: name(), category: HOSTILE_TEXTS[0], portions: HOSTILE_TEXTS[1], total_time: HOSTILE_TEXTS[2] },
    ...{ ingredients: JOINED_HOSTILE_TEXTS, instructions: JOINED_HOSTILE_TEXTS, type_diet_id: kind.id },
  });
  const day = {
    day_number: 1,
    is_rest_day: false,
    title: name(),
    description: JOINED_HOSTILE_TEXTS,
    exercises: [exercise.id],
  };
  const training = await add('/training', {
    ...{
      title: name(),
      description: JOINED_HOSTILE_TEXTS,
      level_id: level.id,
      training_type_id: type.id,
      training_days: [day],
    },
  });
  const bundle = await add('/package', {
    ...{
      title: name(),
      description: JOINED_HOSTILE_TEXTS,
      level_id: level.id,
      trainings: [training.id],
      diets: [diet.id],
    },
  });
  const person = await add('/user', { name: name() });
  const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 1 };
  await write('/user/activate-suscription', {
    ...activation,
    notes: JOINED_HOSTILE_TEXTS,
    transaction_id: HOSTILE_TEXTS[2],
  });
  await write('/user/activate-package', { user_id: person.id, package_id: bundle.id, status: true });

  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [route, shown] of [
    ['/configuracion/niveles', level.title],
    ['/configuracion/tipos-entrenamiento', type.title],
    ['/configuracion/maquinas', machine.title],
    ['/configuracion/partes-cuerpo', part.title],
    ['/configuracion/categorias-producto', category.title],
    ['/configuracion/categorias-dieta', kind.name],
    ['/productos', thing.title],
    ['/suscripciones', plan.title],
    [`/usuarios?buscar=${person.username}`, person.name],
    [`/usuarios/${person.id}`, plan.title],
    [`/usuarios/editar/${person.id}`, undefined],
    ['/ejercicios', exercise.title],
    [`/ejercicios/${exercise.id}`, exercise.title],
    [`/ejercicios/editar/${exercise.id}`, undefined],
    ['/dietas', diet.title],
    [`/dietas/${diet.id}`, diet.title],
    [`/dietas/editar/${diet.id}`, undefined],
    ['/entrenamientos', training.title],
    [`/entrenamientos/form/${training.id}`, undefined],
    ['/paquetes', bundle.title],
    [`/paquetes/detalle/${bundle.id}`, bundle.title],
    [`/paquetes/form/${bundle.id}`, undefined],
    [`/entrenamientos/detalle/${training.id}`, training.title],
  ] as const)
    await test.step(route, async () => {
      await goToScreen(panel, route);
      const main = panel.getByRole('main');
      // Shown as it was written, letter by letter.
      if (shown !== undefined) await expect(main.getByText(String(shown), { exact: true }).first()).toBeVisible();
      else await expect(main.getByRole('textbox').first()).toHaveValue(/window\.ran|=0;url/);
      for (const tab of await panel.getByRole('tab').all()) {
        await tab.click();
        await expect(panel.getByRole('tabpanel').getByRole('table')).toBeVisible();
      }
      await expectNothingRan(panel, route);
    });
  await panel.emulateMedia({ media: 'print' });
  await expectNothingRan(panel, 'on paper');
  await panel.emulateMedia({ media: null });

  await panel.keyboard.press('Control+k');
  await panel.getByRole('combobox').fill(String(exercise.title).split(' ')[0] ?? '');
  await expect(panel.getByRole('option', { name: String(exercise.title) })).toBeVisible();
  await expectNothingRan(panel, 'the palette');
  await panel.keyboard.press('Escape');

  await goToScreen(panel, `/paquetes`);
  await panel
    .getByRole('row')
    .filter({ hasText: String(bundle.title) })
    .getByRole('button', { name: 'Eliminar' })
    .click();
  await expect.poll(() => questions).toHaveLength(1);
  await goToScreen(panel, '/configuracion/maquinas');
  const card = panel.getByRole('article').filter({ hasText: String(machine.title) });
  await card.getByRole('button', { name: 'Eliminar' }).click();
  await card.getByRole('button', { name: 'Confirmar' }).click();
  await expect(panel.getByRole('region', { name: 'Avisos' })).toContainText('Error al eliminar');
  await expectNothingRan(panel, 'a toast');
  expect(questions).toHaveLength(1);
});
