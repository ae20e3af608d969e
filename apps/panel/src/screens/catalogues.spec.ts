import { expect, PICTURE, test, unique, type Row } from '#test/builders';
import { each, screens, type Screen } from '#test/catalogues';
import { item, items, names } from '#test/page';

/** What the API has, in its order. */
async function namesOf(answer: Response, { name }: Screen): Promise<string[]> {
  const { data } = (await answer.json()) as { data: Row[] };
  return data.map((row) => String(row[name.field]));
}

for (const [ids, screen] of each({
  levels: 'NIV-01 NIV-04 NIV-05 NIV-06',
  trainingTypes: 'TIP-01 TIP-09',
  machines: 'MAQ-01',
  bodyParts: 'PAR-01 PAR-07',
  productCategories: 'CPR-01',
  dietCategories: 'CDI-01 CDI-08',
}))
  test(`${ids} ${screen.title}: what the server has is shown as ${screen.look}, with its picture and state`, async ({
    panel,
    api,
    add,
  }) => {
    const [one, other] = [unique('Uno'), unique('Otro')];
    const { field } = screen.name;
    await add(screen.path, { [field]: one, ...(screen.status && { status: true }) }, screen.image && PICTURE);
    await add(screen.path, { [field]: other, ...(screen.status && { status: false }) });
    const stored = await namesOf(await api.get(screen.path), screen);

    await panel.goto(screen.route);
    await expect(panel.getByRole('heading', { name: screen.title, level: 1, exact: true })).toBeVisible();
    await expect(names(panel)).toHaveText(stored);
    await expect(items(panel, screen)).toHaveCount(stored.length);
    const around = items(panel, screen).first().locator('..');
    if (screen.look === 'cards') await expect(around).toHaveCSS('display', 'grid');
    else await expect(around).toHaveRole('list');
    if (screen.image) {
      const picture = item(panel, screen, one).locator('img');
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveAttribute('src', /^\/uploads\//);
      await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
      await expect(item(panel, screen, other).locator('[data-placeholder]')).toBeVisible();
      await expect(item(panel, screen, other).locator('img')).toHaveCount(0);
    }
    await expect(item(panel, screen, one).getByText('Inactivo')).toHaveCount(0);
    await expect(item(panel, screen, other).getByText('Inactivo')).toHaveCount(screen.status ? 1 : 0);
  });

test('NIV-07 NIV-08 a long description takes two lines and the date of the last change is shown', async ({
  panel,
  add,
}) => {
  const screen: Screen = screens.levels;
  const title = unique('Largo');
  const description = 'Para quienes entrenan desde hace mucho. '.repeat(20).trim();
  const { updated_at } = await add(screen.path, { title, description });
  await panel.goto(screen.route);
  const text = item(panel, screen, title).getByText(description);
  const { height, line } = await text.evaluate((shown) => ({
    height: shown.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(shown).lineHeight),
  }));
  expect(Math.round(height / line)).toBe(2);
  await expect(text).toHaveCSS('-webkit-line-clamp', '2');
  // Argentina has no daylight saving time.
  const day = new Date(Date.parse(String(updated_at)) - 3 * 3_600_000).toISOString().slice(0, 10);
  await expect(item(panel, screen, title)).toContainText(`Actualizado ${day.split('-').reverse().join('/')}`);
});

