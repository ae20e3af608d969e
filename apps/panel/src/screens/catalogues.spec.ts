import { expect, PICTURE, test, uniqueName, type Row } from '#test/builders';
import {
  expectFailureThenEmpty,
  modal,
  expectModalRefuses,
  removeItem,
  routeRenamedAnswer,
  countMessages,
  expectedPayload,
} from '#test/catalogue-visit';
import { NOT_SAVED_MESSAGE, screens, type Screen } from '#test/catalogues';
import { item, items, recordConsoleErrors, itemNames, waitForWrite, payloadOf, toasts, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

// Each test walks through a whole screen.
test.describe.configure({ timeout: 90_000 });
test.use({ expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)/] });

/** A time longer than any toast is shown. */
const MAX_TOAST_MS = 20_000;
const REFUSAL_MESSAGE = 'El servidor <b>no puede</b>';

/** Requirements that each visit proves. */
const requirementIds: Partial<Record<string, string>> = {
  '/level':
    'NIV-01 NIV-02 NIV-03 NIV-04 NIV-05 NIV-06 NIV-09 NIV-10 NIV-11 NIV-12 NIV-13 NIV-14 NIV-15 NIV-17 NIV-19 NIV-20 NIV-21 NIV-22 NIV-23 NIV-24 NIV-25 NIV-26 API-12 API-29',
  '/training-type':
    'TIP-01 TIP-02 TIP-03 TIP-04 TIP-05 TIP-06 TIP-07 TIP-08 TIP-09 TIP-10 TIP-11 TIP-12 TIP-13 TIP-14 TIP-15',
  '/machine': 'MAQ-01 MAQ-02 MAQ-03 MAQ-04 MAQ-05 MAQ-06 MAQ-07 MAQ-08 MAQ-09 MAQ-10 MAQ-11',
  '/body-part': 'PAR-01 PAR-02 PAR-03 PAR-04 PAR-05 PAR-06 PAR-07 PAR-08 PAR-09 PAR-10 PAR-11 PAR-12 PAR-13',
  '/category-product': 'CPR-01 CPR-02 CPR-03 CPR-04 CPR-05 CPR-06 CPR-07 CPR-08 CPR-09 CPR-10',
  '/type-diet': 'CDI-01 CDI-02 CDI-05 CDI-06 CDI-07 CDI-08 CDI-09 CDI-10 CDI-11 CDI-12 CDI-13',
};

