import { statistics } from '@pulso/contract/desk/statistics';
import { userListRow } from '@pulso/contract/accounts/users';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { resources } from '#test/builders';
import { screens } from '#test/catalogues';
import { FAILURES, readsOf, sendFailing, serveFailing, visitFailing, type FailureName } from '#test/failures';
import { whole } from '#test/gaps';
import { expect, test } from '#test/panel';
import { panelRoutes } from '#test/panel-routes';

// What the specification wants in the console.
test.use({ expectedErrors: [/^(Error |No |El recurso solicitado no existe)/] });

const every = Object.keys(FAILURES) as FailureName[];
const rows = Object.entries(resources).map(([path, { row }]) => [path, { ...whole(row), id: 3 }] as const);
const answers = {
  ...Object.fromEntries(
    rows.flatMap(([path, row]) => [
      [path, [row]],
      [`${path}/3`, row],
    ]),
  ),
  '/user': [{ ...whole(userListRow), id: 3 }],
  '/user/3': { ...whole(userDetail), id: 3, phone: '1155550003' },
  '/estadisticas': whole(statistics),
};

/** Names beside a number that can be typed without them. */
const isAid = (address: string, call: string) => /^\/usuarios\/[ne]/.test(address) && call === 'GET /suscriptions';

test('P35 every read of every screen, failing in every way: the screen says so, and is never blank nor waits for ever', async ({
  panel,
}) => {
  test.setTimeout(120_000);
  await serveFailing(panel, answers);
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  const reads = await readsOf(panel, panelRoutes);
  const asking = Object.entries(reads)
    .map(([address, calls]) => [address, calls.filter((call) => !isAid(address, call))] as const)
    .filter(([, calls]) => calls.length > 0);
  expect(asking.length).toBeGreaterThan(25);
  const together = every.flatMap((failure) => asking.map(([address]) => ({ address, failure })));
  expect(await visitFailing(panel, together)).toEqual({});
});

const lists = [...Object.values(screens).map(({ route }) => route), '/productos', '/suscripciones'];
const details = ['Activar suscripción', 'Activar paquete', 'Registrar pago'];
const forms = [
  ...lists.map((address) => ({ address, opens: ['Editar'] })),
  ...['/usuarios/nuevo', '/usuarios/editar/3', '/ejercicios/nuevo', '/ejercicios/editar/3'],
  ...['/dietas/nuevo', '/dietas/editar/3', '/entrenamientos/form/3', '/paquetes/form/3'],
  '/configuracion/notificaciones',
  ...details.map((opens) => ({ address: '/usuarios/3', opens: [opens] })),
].map((form) => (typeof form === 'string' ? { address: form, opens: [] } : form));

test('P35 every form, sent in vain in every way: it says why, keeps what was typed, and can be sent again', async ({
  panel,
}) => {
  test.setTimeout(120_000);
  await serveFailing(panel, answers);
  await panel.goto('/ayuda');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  const visits = every.flatMap((failure) => forms.map((form) => ({ ...form, failure })));
  expect(await sendFailing(panel, visits)).toEqual({});
});
