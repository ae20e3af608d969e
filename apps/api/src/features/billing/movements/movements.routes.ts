import { ledgerRow } from '@pulso/contract/billing/ledger';
import { movementInput } from '@pulso/contract/billing/movements';
import type { FastifyInstance } from 'fastify';
import { recordMovement } from '#features/billing/movements/movements.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

export function movementRoutes(app: FastifyInstance, deps: Dependencies) {
  routesOf(app, deps, { permission: 'billing', extra: true }).post(
    '/movement',
    {
      summary: 'Caja: registrar un egreso o un ingreso',
      creates: true,
      body: movementInput,
      mayMiss: true,
      answer: ledgerRow,
      message: 'Movimiento registrado',
    },
    ({ body, writeOnce }) => writeOnce((write) => recordMovement(write, body)),
  );
}