for (const [ids, screen] of each({
  levels: 'NIV-02 NIV-03',
  trainingTypes: 'TIP-02',
  machines: 'MAQ-02',
  bodyParts: 'PAR-02',
  dietCategories: 'CDI-02',
}))
  test(`${ids} ${screen.title}: the search narrows the list at once, whatever the case, and lives in the address`, async ({
    panel,
    add,
  }) => {
    const [wanted, other] = [unique('Básico Ñandú'), unique('Avanzado')];
    const { field } = screen.name;
    const word = unique('Palabra');
    await add(screen.path, { [field]: wanted, ...(screen.description && { description: `Con ${word} dentro` }) });
    await add(screen.path, { [field]: other, ...(screen.description && { description: 'Sin ella' }) });
    await panel.goto(screen.route);
    const search = panel.getByPlaceholder(screen.search ?? '', { exact: true });
    await expect(item(panel, screen, other)).toBeVisible();

    // Key by key: what is typed quickly arrives whole.
    await search.pressSequentially(wanted.toUpperCase());
    await expect(search).toHaveValue(wanted.toUpperCase());
    await expect(names(panel)).toHaveText([wanted]);
    await expect(panel).toHaveURL((url) => url.searchParams.get('buscar') === wanted.toUpperCase());
    await panel.reload();
    await expect(names(panel)).toHaveText([wanted]);
    await expect(search).toHaveValue(wanted.toUpperCase());

    if (screen.description) {
      await search.fill(word.toUpperCase());
      await expect(names(panel)).toHaveText([wanted]);
    }
    await search.fill(unique('nada'));
    await expect(panel.getByText(screen.empty.title)).toBeVisible();
    await search.fill('');
    await expect(item(panel, screen, other)).toBeVisible();
    await expect(panel).toHaveURL(screen.route);
  });

for (const [ids, screen] of each({ levels: 'NIV-09', trainingTypes: 'TIP-03' }))
  test(`${ids} ${screen.title}: three cards of a skeleton stand in while the list loads`, async ({ panel }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await panel.route(`**/api${screen.path}`, async (route) => {
      await held;
      await route.continue();
    });
    await panel.goto(screen.route);
    const loading = panel.getByRole('status', { name: 'Cargando' });
    await expect(loading).toHaveAttribute('aria-busy', 'true');
    await expect(loading.locator('[data-skeleton]')).toHaveCount(3);
    await expect(panel.getByText(screen.empty.title)).toHaveCount(0);
    answer();
    await expect(loading).toHaveCount(0);
  });

for (const [ids, screen] of each({ levels: 'NIV-10', trainingTypes: 'TIP-04' }))
  test(`${ids} ${screen.title}: with nothing to show it says so and offers to create`, async ({ panel }) => {
    await panel.route(`**/api${screen.path}`, (route) => route.fulfill({ json: { success: true, data: [] } }));
    await panel.goto(screen.route);
    await expect(panel.getByText(screen.empty.title)).toBeVisible();
    await panel.getByRole('main').getByRole('button', { name: screen.empty.create, exact: true }).click();
    await expect(panel.getByRole('dialog', { name: screen.create, exact: true })).toBeVisible();
  });

test('CDI-03 CDI-04 the filter keeps active or inactive categories, and lives in the address', async ({
  panel,
  add,
}) => {
  const screen: Screen = screens.dietCategories;
  const [active, inactive] = [unique('Activa'), unique('Inactiva')];
  await add(screen.path, { name: active, status: true });
  await add(screen.path, { name: inactive, status: false });
  await panel.goto(screen.route);
  const filter = panel.getByRole('combobox', { name: 'Estado' });
  await expect(filter.getByRole('option')).toHaveText(['Todos los estados', 'Activos', 'Inactivos']);
  await expect(item(panel, screen, active)).toBeVisible();
  await expect(item(panel, screen, inactive)).toBeVisible();

  await filter.selectOption('Activos');
  await expect(item(panel, screen, inactive)).toHaveCount(0);
  await expect(item(panel, screen, active)).toBeVisible();
  await filter.selectOption('Inactivos');
  await expect(item(panel, screen, active)).toHaveCount(0);
  await panel.reload();
  await expect(item(panel, screen, inactive)).toBeVisible();
  await expect(item(panel, screen, active)).toHaveCount(0);
  await expect(items(panel, screen).getByText('Activo', { exact: true })).toHaveCount(0);

  // Together with the search.
  await panel.getByPlaceholder('Buscar categorías...').fill(active);
  await expect(panel.getByText('No se encontraron categorías')).toBeVisible();
  await filter.selectOption('Todos los estados');
  await expect(names(panel)).toHaveText([active]);
});