for (const screen of Object.values<Screen>(screens))
  test(`${requirementIds[screen.path] ?? ''} ${screen.title}: loading, failure, nothing; created, listed, found, changed and deleted as specified`, async ({
    panel,
    api,
  }) => {
    const { path, name, image, status, description } = screen;
    const [sent, words] = [recordWrites(panel), recordConsoleErrors(panel)];
    const word = uniqueName('Ñandú');
    const [first, second, text] = [`${word} uno`, `${word} dos`, `Con\n${uniqueName('palabras')}`];
    await panel.clock.install();

    const created = modal(panel, screen.create);
    await test.step('a failed load is logged and told; nothing to show offers to create', async () => {
      const loads = await expectFailureThenEmpty(panel, screen, words);
      await expectModalRefuses(panel, screen, first, sent);
      const request = waitForWrite(panel, 'POST', path);
      await created.getByLabel(name.label).press('Enter');
      expect(await payloadOf(await request)).toEqual(
        expectedPayload(screen, { name: first, description: '', active: true }),
      );
      expect(await (await request).headerValue('if-match')).toBeNull();
      await expect(created).toHaveCount(0);
      await expect(itemNames(panel)).toHaveText([first]);
      expect(loads(), 'the new one is appended without loading again').toBe(2);
    });

    await test.step('a new one with everything is appended as the server answers it', async () => {
      await routeRenamedAnswer(panel, path, screen, `${second} del servidor`);
      await panel.getByRole('button', { name: screen.create, exact: true }).click();
      await created.getByLabel(name.label).fill(second);
      if (description) await created.getByLabel('Descripción').fill(text);
      if (status) await created.getByRole('checkbox', { name: status }).uncheck();
      if (image) {
        await created.getByLabel(image.label, { exact: true }).setInputFiles(PICTURE);
        const preview = created.locator('img');
        await expect(preview).toHaveAttribute('src', /^blob:/);
        await expect.poll(() => preview.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
      }
      const request = waitForWrite(panel, 'POST', path);
      await created.getByRole('button', { name: 'Crear', exact: true }).click();
      expect(await payloadOf(await request)).toEqual(
        expectedPayload(screen, { name: second, description: text, active: false, picture: true }),
      );
      await expect(itemNames(panel)).toHaveText([first, `${second} del servidor`]);
      await panel.unroute(`**/api${path}`);
    });

    const stored = ((await (await api.get(path)).json()) as { data: Row[] }).data;
    const row = stored.find((one) => one[name.field] === second);
    expect(row, 'what is stored').toMatchObject({
      ...(description && { description: text }),
      ...(status && { status: false }),
      ...(image && { [image.column]: expect.stringMatching(/^\/uploads\//) }),
    });
    const address = `${path}/${row?.id}`;

    await test.step('what the server has is listed, with its picture and state', async () => {
      await panel.goto(screen.route);
      await expect(panel.getByRole('heading', { name: screen.title, level: 1, exact: true })).toBeVisible();
      await expect(itemNames(panel)).toHaveText(stored.map((one) => String(one[name.field])));
      await expect(items(panel, screen)).toHaveCount(stored.length);
      const around = items(panel, screen).first().locator('..');
      if (screen.look === 'cards') await expect(around).toHaveCSS('display', 'grid');
      else await expect(around).toHaveRole('list');
      if (image) {
        const picture = item(panel, screen, second).locator('img');
        await picture.scrollIntoViewIfNeeded();
        await expect(picture).toHaveAttribute('src', /^\/uploads\//);
        await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
        await expect(item(panel, screen, first).locator('[data-placeholder]')).toBeVisible();
        await expect(item(panel, screen, first).locator('img')).toHaveCount(0);
      }
      await expect(item(panel, screen, first).getByText('Inactivo')).toHaveCount(0);
      await expect(item(panel, screen, second).getByText('Inactivo')).toHaveCount(status ? 1 : 0);
    });

    if (screen.search)
      await test.step('the search narrows the list, whatever the case', async () => {
        const search = panel.getByPlaceholder(screen.search ?? '', { exact: true });
        await search.fill(first.toUpperCase());
        await expect(itemNames(panel)).toHaveText([first]);
        if (description) {
          await search.fill(text.slice(4).toUpperCase());
          await expect(itemNames(panel)).toHaveText([second]);
        }
        await search.fill(uniqueName('nada'));
        await expect(panel.getByText(screen.empty.title)).toBeVisible();
        await search.fill(word);
        await expect(itemNames(panel)).toHaveText([first, second]);
      });

    await test.step('a failed save or delete is logged and told; nothing typed or listed is lost', async () => {
      await panel.route(`**/api${address}`, answerWith(500, { success: false, message: REFUSAL_MESSAGE }));
      await item(panel, screen, second).getByRole('button', { name: 'Editar' }).click();
      const edited = modal(panel, screen.edit);
      await expect(edited.getByLabel(name.label)).toHaveValue(second);
      if (description) await expect(edited.getByLabel('Descripción')).toHaveValue(text);
      if (status) await expect(edited.getByRole('checkbox', { name: status })).not.toBeChecked();
      if (image) {
        const folder = String(row?.[image.column]).replace(/\/[^/]+$/, '');
        await expect(edited.locator('img')).toHaveAttribute('src', new RegExp(`^${folder}/`));
      }
      await edited.getByLabel(name.label).fill('Escrito');
      await edited.getByRole('button', { name: 'Actualizar', exact: true }).click();
      await expect(edited.getByRole('alert').locator('p')).toHaveText([NOT_SAVED_MESSAGE, REFUSAL_MESSAGE]);
      await expect(edited.getByRole('button', { name: 'Actualizar', exact: true })).toBeEnabled();
      await expect(edited.getByLabel(name.label)).toHaveValue('Escrito');
      await expect.poll(() => countMessages(words, screen.failures.save)).toBe(1);
      await edited.getByRole('button', { name: 'Cancelar' }).click();
      await panel.getByRole('button', { name: 'Descartar' }).click();

      await item(panel, screen, second).getByRole('button', { name: 'Eliminar' }).click();
      await item(panel, screen, second).getByRole('button', { name: 'Confirmar' }).click();
      await expect(toasts(panel)).toContainText(screen.failures.remove);
      await expect(toasts(panel)).toContainText(REFUSAL_MESSAGE);
      await expect(item(panel, screen, second).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
      expect(countMessages(words, screen.failures.remove), 'the failed delete is logged once').toBe(1);
      // The clock is paused, and a hovered toast would stay and cover the content below it.
      await panel.mouse.move(0, 0);
      await panel.clock.runFor(MAX_TOAST_MS);
      await expect(toasts(panel).getByRole('alert')).toHaveCount(0);
      await panel.unroute(`**/api${address}`);
    });

    const renamed = `${word} del servidor`;
    await test.step("an edit puts the server's version in its place", async () => {
      await routeRenamedAnswer(panel, address, screen, renamed);
      await item(panel, screen, second).getByRole('button', { name: 'Editar' }).click();
      const edited = modal(panel, screen.edit);
      await edited.getByLabel(name.label).fill('Después');
      if (status) await edited.getByRole('checkbox', { name: status }).check();
      const request = waitForWrite(panel, 'PATCH', address);
      await edited.getByRole('button', { name: 'Actualizar', exact: true }).click();
      expect(await payloadOf(await request)).toEqual(
        expectedPayload(screen, { name: 'Después', description: text, active: true }),
      );
      expect(await (await request).headerValue('if-match')).toBe(`"${row?.version}"`);
      await expect(edited).toHaveCount(0);
      await expect(item(panel, screen, renamed)).toBeVisible();
      await expect(item(panel, screen, second)).toHaveCount(0);
      await expect(item(panel, screen, renamed).getByText('Inactivo')).toHaveCount(0);
      await panel.unroute(`**/api${address}`);
    });

    await test.step('deleting takes two steps, sends one call and leaves the others', async () => {
      sent.length = 0;
      await removeItem(panel, screen, item(panel, screen, renamed), sent, renamed);
      await expect(item(panel, screen, first)).toBeVisible();
      expect(sent).toEqual([`DELETE ${address}`]);
      expect((await api.get(address)).status).not.toBe(200);
    });
  });
