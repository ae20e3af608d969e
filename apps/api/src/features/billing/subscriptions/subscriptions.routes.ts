import { userRow } from '@pulso/contract/accounts/users';
import {
  activateSubscriptionInput,
  DEFAULT_STATUS_NOTES,
  subscriptionHistoryRow,
  subscriptionStatusInput,
} from '@pulso/contract/billing/subscriptions';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Write } from '#db/writes/write';
import { findUser } from '#features/accounts/users/users.queries';
import {
  activateSubscription,
  listSubscriptionHistory,
  removeSubscription,
  setSubscriptionActive,
} from '#features/billing/subscriptions/subscriptions.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** The user after a change that answers his id, or undefined where there is none. */
const findChangedUser = async (write: Write, change: Promise<number | undefined>) => {
  const id = await change;
  return id === undefined ? undefined : findUser(write, id);
};

export function subscriptionRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'billing' });

  route.post(
    '/user/activate-suscription',
    {
      summary: 'Usuarios: activar suscripción',
      body: activateSubscriptionInput,
      mayMiss: true,
      answer: userRow,
      message: 'Suscripción activada',
    },
    ({ body, writeOnce }) => writeOnce((write) => findChangedUser(write, activateSubscription(write, body))),
  );

  route.patch(
    '/user/:id/subscription-status',
    {
      summary: 'Usuarios: activar o desactivar la suscripción',
      body: subscriptionStatusInput,
      answer: userRow,
      message: ({ suscription_status }) => (suscription_status ? 'Suscripción activada' : 'Suscripción desactivada'),
    },
    ({ id, body: { active, notes }, write }) =>
      write((writing) =>
        findChangedUser(writing, setSubscriptionActive(writing, id, active, notes ?? DEFAULT_STATUS_NOTES)),
      ),
  );

  route.delete(
    '/user/:id/subscription',
    { summary: 'Usuarios: eliminar la suscripción', answer: userRow, message: 'Suscripción eliminada' },
    ({ id, write }) => write((writing) => findChangedUser(writing, removeSubscription(writing, id))),
  );

  route.get(
    '/user/:id/subscription-history',
    { extra: true, summary: 'Usuarios: historial de suscripciones', answer: z.array(subscriptionHistoryRow) },
    ({ read, id }) => listSubscriptionHistory(read, id),
  );
}
