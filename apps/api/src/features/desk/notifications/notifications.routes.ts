import { pushProviders } from '@pulso/contract/accounts/devices';
import {
  audience,
  audienceQuery,
  groupNotificationSend,
  notificationRow,
  notificationSend,
  notificationsQuery,
  sentNotificationRow,
} from '@pulso/contract/desk/notifications';
import { pageBody } from '@pulso/contract/kit/envelope';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { writeOnce } from '#db/writes/idempotency';
import { cancelScheduled, findGroup, sendToGroup } from '#features/desk/notifications/notification-groups.queries';
import {
  createNotification,
  findAudience,
  listForUser,
  listSent,
  refuseDuplicate,
} from '#features/desk/notifications/notifications.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { idempotentRequest } from '#http/routes/idempotency-key';
import { routesOf } from '#http/routes/routes';

export function notificationRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db, extras, now, push } = deps;
  const route = routesOf(app, deps, { permission: 'notifications' });

  route.post(
    '/notifications/send-to-all',
    {
      summary: 'Notificaciones: enviar a todos',
      body: notificationSend,
      mayMiss: true,
      answer: sentNotificationRow,
    },
    async ({ body: { repeat = false, ...input }, read, request }) => {
      // A key is of the notification, whether or not its repetition was spelt out.
      const data = await writeOnce(db, read.actor, idempotentRequest(request, { ...input, repeat }), async (write) => {
        // Duplicates are allowed without extras: `repeat`, the way to override the refusal, is one.
        if (extras && !repeat) await refuseDuplicate(write.db, input);
        return createNotification(write, input, extras ? push.providers : []);
      });
      push.wake();
      return data;
    },
  );

  route.post(
    '/notifications/send',
    {
      extra: true,
      summary: 'Notificaciones: enviar a un grupo, o programarla',
      body: groupNotificationSend,
      mayMiss: true,
      answer: sentNotificationRow,
    },
    async ({ body, writeOnce: once }) => {
      const data = await once((write) => sendToGroup(write, body, { providers: push.providers, now: now() }));
      push.wake();
      return data;
    },
  );

  route.post(
    '/notifications/:id/cancel',
    {
      extra: true,
      summary: 'Notificaciones: cancelar una programada',
      answer: sentNotificationRow,
      message: 'Notificación cancelada',
    },
    ({ id, writeOnce: once }) => once((write) => cancelScheduled(write, id)),
  );

  route.get(
    '/notifications',
    {
      extra: true,
      summary: 'Notificaciones: historial',
      query: notificationsQuery,
      answer: pageBody(sentNotificationRow),
    },
    async ({ read, query }) => {
      const { rows, meta } = await listSent(read, query);
      return { success: true, data: rows, meta };
    },
  );

  route.get(
    '/notifications/audience',
    {
      extra: true,
      summary: 'Notificaciones: a cuántos dispositivos llegan, de todos o de un grupo',
      query: audienceQuery,
      answer: audience,
    },
    async ({ read, query: { whom } }) => {
      if (!whom) return findAudience(read, pushProviders, push.providers);
      const { gone, users } = await findGroup(read, whom);
      const reach = await findAudience(read, pushProviders, push.providers, users);
      return { ...reach, users: users.length, gone };
    },
  );

  // The second address is the one that the clients' app reaches by its cookie.
  for (const [address, summary] of [
    ['/notifications/mine', 'Notificaciones: las que recibe quien pregunta'],
    ['/my/notifications', 'La app: los avisos de quien pregunta'],
  ] as const)
    route.get(address, { permission: 'own', extra: true, summary, answer: z.array(notificationRow) }, ({ read }) =>
      listForUser(read),
    );
}
