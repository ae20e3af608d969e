import { addMonths, today } from '@pulso/contract/kit/dates';
import { expect, test, uniqueTag } from '#test/builders';

test.use({ kind: 'strict' });

test('COB-15 WSP-06 by the letter the keys work only in the list, and each chat is a link of its own', async ({
  panel,
  add,
}) => {
  const mark = uniqueTag();
  const plan = await add('/suscriptions', { duration: 1 });
  const term = { suscriptionId: plan.id, suscription_status: true, suscription_end: today() };
  const client = { ...term, suscription_init: addMonths(today(), -1), phone: '1123456789' };
  await add('/user', { ...client, name: `Ana ${mark}` });
  await add('/user', { ...client, name: `Beto ${mark}` });
  await panel.addInitScript(() => {
    localStorage.setItem('pulso-extras', JSON.stringify(['collections', 'idempotency-key']));
    const opened: string[] = [];
    Object.assign(window, { opened, open: (...chat: string[]) => opened.push(chat.join(' ')) && null });
  });
  const readOpened = () => panel.evaluate(() => (window as unknown as { opened: string[] }).opened);
  await panel.goto(`/cobranzas?buscar=${mark}`);
  const rows = panel.locator('[data-row]');
  await expect(rows).toHaveCount(2);
  for (const key of ['j', 'w']) await panel.keyboard.press(key);
  await panel.getByRole('tab', { selected: true }).focus();
  await panel.keyboard.press('w');
  await rows.first().focus();
  await panel.keyboard.press('j');
  await expect(rows.last()).toBeFocused();
  await panel.keyboard.press('w');
  await expect.poll(async () => (await readOpened()).length).toBe(1);
  expect((await readOpened())[0]).toMatch(
    /^https:\/\/wa\.me\/5491123456789\?text=Hola%20Beto.* _blank noopener,noreferrer$/,
  );
});
