import { pushProviders } from '@pulso/contract/accounts/devices';
import {
  audience,
  notificationRow,
  notificationSend,
  notificationsQuery,
  sentNotificationRow,
} from '@pulso/contract/desk/notifications';
import { pageBody } from '@pulso/contract/kit/envelope';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { writeOnce } from '#db/idempotency';
import {
  createNotification,
  findAudience,
  listForUser,
  listSent,
  refuseDuplicate,
} from '#features/desk/notifications/notifications.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { idempotentRequest } from '#http/idempotency-key';

const permission = 'notifications';

export function notificationRoutes(app: FastifyInstance, { db, extras, push }: Dependencies) {
  const send = {
    permission,
    summary: 'Notificaciones: enviar a todos',
    body: notificationSend,
    mayMiss: true,
    answer: sentNotificationRow,
  } as const;
  app.post('/notifications/send-to-all', { config: send }, async (request) => {
    const { repeat = false, ...input } = notificationSend.parse(readJson(request));
    const idempotent = idempotentRequest(request, { ...input, repeat });
    const data = await writeOnce(db, currentAccount(request), idempotent, async (writing) => {
      // Not without extras: `repeat`, the way to override it, is one.
      if (extras && !repeat) await refuseDuplicate(writing.db, input);
      return createNotification(writing, input, extras ? push.providers : []);
    });
    push.wake();
    return { success: true, data };
  });

  const list = {
    permission,
    extra: true,
    summary: 'Notificaciones: historial',
    query: notificationsQuery,
    answer: pageBody(sentNotificationRow),
  } as const;
  app.get('/notifications', { config: list }, async (request) => {
    const { rows, meta } = await listSent(db, notificationsQuery.parse(request.query));
    return { success: true, data: rows, meta };
  });

  const reach = {
    permission,
    extra: true,
    summary: 'Notificaciones: a cuántos dispositivos llegan',
    answer: audience,
  } as const;
  app.get('/notifications/audience', { config: reach }, async () => ({
    success: true,
    data: await findAudience(db, pushProviders, push.providers),
  }));

  const mine = {
    permission: 'own',
    extra: true,
    summary: 'Notificaciones: las que recibe quien pregunta',
    answer: z.array(notificationRow),
  } as const;
  app.get('/notifications/mine', { config: mine }, async () => ({ success: true, data: await listForUser(db) }));
}
