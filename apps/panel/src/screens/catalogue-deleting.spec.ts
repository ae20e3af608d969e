import { expect, test, unique } from '#test/builders';
import { each, screens, type Screen } from '#test/catalogues';
import { item, names, writes } from '#test/page';

const RED = 'rgb(179, 35, 27)';
const ARMED_MS = 3_000;
const HOUR_MS = 3_600_000;

for (const [ids, screen] of each({
  levels: 'NIV-23 FMT-07',
  trainingTypes: 'TIP-12',
  machines: 'MAQ-08',
  bodyParts: 'PAR-10',
}))
  test(`${ids} ${screen.title}: the first click arms one card in red for three seconds and sends nothing`, async ({
    panel,
    add,
  }) => {
    const [one, other] = [unique('Uno'), unique('Otro')];
    await add(screen.path, { title: one });
    await add(screen.path, { title: other });
    const sent = writes(panel);
    await panel.clock.install();
    await panel.goto(screen.route);
    const button = (name: string) => item(panel, screen, name).getByRole('button', { name: /^(Eliminar|Confirmar)$/ });
    await expect(button(one)).toHaveText('Eliminar');
    await panel.clock.pauseAt(Date.now() + HOUR_MS);

    await button(one).click();
    await expect(button(one)).toHaveText('Confirmar');
    await expect(button(one)).toHaveCSS('background-color', RED);
    await expect(button(other)).toHaveText('Eliminar');
    await expect(button(other)).not.toHaveCSS('background-color', RED);

    // Another card's button means that card, and only arms it.
    await button(other).click();
    await expect(button(other)).toHaveText('Confirmar');
    await expect(button(one)).toHaveText('Eliminar');
    await expect(button(one)).not.toHaveCSS('background-color', RED);

    await panel.clock.runFor(ARMED_MS - 1);
    await expect(button(other)).toHaveText('Confirmar');
    await panel.clock.runFor(1);
    await expect(button(other)).toHaveText('Eliminar');

    // Too late: it arms anew. Esc takes it back.
    await button(other).click();
    await expect(button(other)).toHaveText('Confirmar');
    await panel.keyboard.press('Escape');
    await expect(button(other)).toHaveText('Eliminar');
    expect(sent).toEqual([]);
  });

for (const [ids, screen] of each({
  levels: 'NIV-24',
  trainingTypes: 'TIP-13',
  machines: 'MAQ-09',
  bodyParts: 'PAR-11',
}))
  test(`${ids} ${screen.title}: the second click deletes once, and the card goes`, async ({ panel, api, add }) => {
    const [gone, kept] = [unique('Se va'), unique('Queda')];
    const { id } = await add(screen.path, { title: gone });
    await add(screen.path, { title: kept });
    const sent = writes(panel);
    await panel.goto(screen.route);
    // A third click of an impatient finger does nothing.
    await item(panel, screen, gone).getByRole('button', { name: 'Eliminar' }).click({ clickCount: 3 });
    await expect(item(panel, screen, gone)).toHaveCount(0);
    await expect(names(panel).last()).toHaveText(kept);
    expect(sent).toEqual([`DELETE ${screen.path}/${id}`]);
    expect(await (await api.get(screen.path)).text()).not.toContain(gone);
  });

for (const [answer, fulfil] of Object.entries({
  'nothing at all': { status: 204 },
  'a bare word': { status: 200, contentType: 'text/plain', body: 'listo' },
  null: { status: 200, contentType: 'application/json', body: 'null' },
}))
  test(`NIV-24 a level that the server deleted is gone, though it answers ${answer}`, async ({ panel, add }) => {
    const screen: Screen = screens.levels;
    const title = unique('Se va');
    const { id } = await add(screen.path, { title });
    await panel.route(`**/api${screen.path}/${id}`, (route) => route.fulfill(fulfil));
    await panel.goto(screen.route);
    await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, screen, title).getByRole('button', { name: 'Confirmar' }).click();
    await expect(item(panel, screen, title)).toHaveCount(0);
    await expect(panel.getByRole('heading', { name: 'Niveles', level: 1 })).toBeVisible();
  });

