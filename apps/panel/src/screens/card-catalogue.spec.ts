import { expect, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { item, itemNames, recordWrites } from '#test/page';
import { createGate, fetchAnswer } from '#test/panel';

const RED_COLOUR = 'rgb(179, 35, 27)';
const ARMED_MS = 3_000;
const HOUR_MS = 3_600_000;
const screen: Screen = screens.levels;

test('NIV-02 NIV-03 NIV-07 NIV-08 a card shows two lines and the date of its last change; the search lives in the address', async ({
  panel,
  add,
}) => {
  const description = 'Para quienes entrenan desde hace mucho. '.repeat(20).trim();
  const { title, updated_at } = await add('/level', { title: uniqueName('Básico Ñandú'), description });
  await add('/level');
  await panel.goto(screen.route);
  const text = item(panel, screen, title).getByText(description);
  const { height, line } = await text.evaluate((shown) => ({
    height: shown.getBoundingClientRect().height,
    line: Number.parseFloat(getComputedStyle(shown).lineHeight),
  }));
  expect(Math.round(height / line)).toBe(2);
  await expect(text).toHaveCSS('-webkit-line-clamp', '2');
  // Argentina has no daylight saving time.
  const day = new Date(Date.parse(String(updated_at)) - 3 * HOUR_MS).toISOString().slice(0, 10);
  await expect(item(panel, screen, title)).toContainText(`Actualizado ${day.split('-').reverse().join('/')}`);

  // Typed key by key: quick typing loses no letter.
  const search = panel.getByPlaceholder('Buscar niveles...', { exact: true });
  await search.pressSequentially(title.toUpperCase());
  await expect(search).toHaveValue(title.toUpperCase());
  await expect(itemNames(panel)).toHaveText([title]);
  await expect(panel).toHaveURL((url) => url.searchParams.get('buscar') === title.toUpperCase());
  await panel.reload();
  await expect(itemNames(panel)).toHaveText([title]);
  await expect(search).toHaveValue(title.toUpperCase());
  await search.fill('');
  await expect(itemNames(panel).nth(1)).toBeVisible();
  await expect(panel).toHaveURL(screen.route);
});

test('NIV-23 NIV-24 FMT-07 W6 K7 the first click arms one card for three seconds, the second deletes it; a key held down is one press', async ({
  panel,
  add,
}) => {
  const [{ title: one, id }, { title: other, id: otherId }] = [await add('/level'), await add('/level')];
  const sent = recordWrites(panel);
  await panel.clock.install();
  await panel.goto(screen.route);
  const button = (name: string) => item(panel, screen, name).getByRole('button', { name: /^(Eliminar|Confirmar)$/ });
  await expect(button(one)).toHaveText('Eliminar');
  await panel.clock.pauseAt(Date.now() + HOUR_MS);

  await button(one).click();
  await expect(button(one)).toHaveText('Confirmar');
  await expect(button(one)).toHaveCSS('background-color', RED_COLOUR);
  await expect(button(other)).toHaveText('Eliminar');
  await expect(button(other)).not.toHaveCSS('background-color', RED_COLOUR);

  // Another card's button disarms the first one and only arms its own card.
  await button(other).click();
  await expect(button(other)).toHaveText('Confirmar');
  await expect(button(one)).toHaveText('Eliminar');
  await expect(button(one)).not.toHaveCSS('background-color', RED_COLOUR);

  await panel.clock.runFor(ARMED_MS - 1);
  await expect(button(other)).toHaveText('Confirmar');
  await panel.clock.runFor(1);
  await expect(button(other)).toHaveText('Eliminar');

  // The time is over, so the press arms anew. Esc disarms.
  await button(other).click();
  await expect(button(other)).toHaveText('Confirmar');
  await panel.keyboard.press('Escape');
  await expect(button(other)).toHaveText('Eliminar');

  // Deletion by keyboard.
  await button(other).focus();
  for (let held = 0; held < 3; held += 1) await panel.keyboard.down('Enter');
  await panel.keyboard.up('Enter');
  await expect(item(panel, screen, other).getByRole('button', { name: 'Confirmar' })).toBeFocused();
  expect(sent).toEqual([]);
  await panel.clock.resume();
  await panel.keyboard.press('Enter');
  await expect(item(panel, screen, other)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /level/${otherId}`]);

  // Deletion by mouse: the further clicks of an impatient finger do not confirm.
  await button(one).click({ clickCount: 3 });
  await expect(button(one)).toHaveText('Confirmar');
  await button(one).click({ clickCount: 3 });
  await expect(item(panel, screen, one)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /level/${otherId}`, `DELETE /level/${id}`]);
});

test('NIV-24 a level that the server deleted is gone, whatever the body of its answer', async ({ panel, add }) => {
  const answers = {
    'nothing at all': { status: 204 },
    'a bare word': { status: 200, contentType: 'text/plain', body: 'listo' },
    null: { status: 200, contentType: 'application/json', body: 'null' },
  };
  const made = [];
  for (const [what, answer] of Object.entries(answers)) made.push({ what, answer, ...(await add('/level')) });
  await panel.goto(screen.route);
  for (const { what, answer, id, title } of made) {
    await panel.route(`**/api/level/${id}`, (route) => route.fulfill(answer));
    await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, screen, title).getByRole('button', { name: 'Confirmar' }).click();
    await expect(item(panel, screen, title), what).toHaveCount(0);
  }
  await expect(panel.getByRole('heading', { name: 'Niveles', level: 1 })).toBeVisible();
});

test('K9 an older list that arrives late does not bring a deleted card back', async ({ panel, add }) => {
  const title = uniqueName('Ya no está');
  await add(screen.path, { title });
  const [held, answer] = createGate();
  let loads = 0;
  await panel.route(`**/api${screen.path}`, async (route) => {
    loads += 1;
    const late = loads === 2;
    const response = await fetchAnswer(route);
    if (late) await held;
    // The panel may have cancelled the call by now.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await panel.clock.install();
  await panel.goto(screen.route);
  await expect(item(panel, screen, title)).toBeVisible();
  // Returning to the tab after a while refetches the list; this answer is held back.
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
