import { userRow } from '@pulso/contract/accounts/users';
import {
  activateSubscriptionInput,
  DEFAULT_STATUS_NOTES,
  subscriptionHistoryRow,
  subscriptionStatusInput,
} from '@pulso/contract/billing/subscriptions';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Db } from '#db/database';
import { writeOnce } from '#db/idempotency';
import { notFound } from '#db/refusal';
import { write } from '#db/write';
import { findUser } from '#features/accounts/users/users.queries';
import {
  activateSubscription,
  listSubscriptionHistory,
  removeSubscription,
  setSubscriptionActive,
} from '#features/billing/subscriptions/subscriptions.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { idempotentRequest } from '#http/idempotency-key';
import { pathId } from '#http/ids';

const permission = 'billing';

async function userOr404(db: Db, id: number | undefined) {
  const user = id === undefined ? undefined : await findUser(db, id);
  if (!user) throw notFound();
  return user;
}

export function subscriptionRoutes(app: FastifyInstance, { db, now }: Dependencies) {
  const activate = {
    permission,
    summary: 'Usuarios: activar suscripción',
    body: activateSubscriptionInput,
    mayMiss: true,
    answer: userRow,
  } as const;
  app.post('/user/activate-suscription', { config: activate }, async (request) => {
    const input = activateSubscriptionInput.parse(readJson(request));
    const user = await writeOnce(db, currentAccount(request), idempotentRequest(request, input), async (writing) => {
      const id = await activateSubscription(writing, input, today(now()));
      return userOr404(writing.db, id);
    });
    return { success: true, message: 'Suscripción activada', data: user };
  });

  const status = {
    permission,
    summary: 'Usuarios: pausar o reanudar la suscripción',
    body: subscriptionStatusInput,
    answer: userRow,
  } as const;
  app.patch('/user/:id/subscription-status', { config: status }, async (request) => {
    const id = pathId(request);
    const { active, notes } = subscriptionStatusInput.parse(readJson(request));
    const user = await write(db, currentAccount(request), async (writing) => {
      const done = await setSubscriptionActive(writing, id, active, notes ?? DEFAULT_STATUS_NOTES);
      return userOr404(writing.db, done);
    });
    return { success: true, message: active ? 'Suscripción activada' : 'Suscripción desactivada', data: user };
  });

  const remove = { permission, summary: 'Usuarios: eliminar la suscripción', answer: userRow } as const;
  app.delete('/user/:id/subscription', { config: remove }, async (request) => {
    const id = pathId(request);
    const user = await write(db, currentAccount(request), async (writing) =>
      userOr404(writing.db, await removeSubscription(writing, id)),
    );
    return { success: true, message: 'Suscripción eliminada', data: user };
  });

  const history = {
    permission,
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
