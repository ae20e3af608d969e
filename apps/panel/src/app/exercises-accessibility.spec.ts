import { expectFitsPhone, expectSound, LONG, looking, PHONE } from '#test/accessibility';
import { expect, test } from '#test/builders';
import { setRow } from '#test/page';

test.describe.configure({ timeout: 90_000 });
test.use(looking);

test('exercises have no serious finding in list, detail and form, and fit a phone and a tablet', async ({
  panel,
  add,
}) => {
  const machine = await add('/machine', { title: LONG });
  const part = await add('/body-part', { title: LONG });
  const { id } = await add('/exercise', {
    title: LONG,
    description: LONG,
    tips: LONG,
    video_url: 'https://videos.example/1',
    body_part_id: part.id,
    uses_machine: true,
    machine_id: machine.id,
  });
  const places: { route: string; prepare: () => Promise<unknown> }[] = [
    {
      route: '/ejercicios?usa_maquina=si',
      prepare: () => expect(panel.getByRole('link', { name: LONG, exact: true })).toBeVisible(),
    },
    { route: `/ejercicios/${id}`, prepare: () => expect(panel.getByText('Sets recomendados').last()).toBeVisible() },
    {
      route: `/ejercicios/editar/${id}`,
      prepare: async () => {
        await panel.getByRole('button', { name: 'Agregar set' }).click();
        await setRow(panel, 1).getByLabel('Repeticiones').fill('0');
        await panel.getByRole('button', { name: 'Actualizar Ejercicio' }).click();
        await expect(panel.getByText('Hay sets con valores inválidos')).toBeVisible();
      },
    },
  ];
  for (const { route, prepare } of places) {
    await panel.setViewportSize({ width: 1280, height: 720 });
    await panel.goto(route);
    await prepare();
    await expectSound(panel, route);
    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, route);
    await panel.setViewportSize({ width: 768, height: 1024 });
    const width = () => panel.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, `${route} on a tablet`).toBeLessThanOrEqual(768);
  }
});
