import type { Locator, Page } from '@playwright/test';
import { expect, PICTURE, test, uniqueName, type Row } from '#test/builders';
import { NOT_SAVED_MESSAGE } from '#test/catalogues';
import {
  closeToasts,
  item,
  items,
  recordConsoleErrors,
  itemNames,
  waitForWrite,
  payloadOf,
  recordWrites,
} from '#test/page';
import { answerWith, createGate, fetchAnswer } from '#test/panel';

const rowLook = { look: 'rows' } as const;
const PRODUCT_LINK = 'https://tienda.example.com.ar/p?ref=1&x=2';

async function fill(dialog: Locator, values: Partial<Record<'title' | 'link' | 'price' | 'category', string>>) {
  if (values.title !== undefined) await dialog.getByLabel('Título').fill(values.title);
  if (values.link !== undefined) await dialog.getByLabel('Enlace de afiliado').fill(values.link);
  if (values.price !== undefined) await dialog.getByLabel('Precio (ARS)').fill(values.price);
  if (values.category !== undefined) await dialog.getByLabel('Categoría').selectOption(values.category);
}

async function openNewProduct(page: Page) {
  await page.goto('/productos');
  await page.getByRole('button', { name: 'Nuevo Producto', exact: true }).click();
  return page.getByRole('dialog', { name: 'Nuevo Producto', exact: true });
}

