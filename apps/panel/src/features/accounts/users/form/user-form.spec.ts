import type { Page } from '@playwright/test';
import { ageOn, today } from '@pulso/contract/kit/dates';
import { ADMIN } from '@pulso/testing/product';
import { expect, PICTURE, uniqueTag, test } from '#test/builders';
import { goToScreen, waitForUserSave, rowOf, recordUserCalls, visit } from '#test/page';
import { answerWith, createGate } from '#test/panel';

/** Finds a field by its label, with or without the mark of a required field. */
const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`));
const LABELS = {
  name: 'Nombre completo',
  phone: 'Teléfono',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  confirm: 'Confirmar contraseña',
};

async function fill(page: Page, values: Partial<Record<keyof typeof LABELS, string>>) {
  for (const [name, value] of Object.entries(values))
    await field(page, LABELS[name as keyof typeof LABELS]).fill(value);
}

async function openNewUser(page: Page, word: string) {
  await visit(page, '/usuarios/nuevo');
  return fillNewUser(page, word);
}

async function fillNewUser(page: Page, word: string) {
  await fill(page, { name: `Ana ${word}`, phone: '1155501234', username: word, password: 'clave', confirm: 'clave' });
  await field(page, 'Género').selectOption('Femenino');
  return page.getByRole('button', { name: 'Crear Usuario', exact: true });
}

test('USF-01 USF-03 USF-04 USF-05 USF-06 USF-07 USF-08 USF-09 USF-10 USF-12 USF-15 USF-16 USF-17 USF-18 USF-19 USF-21 USF-22 USF-24 USF-26 USF-28 USF-30 the new form holds every field with its first value; messages stand under their fields, the first is shown, and nothing is sent', async ({
  panel,
}) => {
  const calls = recordUserCalls(panel);
  await panel.goto('/usuarios/nuevo');
  await expect(panel.getByRole('heading', { name: 'Nuevo Usuario', level: 1, exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Crear Usuario', exact: true })).toBeVisible();
  const sections = {
    'Información Personal': ['name', 'gender', 'phone', 'birth_date', 'age', 'height', 'weight'],
    'Credenciales y Permisos': [
      ...['username', 'role', 'password', 'confirm_password', 'status'],
      ...['suscription_status', 'suscriptionId', 'suscription_init', 'suscription_end'],
    ],
  };
  for (const [title, names] of Object.entries(sections)) {
    const controls = panel.getByRole('region', { name: title }).locator('[name]');
    expect(await controls.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toEqual(names);
  }
  const genders = field(panel, 'Género').getByRole('option');
  await expect(genders).toHaveText(['Selecciona un género', 'Masculino', 'Femenino', 'Otro']);
  expect(await genders.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
    ...['', 'Male', 'Female', 'Unisex'],
  ]);
  const roles = field(panel, 'Rol').getByRole('option');
  await expect(roles).toHaveText(['Selecciona un rol', 'Administrador', 'Entrenador', 'Cliente']);
  expect(await roles.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))).toEqual([
    ...['', 'ADMIN', 'TRAINER', 'CLIENT'],
  ]);
  await expect(field(panel, 'Rol')).toHaveValue('CLIENT');
  await expect(panel.getByRole('checkbox', { name: 'Usuario activo' })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Suscripción activa' })).not.toBeChecked();
  await expect(field(panel, 'País')).toBeDisabled();
  await expect(field(panel, 'País')).toHaveValue('Argentina (AR, +54)');
  for (const label of ['Altura (cm)', 'Peso (kg)']) await expect(field(panel, label)).toHaveAttribute('step', '0.01');

  const submit = panel.getByRole('button', { name: 'Crear Usuario', exact: true });
  await field(panel, 'Rol').selectOption('Selecciona un rol');
  await submit.click();
  await expect(panel.getByRole('alert')).toHaveText([
    'El nombre completo es obligatorio',
    'El género es obligatorio',
    'El teléfono es obligatorio',
    'El nombre de usuario es obligatorio',
    'El rol es obligatorio',
    'La contraseña es obligatoria',
  ]);
  await expect(field(panel, LABELS.name)).toBeFocused();
  await expect(field(panel, LABELS.name)).toBeInViewport();
  await field(panel, LABELS.name).fill('Ana');
  await expect(panel.getByText('El nombre completo es obligatorio')).toHaveCount(0);
  // A user name and a password are proposed with it.
  await expect(panel.getByRole('alert')).toHaveCount(3);
  await field(panel, 'Género').selectOption('Otro');
  await field(panel, 'Rol').selectOption('Cliente');
  await fill(panel, { username: uniqueTag(), password: 'clav', confirm: 'clav' });

  const says = async (label: string, message: string) => {
    await submit.click();
    await expect(field(panel, label)).toHaveAccessibleDescription(message);
    await expect(field(panel, label)).toBeFocused();
  };
  await fill(panel, { phone: '1234567', confirm: 'otra' });
  await says('Confirmar contraseña', 'Las contraseñas no coinciden');
  await expect(panel.getByRole('alert')).toHaveText(['Las contraseñas no coinciden']);
  await fill(panel, { confirm: 'clav' });

  const typed = [
    ['Altura (cm)', 'abc', 'La altura debe ser un número decimal válido'],
    ['Fecha de nacimiento', '31', 'La fecha de nacimiento debe tener un formato válido'],
  ] as const;
  for (const [label, keys, message] of typed) {
    await field(panel, label).pressSequentially(keys);
    await says(label, message);
    await field(panel, label).fill('');
  }
  expect(calls).toEqual([]);
});

test('USF-13 USF-14 USF-34 USF-35 USF-36 a new user is sent exactly as specified, with the optional fields only when given', async ({
  panel,
  api,
}) => {
  const plan = { title: `Plan ${uniqueTag()}`, description: 'Mensual', duration: 1, amount: 100, status: 1 };
  const { data: made } = (await (await api.post('/suscriptions', plan)).json()) as { data: { id: number } };
  const [word, other] = [uniqueTag(), uniqueTag()];
  const submit = await openNewUser(panel, word);
  const [held, answer] = createGate();
  await panel.route('**/api/user', async (route) => {
    await held;
    await route.continue();
  });
  const first = waitForUserSave(panel);
  await submit.click();
  const required = {
    name: `Ana ${word}`,
    gender: 'Female',
    countryCode: 'AR',
    countryCodeT: '+54',
    phone: '1155501234',
    username: word,
    role: 'CLIENT',
    password: 'clave',
  };
  expect((await first).postDataJSON()).toEqual({ ...required, suscription_status: false, status: true });
  await expect(panel.getByRole('button', { name: 'Guardando...' })).toBeDisabled();
  answer();
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  await panel.unroute('**/api/user');

  const again = await openNewUser(panel, other);
  const more = {
    'Fecha de nacimiento': '1990-05-10',
    Edad: '36',
    'Altura (cm)': '170,55',
    'Peso (kg)': '68.2',
    'Inicio de la suscripción': '31/1/26',
    'Fin de la suscripción': '2026-02-28',
  };
  for (const [label, value] of Object.entries(more)) await field(panel, label).fill(value);
  await field(panel, 'Plan').fill(String(made.id));
  await expect(field(panel, 'Plan')).toHaveAccessibleDescription(`Plan: ${plan.title}`);
  await panel.getByRole('checkbox', { name: 'Suscripción activa' }).check();
  await panel.getByRole('checkbox', { name: 'Usuario activo' }).uncheck();
  const second = waitForUserSave(panel);
  await again.click();
  expect((await second).postDataJSON()).toEqual({
    ...required,
    name: `Ana ${other}`,
    username: other,
    weight: 68.2,
    height: 170.55,
    age: 36,
    birth_date: '1990-05-10',
    suscriptionId: made.id,
    suscription_init: '2026-01-31',
    suscription_end: '2026-02-28',
    suscription_status: true,
    status: false,
  });
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  await expect(panel.getByRole('heading', { name: `Ana ${other}`, level: 1 })).toBeVisible();
});

test('A16 saving ends where the next act is: in the client that was opened or made, or in the list as it was left', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const person = await add('/user', { name: `Eva ${word}` });
  const save = panel.getByRole('button', { name: 'Actualizar Usuario' });
  await panel.goto(`/usuarios?buscar=${word}`);
  await rowOf(panel, person.name).getByRole('link', { name: 'Editar' }).click();
  await save.click();
  await expect(panel).toHaveURL(`/usuarios?buscar=${word}`);
  await rowOf(panel, person.name).getByRole('link', { name: 'Ver detalles' }).click();
  for (const leave of ['Actualizar Usuario', 'Cancelar']) {
    await panel.getByRole('link', { name: 'Editar' }).click();
    await expect(panel.getByRole('link', { name: 'Volver a la ficha' })).toBeVisible();
    await panel.getByRole('button', { name: leave }).click();
    await expect(panel).toHaveURL(`/usuarios/${person.id}`);
  }
  await panel.getByRole('link', { name: 'Volver a la lista' }).click();
  await expect(panel).toHaveURL(`/usuarios?buscar=${word}`);
  // A reload in between does not forget where the form was opened.
  await rowOf(panel, person.name).getByRole('link', { name: 'Ver detalles' }).click();
  await panel.getByRole('link', { name: 'Editar' }).click();
  await panel.reload();
  await save.click();
  await expect(panel).toHaveURL(`/usuarios/${person.id}`);
});

test('A14 a new client gets a user name and a password made from the name, shown once to be copied', async ({
  panel,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const word = uniqueTag();
  await panel.goto('/usuarios/nuevo');
  await fill(panel, { name: `María José Ñandú ${word}`, phone: '1155501234' });
  await field(panel, 'Género').selectOption('Femenino');
  await expect(field(panel, LABELS.username)).toHaveValue(`maria.${word}`);
  // Another password is the person's own, and is confirmed by the person.
  const password = await field(panel, LABELS.password).inputValue();
  await fill(panel, { password: 'otra' });
  await expect(field(panel, LABELS.confirm)).toHaveValue('');
  await fill(panel, { password });
  await expect(field(panel, LABELS.confirm)).toHaveValue(password);
  const saved = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Crear Usuario' }).click();
  expect((await saved).postDataJSON()).toMatchObject({ username: `maria.${word}`, password });
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  const notice = panel.getByRole('region', { name: 'Avisos' });
  await expect(notice).toContainText(`Contraseña: ${password}`);
  await notice.getByRole('button', { name: 'Copiar' }).click();
  await expect(notice.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toContain(password);
  const stored = await panel.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(password);
});

test('USF-02 USF-12 USF-25 USF-37 USF-38 an edit starts from what is stored, sends the same body and keeps a blank password', async ({
  panel,
  product,
  api,
  add,
}) => {
  const word = uniqueTag();
  const values = { name: `Eva ${word}`, gender: 'Male', username: word, phone: '1155507777', role: 'TRAINER' };
  const user = await add('/user', {
    ...values,
    weight: 80.5,
    age: 40,
    birth_date: '1986-01-02',
    status: false,
    notes: 'sigue',
  });
  await panel.goto(`/usuarios/editar/${user.id}`);
  await expect(panel.getByRole('heading', { name: 'Editar Usuario', level: 1, exact: true })).toBeVisible();
  const shown = { 'Nombre completo': values.name, Género: 'Male', Teléfono: '1155507777', Rol: 'TRAINER' };
  const body = { 'Peso (kg)': '80,5', Edad: '40', 'Fecha de nacimiento': '02/01/1986', 'Altura (cm)': '' };
  for (const [label, value] of Object.entries({ ...shown, ...body, 'Nombre de usuario': word, Contraseña: '' }))
    await expect(field(panel, label)).toHaveValue(value);
  await expect(panel.getByRole('checkbox', { name: 'Usuario activo' })).not.toBeChecked();

  const submit = panel.getByRole('button', { name: 'Actualizar Usuario', exact: true });
  await field(panel, 'Edad').fill('');
  await field(panel, 'Altura (cm)').fill('180');
  await panel.getByRole('checkbox', { name: 'Usuario activo' }).check();
  const first = waitForUserSave(panel);
  await submit.click();
  const sent = await first;
  expect([sent.method(), new URL(sent.url()).pathname]).toEqual(['PATCH', `/api/user/${user.id}`]);
  expect(sent.headers()['if-match']).toBe(`"${String(user.version)}"`);
  const same = {
    ...values,
    countryCode: 'AR',
    countryCodeT: '+54',
    weight: 80.5,
    height: 180,
    birth_date: '1986-01-02',
    suscription_status: false,
    status: true,
  };
  expect(sent.postDataJSON()).toEqual({ ...same, age: null });
  await expect(panel).toHaveURL(/\/usuarios$/);
  expect(await (await api.get(`/user/${user.id}`)).json()).toMatchObject({
    data: { ...same, age: null, notes: 'sigue' },
  });
  const logIn = (password: string) =>
    panel.request.post(`${product.url}/api/auth/login`, { data: { username: word, password } });
  expect((await logIn('clave')).status()).toBe(200);

  await goToScreen(panel, `/usuarios/editar/${user.id}`);
  await fill(panel, { password: 'nueva-clave', confirm: 'nueva-clave' });
  const second = waitForUserSave(panel);
  await submit.click();
  expect((await second).postDataJSON()).toEqual({ ...same, password: 'nueva-clave' });
  await expect(panel).toHaveURL(/\/usuarios$/);
  expect((await logIn('nueva-clave')).status()).toBe(200);
});

test('USF-11 cancel and back return to the list without saving, and ask first when something was typed', async ({
  panel,
}) => {
  const calls = recordUserCalls(panel);
  for (const leave of [
    () => panel.getByRole('button', { name: 'Cancelar' }).click(),
    () => panel.getByRole('link', { name: 'Volver a la lista' }).click(),
  ]) {
    await visit(panel, '/usuarios/nuevo');
    await leave();
    await expect(panel).toHaveURL(/\/usuarios$/);
    await visit(panel, '/usuarios/nuevo');
    await fill(panel, { name: 'Ana' });
    await leave();
    const question = panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await expect(field(panel, LABELS.name)).toHaveValue('Ana');
    await leave();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(panel).toHaveURL(/\/usuarios$/);
  }
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([]);
});

test.describe('with a failing server', () => {
  test.use({ expectedErrors: [/^(Error en el servidor|El recurso|No se pudo conectar)/] });

  test('USF-39 USF-40 USF-41 USF-42 USF-43 a user that does not load says so, with another try and the way back; a save that fails says why, at its field where it can, and keeps what was typed', async ({
    panel,
    add,
  }) => {
    const user = await add('/user', { name: `Leo ${uniqueTag()}` });
    await panel.route(`**/api/user/${user.id}`, answerWith(500), { times: 1 });
    await panel.goto(`/usuarios/editar/${user.id}`);
    await expect(panel.getByRole('alert')).toContainText(
      'Error al cargar los datos del usuario. Por favor, intenta de nuevo.',
    );
    await expect(panel.getByRole('link', { name: 'Volver a la lista' })).toHaveAttribute('href', '/usuarios');
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(field(panel, LABELS.name)).toHaveValue(String(user.name));

    const word = uniqueTag();
    const submit = await openNewUser(panel, word);
    const box = panel.getByRole('alert').last();
    const plain = 'Error al guardar los datos del usuario. Por favor, intenta de nuevo.';
    const failures = [
      [409, { success: false, message: 'Hay un conflicto' }, 'Hay un conflicto'],
      [500, {}, plain],
      [200, { success: false, message: 'Sin cupo' }, 'Error al guardar: Sin cupo'],
      [200, { data: { id: 1 } }, 'Error al guardar: Respuesta inesperada del servidor'],
    ] as const;
    for (const [status, body, text] of failures) {
      await panel.route('**/api/user', answerWith(status, body), { times: 1 });
      await submit.click();
      await expect(box).toHaveText(text);
      await expect(box).toBeInViewport();
      await expect(submit).toBeEnabled();
    }
    await panel.route('**/api/user', (route) => route.abort(), { times: 1 });
    await submit.click();
    await expect(box).toContainText(plain);
    await expect(box).toContainText('Verifica tu conexión a internet.');
    await expect(field(panel, LABELS.password)).toHaveValue('clave');

    await fill(panel, { username: ADMIN.username.toUpperCase() });
    await submit.click();
    await expect(field(panel, LABELS.username)).toHaveAccessibleDescription('El nombre de usuario ya está en uso');
    await expect(field(panel, LABELS.username)).toBeFocused();
    // The reason is shown once.
    await expect(panel.getByText('El nombre de usuario ya está en uso')).toHaveCount(1);
    await fill(panel, { username: word });
    await expect(field(panel, LABELS.username)).not.toHaveAttribute('aria-invalid');
    await field(panel, 'Plan').fill('2147483647');
    await submit.click();
    await expect(field(panel, 'Plan')).toHaveAttribute('aria-invalid', 'true');
    await field(panel, 'Plan').fill('');
    await submit.click();
    await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  });
});

test('K1 who edits what somebody else has saved meanwhile is told and loses nothing; who edits himself is warned', async ({
  panel,
  api,
  add,
  product,
}) => {
  const user = await add('/user', { name: `Sol ${uniqueTag()}` });
  await panel.goto(`/usuarios/editar/${user.id}`);
  await fill(panel, { name: 'Sol Otra' });
  const headers = { Authorization: `Bearer ${api.token}` };
  const other = await panel.request.patch(`${product.url}/api/user/${user.id}`, { headers, data: { age: 20 } });
  expect(other.status()).toBe(200);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(panel.getByRole('alert')).not.toBeEmpty();
  await expect(field(panel, LABELS.name)).toHaveValue('Sol Otra');
  await expect(panel).toHaveURL(new RegExp(`/editar/${user.id}$`));

  await expect(panel.getByText('Es tu propio usuario.')).toHaveCount(0);
  panel.on('dialog', (dialog) => void dialog.accept());
  await panel.goto('/usuarios/editar/1');
  await expect(panel.getByText('Es tu propio usuario.')).toBeVisible();
});

test('who renames himself is called so at once', async ({ panel }) => {
  // The test answers: the administrator is shared by all tests.
  const answered = answerWith(200, { success: true });
  await panel.route('**/api/user/1', (route) =>
    route.request().method() === 'PATCH' ? answered(route) : route.fallback(),
  );
  await panel.goto('/usuarios/editar/1');
  await fill(panel, { name: 'Renata Paz', username: 'renata' });
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(panel).toHaveURL(/\/usuarios$/);
  const box = panel.getByRole('region', { name: 'Usuario', exact: true });
  await expect(box).toContainText('Renata Paz');
  await expect(box).toContainText('renata');
});

test('A7 a person types as people here write, is asked about what no body has, and gets a face', async ({
  panel,
  api,
  add,
}) => {
  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['user-picture', 'image-removal'])),
  );
  const plan = await add('/suscriptions');
  const word = uniqueTag();
  await panel.goto('/usuarios/nuevo');
  await expect(field(panel, LABELS.name)).toBeFocused();
  await fillNewUser(panel, word);

  // A text that is no phone is refused beside the hint, a phone is read as it is pasted.
  const phone = field(panel, LABELS.phone);
  await phone.fill('+598 99 123 456');
  await panel.getByRole('button', { name: 'Crear Usuario', exact: true }).click();
  await expect(phone).toHaveAccessibleDescription(/^El formato del teléfono no es válido De 7 a 15 números/);
  await expect(phone).toHaveValue('+598 99 123 456');
  await phone.fill('+54 9 11 5555-4444');
  await phone.blur();
  await expect(phone).toHaveValue('1155554444');

  // The slashes come by themselves, where they are typed at the end and nothing is taken away.
  const birth = field(panel, 'Fecha de nacimiento');
  await birth.pressSequentially('05031990');
  await expect(birth).toHaveValue('05/03/1990');
  for (let key = 0; key < 4; key += 1) await birth.press('Backspace');
  await expect(birth).toHaveValue('05/03/');
  await birth.pressSequentially('85');
  await panel.getByTitle('Calendario: Fecha de nacimiento').click();
  const calendar = panel.getByRole('dialog', { name: 'Calendario' });
  await expect(calendar.getByRole('button', { name: 'martes, 5 de marzo de 1985, seleccionado' })).toBeFocused();
  await panel.keyboard.press('ArrowDown');
  await panel.keyboard.press('Enter');
  await expect(birth).toHaveValue('12/03/1985');
  // The age follows, until somebody types another one.
  const age = (date: string) => String(ageOn(date, today()));
  await expect(field(panel, 'Edad')).toHaveValue(age('1985-03-12'));
  await field(panel, 'Edad').fill('30');
  await birth.fill('12/03/1984');
  await expect(field(panel, 'Edad')).toHaveValue('30');
  await field(panel, 'Edad').fill('');
  await birth.fill('12/03/1985');
  await expect(field(panel, 'Edad')).toHaveValue(age('1985-03-12'));

  await field(panel, 'Altura (cm)').fill('1,70');
  await field(panel, 'Peso (kg)').fill('705');
  await field(panel, 'Edad').focus();
  await expect(panel.getByText('¿Quisiste decir 70,5 kg?')).toBeVisible();
  await panel.getByRole('button', { name: 'Usar 170 cm' }).click();
  await expect(field(panel, 'Altura (cm)')).toHaveValue('170');
  await expect(panel.getByText('¿Quisiste decir 170 cm?')).toHaveCount(0);

  await field(panel, 'Plan').fill(plan.title.toLowerCase());
  await field(panel, 'Plan').blur();
  await expect(field(panel, 'Plan')).toHaveValue(`${plan.id} · ${plan.title}`);
  await field(panel, 'Foto').setInputFiles(PICTURE);
  const saved = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Crear Usuario', exact: true }).click();
  expect(await (await saved).headerValue('content-type')).toMatch(/^multipart\/form-data/);
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  const { data: found } = (await (await api.get(`/user?search=${word}`)).json()) as { data: { id: number }[] };
  const id = found[0]?.id;
  const { data: user } = (await (await api.get(`/user/${id}`)).json()) as { data: object };
  const measures = { birth_date: '1985-03-12', height: 170, weight: 705, age: Number(age('1985-03-12')) };
  expect(user).toMatchObject({
    name: `Ana ${word}`,
    phone: '1155554444',
    ...measures,
    suscriptionId: plan.id,
    status: true,
  });
  const face = panel.getByRole('region', { name: 'Perfil' }).locator('img');
  await expect(face).toHaveAttribute('src', /^\/uploads\//);

  // A change without a new picture goes as JSON, as specified.
  await goToScreen(panel, `/usuarios/editar/${id}`);
  await expect(field(panel, 'Plan')).toHaveValue(`${plan.id} · ${plan.title}`);
  await expect(panel.getByText('¿Quisiste decir 70,5 kg?')).toBeVisible();
  const changed = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  expect((await changed).postDataJSON()).toMatchObject({ birth_date: '1985-03-12', height: 170, weight: 705 });
  expect((await changed).postDataJSON()).not.toHaveProperty('remove_image');
  await expect(panel).toHaveURL(/\/usuarios$/);

  // The picture is removed, and only by saving.
  await goToScreen(panel, `/usuarios/editar/${id}`);
  const pictureOf = panel.getByRole('main').locator('form img');
  await expect(pictureOf).toHaveCount(1);
  await panel.getByRole('button', { name: 'Quitar la imagen' }).click();
  await expect(pictureOf).toHaveCount(0);
  await panel.getByRole('button', { name: 'Conservar la imagen' }).click();
  await expect(pictureOf).toHaveCount(1);
  await panel.getByRole('button', { name: 'Quitar la imagen' }).click();
  const taken = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  expect((await taken).postDataJSON()).toMatchObject({ remove_image: true, weight: 705 });
  await expect(panel).toHaveURL(/\/usuarios$/);
  await goToScreen(panel, `/usuarios/editar/${id}`);
  await expect(panel.getByText('Elegir imagen')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Quitar la imagen' })).toHaveCount(0);
});
