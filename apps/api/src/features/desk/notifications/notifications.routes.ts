import { pushProviders } from '@pulso/contract/accounts/devices';
import { pageBody } from '@pulso/contract/kit/envelope';
import {
  audience,
  notificationRow,
  notificationSend,
  notificationsQuery,
  plainNotificationSend,
  sentNotificationRow,
  type NotificationSend,
} from '@pulso/contract/desk/notifications';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { once } from '#db/idempotency';
import {
  createNotification,
  findAudience,
  findSent,
  listForUser,
  listSent,
  refuseTwice,
} from '#features/desk/notifications/notifications.queries';
import { currentAccount } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { intentionOf } from '#http/intention';

export function notificationRoutes(app: FastifyInstance, { db, extras, push }: Dependencies) {
  const send = {
    summary: 'Notificaciones: enviar a todos',
    body: extras ? notificationSend : plainNotificationSend,
    answer: extras ? sentNotificationRow : notificationRow,
  };
  app.post('/notifications/send-to-all', { config: send }, async (request) => {
    const { repeat = false, ...input }: NotificationSend = send.body.parse(readJson(request));
    const { id: adminId } = currentAccount(request);
    // Everybody would get it twice.
    const data = await once(db, intentionOf(request, { ...input, repeat }, extras), async (transaction) => {
      if (extras && !repeat) await refuseTwice(transaction, input);
      const made = await createNotification(transaction, { input, adminId, providers: extras ? push.providers : [] });
      return extras ? findSent(transaction, made.id) : made;
    });
    push.wake();
    return { success: true, data };
  });

  if (!extras) return;
  const list = {
    extra: true,
    summary: 'Notificaciones: historial',
    query: notificationsQuery,
    answer: pageBody(sentNotificationRow),
  } as const;
  app.get('/notifications', { config: list }, async (request) => {
    const { rows, meta } = await listSent(db, notificationsQuery.parse(request.query));
    return { success: true, data: rows, meta };
  });

  const reach = { extra: true, summary: 'Notificaciones: a cuántos dispositivos llegan', answer: audience } as const;
  app.get('/notifications/audience', { config: reach }, async () => ({
    success: true,
    data: await findAudience(db, pushProviders, push.providers),
  }));

  const mine = {
    access: 'own',
    extra: true,
    summary: 'Notificaciones: las que recibe quien pregunta',
    answer: z.array(notificationRow),
  } as const;
  app.get('/notifications/mine', { config: mine }, async () => ({ success: true, data: await listForUser(db) }));
}
