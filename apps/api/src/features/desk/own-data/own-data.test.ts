import { downloadBody } from '@pulso/contract/billing/payments';
import { today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { moneyOf } from '#test/money';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords });
const money = moneyOf(app);

async function newClient(name: string) {
  const { id, username } = await createUser(app(), { name, notes: 'Nunca avisa' });
  const plan = await money.newPlan({ title: `Plan de ${name}` });
  await money.activate(id, plan, { payment_amount: 900, payment_method: 'efectivo', notes: 'Regatea' });
  await app().json('POST', '/api/debt', { user_id: id, amount: 70, type: 'other', note: 'Moroso' });
  return { id, token: await app().login({ username, password: 'clave-segura' }) };
}

it('PRV-05 one file has what is kept of the person and nothing of another; its address works once, and twice in an hour is refused', async () => {
  const [ana] = [await newClient('Ana'), await newClient('Bruno')];
  const ask = () => app().json('POST', '/api/my/export', {}, { token: ana.token });
  const told = { amount: 12_500, paid_on: today(), claim: 'renewal', transaction_id: 'MP-1' };
  expect((await app().json('POST', '/api/my/transfer', told, { token: ana.token })).status).toBe(201);

  const { url } = expectAnswer(await ask(), downloadBody, 201);
  const file = await app().send('GET', url);
  expect(file.status, file.raw).toBe(200);
  expect(file.headers['content-disposition']).toBe(`attachment; filename="mis_datos_${today()}.json"`);
  expect(file.body).toMatchObject({
    perfil: { nombre: 'Ana' },
    plan: { plan: 'Plan de Ana', activo: true },
    periodos: [{ plan: 'Plan de Ana' }],
    pagos: [
      { monto: 900, estado: 'Completado' },
      { monto: 12_500, estado: 'A verificar', avisado_del: today(), transaccion: 'MP-1' },
    ],
    deudas: [{ monto: 70, debe: 70 }],
    sesiones: [{ cerrada: null }],
  });
  expect(file.raw).not.toMatch(/Bruno|Nunca avisa|Regatea|Moroso|password/);
  expect((await app().send('GET', url)).status).toBe(404);

  const again = await ask();
  expect([again.status, again.body.message]).toEqual([
    429,
    'Ya pediste tus datos hace poco. Intenta de nuevo en 60 min.',
  ]);
  expect(Number(again.headers['retry-after'])).toBeGreaterThan(3_500);
  await sql`update events set at = at - interval '61 minutes' where action = 'export-data'`.execute(app().db);
  const late = expectAnswer(await ask(), downloadBody, 201);
  await sql`update downloads set until = now()`.execute(app().db);
  expect((await app().send('GET', late.url)).status).toBe(404);
});