test('W6 by the keyboard a card is deleted with two presses, and a key held down is only one', async ({
  panel,
  add,
}) => {
  const screen: Screen = screens.levels;
  const title = unique('Con teclas');
  const { id } = await add(screen.path, { title });
  const sent = writes(panel);
  await panel.goto(screen.route);
  await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).focus();
  await panel.keyboard.down('Enter');
  await panel.keyboard.down('Enter');
  await panel.keyboard.down('Enter');
  await panel.keyboard.up('Enter');
  await expect(item(panel, screen, title).getByRole('button', { name: 'Confirmar' })).toBeFocused();
  expect(sent).toEqual([]);
  await panel.keyboard.press('Enter');
  await expect(item(panel, screen, title)).toHaveCount(0);
  expect(sent).toEqual([`DELETE ${screen.path}/${id}`]);
});

test('K9 an older list that arrives late does not bring a deleted card back', async ({ panel, add }) => {
  const screen: Screen = screens.levels;
  const title = unique('Ya no está');
  await add(screen.path, { title });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let loads = 0;
  await panel.route(`**/api${screen.path}`, async (route) => {
    loads += 1;
    const late = loads === 2;
    const response = await route.fetch();
    if (late) await held;
    // The panel may have taken the call back by now.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await panel.clock.install();
  await panel.goto(screen.route);
  await expect(item(panel, screen, title)).toBeVisible();
  // Whoever comes back to the tab after a while gets a fresh list; this one takes its time.
  await panel.clock.fastForward(60_000);
  await panel.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => loads).toBe(2);
  await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).click();
  await item(panel, screen, title).getByRole('button', { name: 'Confirmar' }).click();
  await expect(item(panel, screen, title)).toHaveCount(0);
  answer();
  await expect.poll(() => loads).toBe(3);
  await expect(item(panel, screen, title)).toHaveCount(0);
});

for (const [ids, screen] of each({ productCategories: 'CPR-07 CPR-08', dietCategories: 'CDI-11' }))
  test(`${ids} ${screen.title}: deleting asks with a pair of buttons; only the confirmation sends`, async ({
    panel,
    api,
    add,
  }) => {
    const [gone, kept] = [unique('Se va'), unique('Queda')];
    const { id } = await add(screen.path, { [screen.name.field]: gone });
    await add(screen.path, { [screen.name.field]: kept });
    const sent = writes(panel);
    await panel.goto(screen.route);
    const row = item(panel, screen, gone);
    const remove = row.getByRole('button', { name: 'Eliminar' });
    const pair = row.getByRole('group', { name: `¿Eliminar ${gone}?` });
    await remove.click();
    await expect(pair.getByRole('button')).toHaveText(['Confirmar', 'Cancelar']);
    await expect(item(panel, screen, kept).getByRole('group')).toHaveCount(0);
    await pair.getByRole('button', { name: 'Cancelar' }).click();
    await expect(pair).toHaveCount(0);
    await expect(remove).toBeFocused();

    // By the keyboard: Esc is no, and a key held down is one press.
    await panel.keyboard.down('Enter');
    await panel.keyboard.down('Enter');
    await panel.keyboard.up('Enter');
    await expect(pair.getByRole('button', { name: 'Confirmar' })).toBeFocused();
    await panel.keyboard.press('Escape');
    await expect(remove).toBeFocused();
    expect(sent).toEqual([]);

    await remove.click();
    await pair.getByRole('button', { name: 'Confirmar' }).click();
    await expect(row).toHaveCount(0);
    await expect(names(panel).last()).toHaveText(kept);
    expect(sent).toEqual([`DELETE ${screen.path}/${id}`]);
    expect(await (await api.get(screen.path)).text()).not.toContain(gone);
  });
