import { deviceInput, deviceRemoval, deviceRow, INVALID_TOKEN, webPushKey } from '@pulso/contract/accounts/devices';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '#db/transaction';
import { removeDevice, saveDevice } from '#features/accounts/devices/devices.queries';
import { currentAccount } from '#http/access';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { invalid, notFound } from '#http/errors';

/** For the coaching app: whoever has a token of his own says where his notifications are to arrive. */
export function deviceRoutes(app: FastifyInstance, { db, push }: Dependencies) {
  const own = { access: 'own', extra: true } as const;

  const save = { ...own, summary: 'Dispositivos: registrar el propio', body: deviceInput, answer: deviceRow };
  app.put('/device', { config: save }, async (request) => {
    const input = deviceInput.parse(readJson(request));
    // We post to this address later: anywhere else than to a push service would be a way into our own network.
    if (input.provider === 'webpush' && !push.isPushAddress(input.token)) throw invalid({ token: INVALID_TOKEN });
    const { id } = currentAccount(request);
    return { success: true, data: await inTransaction(db, (transaction) => saveDevice(transaction, id, input)) };
  });

  const remove = { ...own, summary: 'Dispositivos: quitar el propio', body: deviceRemoval, answer: deviceRow };
  app.delete('/device', { config: remove }, async (request) => {
    const { token } = deviceRemoval.parse(readJson(request));
    const removed = await removeDevice(db, currentAccount(request).id, token);
    if (!removed) throw notFound();
    return { success: true, data: removed };
  });

  const key = { ...own, summary: 'Dispositivos: clave para suscribir un navegador', answer: webPushKey };
  app.get('/device/web-push-key', { config: key }, async () => ({
    success: true,
    data: { public_key: push.publicKey },
  }));
}