test('PRO-01 PRO-02 PRO-03 PRO-04 PRO-05 PRO-06 PRO-07 PRO-08 PRO-09 PRO-10 PRO-11 PRO-12 API-29 products are listed, deleted, changed and added as specified', async ({
  panel,
  api,
  add,
}) => {
  test.setTimeout(90_000);
  const category = await add('/category-product', { title: uniqueName('Suplementos') });
  const [one, other] = [uniqueName('Proteína'), uniqueName('Banda')];
  const common = { affiliate_link: PRODUCT_LINK, category_id: category.id, is_featured: false };
  await add('/product', { ...common, title: one, price: 1_234_500.5, is_featured: true }, PICTURE);
  await add('/product', { ...common, title: other, price: 1500 });
  const various = await add('/category-product', { title: uniqueName('Varios') });
  const leaving = uniqueName('Se va');
  const { id } = await add('/product', {
    title: leaving,
    affiliate_link: PRODUCT_LINK,
    price: 1,
    category_id: various.id,
  });
  const [old, renewed] = [uniqueName('Vieja'), uniqueName('Nueva')];
  const from = await add('/category-product', { title: old });
  const to = await add('/category-product', { title: renewed });
  const [title, next] = [uniqueName('Antes'), uniqueName('Siguiente')];
  const values = { affiliate_link: PRODUCT_LINK, price: 99.9, category_id: from.id };
  const row = await add('/product', { ...values, title, is_featured: true, description: 'Lo de antes' }, PICTURE);
  await add('/product', { ...values, title: next });
  const clothes = await add('/category-product', { title: uniqueName('Ropa') });
  const gear = await add('/category-product', { title: uniqueName('Accesorios') });
  const { data: categories } = (await (await api.get('/category-product')).json()) as { data: Row[] };
  const { data } = (await (await api.get('/product')).json()) as { data: Row[] };
  const sent = recordWrites(panel);
  await panel.goto('/productos');
  await test.step('each with picture, category, price and the way to its shop', async () => {
    await expect(panel.getByRole('heading', { name: 'Productos', level: 1, exact: true })).toBeVisible();
    await expect(itemNames(panel)).toHaveText(data.map(({ title }) => String(title)));
    await expect(items(panel, rowLook).first().locator('..')).toHaveRole('list');

    const row = item(panel, rowLook, one);
    await expect(row.locator('img')).toHaveAttribute('src', /^\/uploads\//);
    await expect(item(panel, rowLook, other).locator('[data-placeholder]')).toBeVisible();
    await expect(row.getByText(String(category.title), { exact: true })).toBeVisible();
    await expect(row.getByText('ARS 1.234.500,50', { exact: true })).toBeVisible();
    await expect(item(panel, rowLook, other).getByText('ARS 1.500,00', { exact: true })).toBeVisible();
    await expect(row.getByText('Destacado')).toBeVisible();
    await expect(item(panel, rowLook, other).getByText('Destacado')).toHaveCount(0);
    const link = row.getByRole('link');
    await expect(link).toHaveAttribute('href', PRODUCT_LINK);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  await test.step('deleting asks with a pair of buttons; only the confirmation sends', async () => {
    const row = item(panel, rowLook, leaving);
    await row.getByRole('button', { name: 'Eliminar' }).click();
    const pair = row.getByRole('group', { name: `¿Eliminar ${leaving}?` });
    await expect(pair.getByRole('button')).toHaveText(['Confirmar', 'Cancelar']);
    await pair.getByRole('button', { name: 'Cancelar' }).click();
    await expect(pair).toHaveCount(0);
    expect(sent).toEqual([]);
    await row.getByRole('button', { name: 'Eliminar' }).click();
    await pair.getByRole('button', { name: 'Confirmar' }).click();
    await expect(row).toHaveCount(0);
    expect(sent).toEqual([`DELETE /product/${id}`]);
    expect(await (await api.get('/product')).text()).not.toContain(leaving);
    await closeToasts(panel);
  });

  await test.step('editing begins with the stored values, sends the same fields and shows what the server answers', async () => {
    await item(panel, rowLook, title).getByRole('button', { name: 'Editar' }).click();
    const dialog = panel.getByRole('dialog', { name: 'Editar Producto', exact: true });
    await expect(dialog.getByLabel('Título')).toHaveValue(title);
    await expect(dialog.getByLabel('Enlace de afiliado')).toHaveValue(PRODUCT_LINK);
    await expect(dialog.getByLabel('Precio (ARS)')).toHaveValue('99,90');
    await expect(dialog.getByLabel('Categoría')).toHaveValue(String(from.id));
    await expect(dialog.getByLabel('Descripción')).toHaveValue('Lo de antes');
    await expect(dialog.getByRole('checkbox', { name: 'Producto destacado' })).toBeChecked();
    await expect(dialog.locator('img')).toHaveAttribute('src', /^\/uploads\//);

    const path = `/product/${row.id}`;
    await panel.route(`**/api${path}`, async (route) => {
      const response = await fetchAnswer(route);
      const body = (await response.json()) as { data: Row };
      return route.fulfill({ response, json: { ...body, data: { ...body.data, title: `${title} del servidor` } } });
    });
    await fill(dialog, { title: 'Después', price: '100', category: renewed });
    await dialog.getByRole('checkbox', { name: 'Producto destacado' }).uncheck();
    const request = waitForWrite(panel, 'PATCH', path);
    await dialog.getByRole('button', { name: 'Actualizar', exact: true }).click();
    expect(await payloadOf(await request)).toEqual({
      title: 'Después',
      affiliate_link: PRODUCT_LINK,
      price: '100',
      category_id: String(to.id),
      is_featured: 'false',
      description: 'Lo de antes',
    });
    expect(await (await request).headerValue('if-match')).toBe(`"${row.version}"`);
    await expect(itemNames(panel).nth(-2)).toHaveText(`${title} del servidor`);
    await expect(itemNames(panel).last()).toHaveText(next);
    await expect(item(panel, rowLook, `${title} del servidor`)).toContainText(renewed);
    await expect(item(panel, rowLook, `${title} del servidor`)).toContainText('ARS 100,00');
    await panel.unrouteAll();
    await closeToasts(panel);
  });

  await test.step('one that lacks title, link, price or category, or whose price is no number, is not sent', async () => {
    sent.length = 0;
    await panel.getByRole('button', { name: 'Nuevo Producto', exact: true }).click();
    const dialog = panel.getByRole('dialog', { name: 'Nuevo Producto', exact: true });
    const submit = dialog.getByRole('button', { name: 'Crear', exact: true });
    const whole = { title: 'Remera', link: PRODUCT_LINK, price: '1500', category: String(clothes.title) };
    const missing = {
      title: ['Título', 'El título es obligatorio'],
      link: ['Enlace de afiliado', 'El enlace de afiliado es obligatorio'],
      price: ['Precio (ARS)', 'El precio es obligatorio'],
      category: ['Categoría', 'La categoría es obligatoria'],
    } as const;
    for (const [field, [label, reason]] of Object.entries(missing)) {
      await fill(dialog, { ...whole, [field]: '' });
      await submit.click();
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(reason);
      await expect(dialog.getByLabel(label)).toBeFocused();
      await expect(dialog.getByRole('alert')).toHaveText([reason]);
    }
    await fill(dialog, whole);
    for (const price of ['mil', '-5']) {
      await fill(dialog, { price });
      await submit.click();
      await expect(dialog.getByLabel('Precio (ARS)')).toHaveAccessibleDescription('El precio debe ser un número');
    }
    await fill(dialog, { price: '10', link: 'javascript:alert(1)' });
    await submit.click();
    await expect(dialog.getByLabel('Enlace de afiliado')).toHaveAttribute('aria-invalid', 'true');
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel.getByRole('button', { name: 'Descartar' }).click();
  });

  await test.step('a new one is sent exactly as specified and appended as the server answers it', async () => {
    await panel.getByRole('button', { name: 'Nuevo Producto', exact: true }).click();
    const dialog = panel.getByRole('dialog', { name: 'Nuevo Producto', exact: true });
    await expect(dialog.getByLabel('Categoría').getByRole('option')).toHaveText([
      'Selecciona una categoría',
      ...categories.map(({ title }) => String(title)),
    ]);
    await expect(dialog.getByRole('checkbox', { name: 'Producto destacado' })).not.toBeChecked();
    await expect(dialog.getByLabel('Imagen', { exact: true })).toHaveAttribute('accept', 'image/*');

    // Blank optional fields are not sent.
    const first = uniqueName('Colchoneta');
    await fill(dialog, { title: first, link: PRODUCT_LINK, price: '1.500,5', category: String(gear.title) });
    let request = waitForWrite(panel, 'POST', '/product');
    await dialog.getByLabel('Precio (ARS)').press('Enter');
    const base = { affiliate_link: PRODUCT_LINK, category_id: String(gear.id) };
    expect(await payloadOf(await request)).toEqual({ ...base, title: first, price: '1500.5', is_featured: 'false' });
    await expect(dialog).toHaveCount(0);
    await expect(itemNames(panel).last()).toHaveText(first);
    await expect(item(panel, rowLook, first)).toContainText('ARS 1.500,50');
    await expect(item(panel, rowLook, first)).toContainText(String(gear.title));

    // Everything, with a wrong file on the way.
    const second = uniqueName('Pesa');
    await panel.route('**/api/product', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await fetchAnswer(route);
      const body = (await response.json()) as { data: Row };
      return route.fulfill({ response, json: { ...body, data: { ...body.data, title: `${second} del servidor` } } });
    });
    await panel.getByRole('button', { name: 'Nuevo Producto' }).click();
    await fill(dialog, { title: second, link: PRODUCT_LINK, price: '20', category: String(gear.title) });
    await dialog.getByLabel('Descripción').fill('De hierro');
    await dialog.getByRole('checkbox', { name: 'Producto destacado' }).check();
    const picker = dialog.getByLabel('Imagen', { exact: true });
    await picker.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await expect(picker).toHaveAccessibleDescription(/^El archivo no es una imagen/);
    await picker.setInputFiles(PICTURE);
    await expect(dialog.locator('img')).toHaveAttribute('src', /^blob:/);
    request = waitForWrite(panel, 'POST', '/product');
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    const extra = { description: 'De hierro', image: '<foto.png>' };
    expect(await payloadOf(await request)).toEqual({
      ...base,
      ...extra,
      title: second,
      price: '20',
      is_featured: 'true',
    });
    await expect(itemNames(panel).last()).toHaveText(`${second} del servidor`);
    expect(sent).toEqual(['POST /product', 'POST /product']);
  });
});

test("PRO-03 X3 R9 a product whose category is gone reads 'Sin categoría', and a link that is none is no link", async ({
  panel,
}) => {
  const odd = { id: 1, title: 'Viejo', price: 10, category_id: 999, is_featured: false, description: '', image: null };
  const data = [
    { ...odd, affiliate_link: 'javascript:alert(1)' },
    { ...odd, id: 2, title: 'Otro viejo', affiliate_link: PRODUCT_LINK, image: 'javascript:alert(1)' },
  ];
  const [held, answer] = createGate();
  await panel.route('**/api/product', (route) => route.fulfill({ json: { success: true, data } }));
  await panel.route('**/api/category-product', async (route) => {
    await held;
    await route.fulfill({ json: { success: true, data: [{ id: 5, title: 'Otra', image: null }] } });
  });
  await panel.goto('/productos');
  const row = item(panel, rowLook, 'Viejo');
  await expect(row).toBeVisible();
  // The categories are not known yet.
  await expect(panel.getByText('Sin categoría')).toHaveCount(0);
  answer();
  await expect(row.getByText('Sin categoría', { exact: true })).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(0);
  await expect(item(panel, rowLook, 'Otro viejo').getByRole('link')).toHaveCount(1);
  await expect(item(panel, rowLook, 'Otro viejo').locator('img')).toHaveCount(0);
});

test.describe('what fails', () => {
  test.use({ expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)/] });

  test('PRO-13 a failed load of products or categories is logged and told, and the loading state ends', async ({
    panel,
  }) => {
    const said = recordConsoleErrors(panel);
    for (const [path, words] of [
      ['/product', 'Error al cargar los productos'],
      ['/category-product', 'Error al cargar las categorías de productos'],
    ] as const) {
      await panel.route(`**/api${path}`, answerWith(500));
      await panel.goto('/productos');
      await expect(panel.getByText(words).first()).toBeVisible();
      await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
      expect(said.filter((text) => text.startsWith(words))).toHaveLength(1);
      await panel.unroute(`**/api${path}`);
    }
  });

  test('PRO-14 API-12 a failed save or delete is logged and told, and nothing typed or listed is lost', async ({
    panel,
    add,
  }) => {
    const category = await add('/category-product', { title: uniqueName('Que queda') });
    const title = uniqueName('Listado');
    await add('/product', { title, affiliate_link: PRODUCT_LINK, price: 1, category_id: category.id });
    const said = recordConsoleErrors(panel);
    await panel.route('**/api/product{,/*}', (route) =>
      route.request().method() === 'GET' ? route.fallback() : answerWith(500, { message: 'No se puede' })(route),
    );
    const dialog = await openNewProduct(panel);
    await fill(dialog, { title: 'Escrito', link: PRODUCT_LINK, price: '1.500', category: String(category.title) });
    await dialog.getByLabel('Descripción').fill('También escrito');
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(dialog.getByRole('alert').locator('p')).toHaveText([NOT_SAVED_MESSAGE, 'No se puede']);
    await expect(dialog.getByRole('alert')).toBeInViewport();
    await expect(dialog.getByLabel('Título')).toHaveValue('Escrito');
    await expect(dialog.getByLabel('Precio (ARS)')).toHaveValue('1.500');
    await expect(dialog.getByLabel('Categoría')).toHaveValue(String(category.id));
    await expect(dialog.getByLabel('Descripción')).toHaveValue('También escrito');
    await expect(dialog.getByRole('button', { name: 'Crear', exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel.getByRole('button', { name: 'Descartar' }).click();

    await item(panel, rowLook, title).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, rowLook, title).getByRole('button', { name: 'Confirmar' }).click();
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told).toContainText('Error al eliminar el producto');
    await expect(told).toContainText('No se puede');
    await expect(itemNames(panel).last()).toHaveText(title);
    await expect(item(panel, rowLook, title).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
    const count = (words: string) => said.filter((text) => text.startsWith(words)).length;
    expect([count('Error al guardar el producto'), count('Error al eliminar el producto')]).toEqual([1, 1]);
  });
});
