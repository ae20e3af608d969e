import { today } from '@pulso/contract/dates';
import {
  activateSubscriptionInput,
  DEFAULT_STATUS_NOTES,
  subscriptionHistoryRow,
  subscriptionStatusInput,
  userRow,
} from '@pulso/contract/users';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { once } from '#db/idempotency';
import { inTransaction } from '#db/transaction';
import { listSubscriptionHistory } from '#features/users/user-records.queries';
import {
  activateSubscription,
  removeSubscription,
  setSubscriptionActive,
} from '#features/users/user-subscriptions.queries';
import { findUser } from '#features/users/users.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound } from '#http/errors';
import { withoutExtras } from '#http/extras';
import { pathId } from '#http/ids';
import { intentionOf } from '#http/intention';

export function userSubscriptionRoutes(app: FastifyInstance, { db, extras }: Dependencies) {
  const userAnswer = async (id: number | undefined, message: string) => {
    const user = id === undefined ? undefined : await findUser(db, id);
    if (!user) throw notFound();
    return { success: true, message, data: withoutExtras(user, extras) };
  };

  const activate = {
    summary: 'Usuarios: activar suscripción',
    body: activateSubscriptionInput,
    answer: userRow,
  };
  app.post('/user/activate-suscription', { config: activate }, async (request) => {
    const input = activateSubscriptionInput.parse(readJson(request));
    const intention = intentionOf(request, input, extras);
    const done = await once(db, intention, async (transaction) => {
      const made = await activateSubscription(transaction, input, {
        today: today(),
        allowTwice: intention !== undefined,
      });
      return made ?? null;
    });
    if (!done) throw notFound();
    return userAnswer(input.user_id, 'Suscripción activada');
  });

  const status = {
    summary: 'Usuarios: pausar o reanudar la suscripción',
    body: subscriptionStatusInput,
    answer: userRow,
  };
  app.patch('/user/:id/subscription-status', { config: status }, async (request) => {
    const id = pathId(request);
    const { active, notes } = subscriptionStatusInput.parse(readJson(request));
    const done = await inTransaction(db, (transaction) =>
      setSubscriptionActive(transaction, id, active, notes ?? DEFAULT_STATUS_NOTES),
    );
    return userAnswer(done, active ? 'Suscripción activada' : 'Suscripción desactivada');
  });

  const remove = { summary: 'Usuarios: eliminar la suscripción', answer: userRow };
  app.delete('/user/:id/subscription', { config: remove }, async (request) => {
    const id = pathId(request);
    return userAnswer(
      await inTransaction(db, (transaction) => removeSubscription(transaction, id)),
      'Suscripción eliminada',
    );
  });

  if (!extras) return;
  const history = {
    extra: true,
    summary: 'Usuarios: historial de suscripciones',
    answer: z.array(subscriptionHistoryRow),
  } as const;
  app.get('/user/:id/subscription-history', { config: history }, async (request) => {
    const items = await listSubscriptionHistory(db, pathId(request), today());
    if (!items) throw notFound();
    return { success: true, data: items };
  });
}
