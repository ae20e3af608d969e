import { expect, PICTURE, test, unique, type Row } from '#test/builders';
import { each, type Screen } from '#test/catalogues';
import { item, names, nextWrite, payloadOf, writes } from '#test/page';

/** The payload as it must go out for what was typed. */
function expected({ name, description, status, image }: Screen, values: Record<string, string>) {
  const json = !image;
  return {
    [name.field]: values.name,
    ...(description && { description: values.description }),
    ...(status && { status: json ? values.status === 'true' : values.status }),
    ...(values.image && { image: values.image }),
  };
}

for (const [ids, screen] of each({
  levels: 'NIV-11 NIV-13 NIV-17 NIV-19 NIV-20 NIV-21 API-29',
  trainingTypes: 'TIP-05 TIP-06 TIP-08 TIP-10',
  machines: 'MAQ-03 MAQ-04 MAQ-06',
  bodyParts: 'PAR-03 PAR-04 PAR-06 PAR-08',
  productCategories: 'CPR-02 CPR-03 CPR-05',
  dietCategories: 'CDI-05 CDI-06 CDI-07 CDI-09',
}))
  test(`${ids} ${screen.title}: a new one is sent exactly as specified and appended as the server answers it`, async ({
    panel,
    api,
  }) => {
    const sent = writes(panel);
    let loads = 0;
    panel.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith(`/api${screen.path}`)) loads += 1;
    });
    await panel.goto(screen.route);
    const create = panel.getByRole('button', { name: screen.create, exact: true });
    await create.click();
    const dialog = panel.getByRole('dialog', { name: screen.create, exact: true });
    const name = dialog.getByLabel(screen.name.label);
    if (screen.status) await expect(dialog.getByRole('checkbox', { name: screen.status })).toBeChecked();

    // Blank: the reason stands at the field, which has the focus, and nothing leaves.
    await name.fill('   ');
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(name).toHaveAccessibleDescription(screen.name.required);
    await expect(name).toBeFocused();
    expect(sent).toEqual([]);

    // Without a picture and without a description, by the keyboard alone.
    const first = unique('Primero');
    await name.fill(first);
    await expect(dialog.getByText(screen.name.required)).toHaveCount(0);
    let request = nextWrite(panel, 'POST', screen.path);
    await name.press('Enter');
    expect(await payloadOf(await request)).toEqual(expected(screen, { name: first, description: '', status: 'true' }));
    expect(await (await request).headerValue('if-match')).toBeNull();
    await expect(dialog).toHaveCount(0);
    await expect(names(panel).last()).toHaveText(first);

    // With everything, by the mouse; the server has the last word on the name.
    const second = unique('Segundo');
    await panel.route(`**/api${screen.path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Row };
      body.data[screen.name.field] = `${second} del servidor`;
      return route.fulfill({ response: answer, json: body });
    });
    await create.click();
    await name.fill(second);
    if (screen.description) await dialog.getByLabel('Descripción').fill('Con\nvarias líneas');
    if (screen.status) await dialog.getByRole('checkbox', { name: screen.status }).uncheck();
    if (screen.image) await dialog.getByLabel(screen.image.label, { exact: true }).setInputFiles(PICTURE);
    request = nextWrite(panel, 'POST', screen.path);
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    const values = { name: second, description: 'Con\nvarias líneas' };
    expect(await payloadOf(await request)).toEqual(
      expected(screen, { ...values, status: 'false', ...(screen.image && { image: '<foto.png>' }) }),
    );
    await expect(dialog).toHaveCount(0);
    await expect(names(panel).last()).toHaveText(`${second} del servidor`);
    await expect(names(panel).nth(-2)).toHaveText(first);

    expect(sent).toEqual([`POST ${screen.path}`, `POST ${screen.path}`]);
    expect(loads).toBe(1);
    const { data } = (await (await api.get(screen.path)).json()) as { data: Row[] };
    const [one, two] = data.slice(-2);
    expect(one).toMatchObject({ [screen.name.field]: first, ...(screen.status && { status: true }) });
    expect(two).toMatchObject({
      [screen.name.field]: second,
      ...(screen.description && { description: 'Con\nvarias líneas' }),
      ...(screen.status && { status: false }),
      ...(screen.image && { [screen.image.column]: expect.stringMatching(/^\/uploads\//) }),
    });
  });

for (const [ids, screen] of each({
  levels: 'NIV-12 NIV-15 NIV-22',
  trainingTypes: 'TIP-05 TIP-11',
  machines: 'MAQ-03 MAQ-07',
  bodyParts: 'PAR-03 PAR-09',
  productCategories: 'CPR-02 CPR-06',
  dietCategories: 'CDI-05 CDI-10',
}))
  test(`${ids} ${screen.title}: editing begins with the stored values and puts the server's version in its place`, async ({
    panel,
    add,
  }) => {
    const [name, next] = [unique('Antes'), unique('Siguiente')];
    const { field } = screen.name;
    const row = await add(
      screen.path,
      {
        [field]: name,
        ...(screen.description && { description: 'Lo de antes' }),
        ...(screen.status && { status: false }),
      },
      screen.image && PICTURE,
    );
    await add(screen.path, { [field]: next });
    const path = `${screen.path}/${row.id}`;
    await panel.goto(screen.route);
    await item(panel, screen, name).getByRole('button', { name: 'Editar' }).click();
    const dialog = panel.getByRole('dialog', { name: screen.edit, exact: true });
    await expect(dialog.getByLabel(screen.name.label)).toHaveValue(name);
    if (screen.description) await expect(dialog.getByLabel('Descripción')).toHaveValue('Lo de antes');
    if (screen.status) await expect(dialog.getByRole('checkbox', { name: screen.status })).not.toBeChecked();
    if (screen.image) {
      const stored = String(row[screen.image.column]).replace(/\/[^/]+$/, '');
      await expect(dialog.locator('img')).toHaveAttribute('src', new RegExp(`^${stored}/`));
    }

    await dialog.getByLabel(screen.name.label).fill('Después');
    if (screen.status) await dialog.getByRole('checkbox', { name: screen.status }).check();
    await panel.route(`**/api${path}`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: Row };
      body.data[field] = `${name} del servidor`;
      return route.fulfill({ response: answer, json: body });
    });
    const request = nextWrite(panel, 'PATCH', path);
    await dialog.getByRole('button', { name: 'Actualizar', exact: true }).click();
    expect(await payloadOf(await request)).toEqual(
      expected(screen, { name: 'Después', description: 'Lo de antes', status: 'true' }),
    );
    expect(await (await request).headerValue('if-match')).toBe(`"${row.version}"`);
    await expect(dialog).toHaveCount(0);
    await expect(item(panel, screen, name)).toHaveCount(0);
    await expect(names(panel).nth(-2)).toHaveText(`${name} del servidor`);
    await expect(names(panel).last()).toHaveText(next);
    await expect(item(panel, screen, `${name} del servidor`).getByText('Inactivo')).toHaveCount(0);
  });
