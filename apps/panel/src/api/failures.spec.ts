import { screens } from '#test/catalogues';
import {
  FAILURES,
  visitAndRecord,
  submitWithFailures,
  visitWithFailures,
  type FailureName,
  type FormVisit,
} from '#test/failures';
import { BILLING_EXTRAS, openPanelWithAnswers } from '#test/panel-with-answers';
import { expect, test } from '#test/panel';
import { extraRoutes, formRoutes, panelRoutes } from '#test/panel-routes';

// Console messages that the specification asks for.
test.use({ expectedErrors: [/^(Error |No |El recurso solicitado no existe)/] });

const failureNames = Object.keys(FAILURES) as FailureName[];
/**
 * All nine failures go through one function with its own tests; these are the ones that screens handle in their own
 * way.
 */
const READ_FAILURES: FailureName[] = ['HTTP 500', 'no answer in time', 'half an answer'];
const WRITE_FAILURES: FailureName[] = ['HTTP 401', 'HTTP 409', 'HTTP 500', 'no answer in time'];
/** Screens that get all nine failures: a list, a detail, and a form of each kind, sent with a picture and without. */
const FULLY_TESTED_SCREENS = ['/home', '/usuarios/3', '/ejercicios/editar/3', '/paquetes/form/3'];
/** Grouped by failure, because a screen that was left and is still cached sends no requests. */
const withFailures = <T extends { address: string }>(visits: T[], ways: FailureName[]) =>
  failureNames.flatMap((failure) =>
    visits
      .filter(({ address }) => ways.includes(failure) || FULLY_TESTED_SCREENS.includes(address))
      .map((visit) => ({ ...visit, failure })),
  );

/** True for a call that only adds names to a number, which can be typed without them. */
const isOptionalCall = (address: string, call: string) =>
  /^\/usuarios\/[ne]/.test(address) && call === 'GET /suscriptions';

for (const [what, routesOf, extras] of [
  ['of every screen', panelRoutes, []],
  ['of money and copies', extraRoutes, [...BILLING_EXTRAS, 'backups']],
] as const)
  test(`P35 every read ${what}, failing: the screen says so, and is never blank nor waits for ever`, async ({
    panel,
  }) => {
    test.setTimeout(120_000);
    await openPanelWithAnswers(panel, '/home', extras);
    const routes = routesOf();
    const asking = Object.entries(await visitAndRecord(panel, routes))
      .map(([address, { reads }]) => [address, reads.filter((call) => !isOptionalCall(address, call))] as const)
      .filter(([, calls]) => calls.length > 0);
    // All screens load something, except those that are only a form.
    expect(asking.length).toBeGreaterThan(routes.length - 5);
    const visits = asking.map(([address]) => ({ address }));
    expect(await visitWithFailures(panel, withFailures(visits, READ_FAILURES))).toEqual({});
  });

type FormSubmission = Omit<FormVisit, 'failure'>;
const listRoutes = [...Object.values(screens).map(({ route }) => route), '/productos', '/suscripciones'];
const formsAt = (address: string, opens: string[]): FormSubmission[] =>
  opens.map((name) => ({ address, opens: [name] }));
const specifiedForms = (): FormSubmission[] => [
  ...listRoutes.flatMap((address) => formsAt(address, ['Editar'])),
  ...formRoutes().map((address) => ({ address })),
  { address: '/configuracion/notificaciones' },
  ...formsAt('/usuarios/3', ['Activar suscripción', 'Activar paquete', 'Registrar pago']),
  ...[...listRoutes, '/usuarios', '/ejercicios', '/dietas'].map((address) => ({
    address,
    opens: ['Eliminar'],
    sends: 'Confirmar',
  })),
  ...['Desactivar', 'Eliminar'].flatMap((sends) =>
    ['/entrenamientos', '/paquetes'].map((address) => ({ address, sends })),
  ),
];
const extraForms = (): FormSubmission[] => [
  ...['Renovar', 'Registrar pago'].map((name) => ({ address: '/usuarios/3', opens: ['Acciones', name] })),
  ...formsAt('/usuarios/3?pestana=deudas', ['Anotar deuda', 'Cobrar', 'Condonar']),
  ...formsAt('/cobranzas', ['Renovar', 'Promesa', 'Posponer']),
  ...formsAt('/caja', ['Registrar ingreso', 'Registrar egreso', 'Cerrar caja']),
  ...formsAt('/pagos', ['Anular']),
  ...formsAt('/pagos/verificar', ['Rechazar']),
  ...formsAt('/precios/aumentos/nuevo', ['Todos: Planes']),
  { address: '/configuracion/negocio' },
  ...formsAt('/configuracion/plantillas', ['Editar']),
];

for (const [what, sendingsOf, extras] of [
  ['every form, delete and switch', specifiedForms, []],
  ['every form of money', extraForms, BILLING_EXTRAS],
] as const)
  test(`P35 ${what}, sent in vain: it says why, keeps what was typed, and can be sent again`, async ({ panel }) => {
    test.setTimeout(180_000);
    await openPanelWithAnswers(panel, '/ayuda', extras);
    expect(await submitWithFailures(panel, withFailures(sendingsOf(), WRITE_FAILURES))).toEqual({});
  });
