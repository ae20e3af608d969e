import { notificationInput, notificationRow } from '@pulso/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { createNotification } from '#features/notifications/notifications.queries';
import { currentAccount } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';

export function notificationRoutes(app: FastifyInstance, { db }: Dependencies) {
  const send = {
    summary: 'Notificaciones: enviar a todos',
    body: notificationInput,
    answer: notificationRow,
  };
  app.post('/notifications/send-to-all', { config: send }, async (request) => {
    const input = notificationInput.parse(readJson(request));
    return { success: true, data: await createNotification(db, input, currentAccount(request).id) };
  });
}
