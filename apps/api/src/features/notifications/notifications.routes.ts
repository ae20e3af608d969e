import { notificationInput, notificationRow } from '@pulso/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { once } from '#db/idempotency';
import { createNotification } from '#features/notifications/notifications.queries';
import { currentAccount } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { intentionOf } from '#http/intention';

export function notificationRoutes(app: FastifyInstance, { db, extras }: Dependencies) {
  const send = {
    summary: 'Notificaciones: enviar a todos',
    body: notificationInput,
    answer: notificationRow,
  };
  app.post('/notifications/send-to-all', { config: send }, async (request) => {
    const input = notificationInput.parse(readJson(request));
    const { id } = currentAccount(request);
    // Everybody would get it twice.
    const data = await once(db, intentionOf(request, input, extras), (transaction) =>
      createNotification(transaction, input, id),
    );
    return { success: true, data };
  });
}
