import type { Page } from '@playwright/test';
import { LONG_NAME, MODAL_SELECTOR } from './accessibility';
import { uniqueTag, type test } from './builders';
import { goToScreen, itemNames, tableRows, setRow } from './page';
import { answerWith, expect } from './panel';

type Fixtures = Parameters<Parameters<typeof test>[2]>[0];
type VisitTools = Pick<Fixtures, 'panel' | 'add' | 'write'>;
/** A state to check: the whole page or a part, with colours if it is the first of its kind; some on a tablet too. */
export type State = { name: string; within?: string; colours?: boolean; soundOnPhone?: boolean; tablet?: boolean };
/** Goes from state to state, waiting at each until it has been checked. */
type Visit = (tools: VisitTools) => AsyncGenerator<State>;

const UNBROKEN_NAME = LONG_NAME.replaceAll(' ', '');

async function goToRoute(panel: Page, route: string, sign: string) {
  if (panel.url() === 'about:blank') await panel.goto(route);
  else await goToScreen(panel, route);
  const main = panel.getByRole('main');
  await expect(
    main
      .getByText(sign)
      .or(main.getByRole('link', { name: sign }))
      .first(),
  ).toBeVisible();
}

export const visits: Record<string, Visit> = {
  async *trainings({ panel, add }) {
    // A pyramid set, which takes a long line.
    const sets = Array.from({ length: 12 }, (_, at) => ({ set_number: at + 1, reps: 100 + at, rest_seconds: 60 }));
    const exercise = await add('/exercise', { title: LONG_NAME, sets: JSON.stringify(sets) });
    const training = await add('/training', {
      title: LONG_NAME,
      is_premium: true,
      status: false,
      training_days: [
        {
          day_number: 1,
          is_rest_day: false,
          title: LONG_NAME,
          description: LONG_NAME,
          exercises: [exercise.id, exercise.id],
        },
        { day_number: 2, is_rest_day: true },
      ],
    });
    await goToRoute(panel, '/entrenamientos', 'Editar');
    yield { name: 'list', colours: true };
    await goToRoute(panel, `/entrenamientos/detalle/${training.id}`, '100 / 101');
    yield { name: 'detail' };
    await goToRoute(panel, `/entrenamientos/form/${training.id}`, 'Actualizar Entrenamiento');
    yield { name: 'form' };
    await panel.getByLabel('Agregar ejercicio').click();
    await expect(panel.getByRole('listbox').getByRole('option').first()).toBeVisible();
    yield { name: 'picker', colours: true };
    await panel.keyboard.press('Escape');
    await panel.getByRole('checkbox', { name: 'Día de descanso' }).first().check();
    await expect(panel.getByRole('button', { name: 'Deshacer' })).toBeVisible();
    yield { name: 'what was taken away' };
  },

  async *packages({ panel, add }) {
    const [training, diet] = [await add('/training', { title: LONG_NAME }), await add('/diet', { title: LONG_NAME })];
    const content = { trainings: [training.id], diets: [diet.id] };
    const { id } = await add('/package', { title: LONG_NAME, amount: 1_234_567.5, ...content });
    await goToRoute(panel, '/paquetes', 'Editar');
    yield { name: 'list' };
    await goToRoute(panel, `/paquetes/detalle/${id}`, 'Editar');
    yield { name: 'detail' };
    await goToRoute(panel, '/paquetes/form', 'Crear Paquete');
    await panel.getByRole('button', { name: 'Crear Paquete' }).click();
    await expect(panel.getByRole('alert').first()).toBeVisible();
    yield { name: 'form with errors' };
  },

  async *exercises({ panel, add }) {
    const [machine, part] = [
      await add('/machine', { title: LONG_NAME }),
      await add('/body-part', { title: LONG_NAME }),
    ];
    const texts = { title: LONG_NAME, description: LONG_NAME, tips: LONG_NAME, video_url: 'https://videos.example/1' };
    const uses = { body_part_id: part.id, uses_machine: true, machine_id: machine.id };
    const { id } = await add('/exercise', { ...texts, ...uses });
    await panel.goto('/ejercicios?usa_maquina=si');
    await expect(panel.getByRole('link', { name: LONG_NAME, exact: true })).toBeVisible();
    yield { name: 'list', tablet: true, colours: true };
    await goToRoute(panel, `/ejercicios/${id}`, 'Sets recomendados');
    yield { name: 'detail', tablet: true };
    await goToRoute(panel, `/ejercicios/editar/${id}`, 'Actualizar Ejercicio');
    await panel.getByRole('button', { name: 'Agregar set' }).click();
    await setRow(panel, 1).getByLabel('Repeticiones').fill('0');
    await panel.getByRole('button', { name: 'Actualizar Ejercicio' }).click();
    await expect(panel.getByText('Hay sets con valores inválidos')).toBeVisible();
    yield { name: 'form with errors', tablet: true, colours: true };
  },

  async *plans({ panel, add }) {
    await add('/suscriptions', {
      title: UNBROKEN_NAME,
      description: LONG_NAME,
      duration: 36,
      amount: 9_999_999_999.99,
      status: 0,
    });
    await panel.goto('/suscripciones');
    await expect(itemNames(panel).first()).toBeVisible();
    yield { name: 'list' };
  },

  async *diets({ panel, add }) {
    const { id } = await add('/diet', {
      title: UNBROKEN_NAME,
      category: LONG_NAME,
      total_time: LONG_NAME,
      portions: UNBROKEN_NAME,
      ingredients: UNBROKEN_NAME,
      calories: 99_999.99,
      protein: 99_999.99,
      status: false,
      is_premium: true,
    });
    await panel.goto('/dietas?estado=inactivas');
    await expect(itemNames(panel).first()).toBeVisible();
    yield { name: 'list' };
    await goToRoute(panel, `/dietas/${id}`, UNBROKEN_NAME);
    yield { name: 'detail' };
    await goToRoute(panel, '/dietas/nuevo', 'Crear Dieta');
    await panel.getByRole('button', { name: 'Crear Dieta' }).click();
    await expect(panel.getByRole('alert').first()).toBeVisible();
    yield { name: 'form with errors' };
  },

  async *users({ panel, add }) {
    const subscription = { suscription_status: true, suscription_init: '2026-01-01', suscription_end: '2190-01-01' };
    const word = uniqueTag();
    const username = `${word}${'x'.repeat(60)}`;
    const user = await add('/user', { name: `${LONG_NAME} ${word}`, username, ...subscription });
    await add('/user', { name: `Ana ${word}`, role: 'TRAINER', status: false });
    await panel.goto(`/usuarios?buscar=${word}&rol=todos&orden=name`);
    await expect(tableRows(panel)).toHaveCount(2);
    await panel.getByRole('button', { name: /^Filtros/ }).click();
    yield { name: 'list', soundOnPhone: true, colours: true };
    await goToScreen(panel, `/usuarios/editar/${user.id}`);
    await panel.getByLabel('Nombre completo').fill('');
    await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
    await expect(panel.getByText('El nombre completo es obligatorio')).toBeVisible();
    yield { name: 'form with errors', soundOnPhone: true };
  },

  async *'the user detail'({ panel, add, write }) {
    await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'pause', 'ledger'])));
    const person = await add('/user', { name: LONG_NAME, height: 170, weight: 80 });
    const [plan, bundle] = [await add('/suscriptions'), await add('/package')];
    const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo' };
    const payment = { payment_amount: 1234567.5, notes: LONG_NAME, transaction_id: 'x'.repeat(60) };
    await write('/user/activate-suscription', { ...activation, ...payment });
    await write('/user/activate-package', { user_id: person.id, package_id: bundle.id, status: true });
    await write('/debt', { user_id: person.id, amount: 1_234_567.5, type: 'other', item_id: 0, note: LONG_NAME });
    for (const tab of ['paquetes', 'pagos', 'deudas']) {
      await panel.goto(`/usuarios/${person.id}?pestana=${tab}`);
      await expect(panel.getByRole('tabpanel').getByRole('table')).toBeVisible();
      yield { name: tab, colours: tab === 'pagos' };
    }
    await panel.route(/\/api\/(user\/|payment$|debt)/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : answerWith(500)(route),
    );
    for (const [button, submit = button, title = button] of [
      ['Cobrar'],
      ['Renovar', 'Renovar', 'Renovar suscripción'],
      ['Activar suscripción'],
      ['Gestionar suscripción', 'Desactivar'],
      ['Activar paquete'],
      ['Registrar pago'],
      ['Anotar deuda'],
      ['Condonar', 'Condonar deuda', 'Condonar deuda'],
    ] as const) {
      await panel.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = panel.getByRole('dialog', { name: title, exact: true });
      await dialog.getByRole('button', { name: submit, exact: true }).click();
      await expect(dialog.getByRole('alert').first()).toBeVisible();
      yield { name: button, within: MODAL_SELECTOR, colours: button === 'Renovar' };
      await panel.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  },
};
