import { today } from '@pulso/contract/kit/dates';
import {
  activateSubscriptionInput,
  DEFAULT_STATUS_NOTES,
  subscriptionHistoryRow,
  subscriptionStatusInput,
  userRow,
} from '@pulso/contract/accounts/users';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Db } from '#db/database';
import { once } from '#db/idempotency';
import { inTransaction } from '#db/transaction';
import { listSubscriptionHistory } from '#features/desk/user-detail/user-detail.queries';
import {
  activateSubscription,
  removeSubscription,
  setSubscriptionActive,
} from '#features/billing/subscriptions/subscriptions.queries';
import { findUser } from '#features/accounts/users/users.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound } from '#http/errors';
import { withoutExtras } from '#http/extras';
import { pathId } from '#http/ids';
import { intentionOf } from '#http/intention';

async function userOr404(db: Db, id: number | undefined) {
  const user = id === undefined ? undefined : await findUser(db, id);
  if (!user) throw notFound();
  return user;
}

export function userSubscriptionRoutes(app: FastifyInstance, { db, extras, now }: Dependencies) {
  const activate = {
    summary: 'Usuarios: activar suscripción',
    body: activateSubscriptionInput,
    answer: userRow,
  };
  app.post('/user/activate-suscription', { config: activate }, async (request) => {
    const input = activateSubscriptionInput.parse(readJson(request));
    const user = await once(db, intentionOf(request, input, extras), async (transaction) => {
      const id = await activateSubscription(transaction, input, today(now()));
      return userOr404(transaction, id);
    });
    return { success: true, message: 'Suscripción activada', data: withoutExtras(user, extras) };
  });

  const status = {
    summary: 'Usuarios: pausar o reanudar la suscripción',
    body: subscriptionStatusInput,
    answer: userRow,
  };
  app.patch('/user/:id/subscription-status', { config: status }, async (request) => {
    const id = pathId(request);
    const { active, notes } = subscriptionStatusInput.parse(readJson(request));
    const user = await inTransaction(db, async (transaction) => {
      const done = await setSubscriptionActive(transaction, id, active, notes ?? DEFAULT_STATUS_NOTES);
      return userOr404(transaction, done);
    });
    const message = active ? 'Suscripción activada' : 'Suscripción desactivada';
    return { success: true, message, data: withoutExtras(user, extras) };
  });

  const remove = { summary: 'Usuarios: eliminar la suscripción', answer: userRow };
  app.delete('/user/:id/subscription', { config: remove }, async (request) => {
    const id = pathId(request);
    const user = await inTransaction(db, async (transaction) =>
      userOr404(transaction, await removeSubscription(transaction, id)),
    );
    return { success: true, message: 'Suscripción eliminada', data: withoutExtras(user, extras) };
  });

  if (!extras) return;
  const history = {
    extra: true,
    summary: 'Usuarios: historial de suscripciones',
    answer: z.array(subscriptionHistoryRow),
  } as const;
  app.get('/user/:id/subscription-history', { config: history }, async (request) => {
    const items = await listSubscriptionHistory(db, pathId(request), today(now()));
    if (!items) throw notFound();
    return { success: true, data: items };
  });
}
