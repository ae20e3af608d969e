import { deviceInput, deviceRemoval, deviceRow, INVALID_TOKEN, webPushKey } from '@pulso/contract/accounts/devices';
import type { FastifyInstance } from 'fastify';
import { notFound, Refusal } from '#db/refusal';
import { write } from '#db/write';
import { removeDevice, saveDevice } from '#features/accounts/devices/devices.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';

/** For the coaching app, whose users register the devices that get their notifications. */
export function deviceRoutes(app: FastifyInstance, { db, push }: Dependencies) {
  const own = { permission: 'own', extra: true } as const;

  const save = { ...own, summary: 'Dispositivos: registrar el propio', body: deviceInput, answer: deviceRow };
  app.put('/device', { config: save }, async (request) => {
    const input = deviceInput.parse(readJson(request));
    // We post to this address later: one that is no push service could reach into our own network (SSRF).
    if (input.provider === 'webpush' && !push.isPushAddress(input.token)) throw new Refusal({ token: INVALID_TOKEN });
    const data = await write(db, currentAccount(request), (writing) => saveDevice(writing, input));
    return { success: true, data };
  });

  const remove = {
    ...own,
    summary: 'Dispositivos: quitar el propio',
    body: deviceRemoval,
    mayMiss: true,
    answer: deviceRow,
  } as const;
  app.delete('/device', { config: remove }, async (request) => {
    const { token } = deviceRemoval.parse(readJson(request));
    const removed = await write(db, currentAccount(request), (writing) => removeDevice(writing, token));
    if (!removed) throw notFound();
    return { success: true, data: removed };
  });

  const key = { ...own, summary: 'Dispositivos: clave para suscribir un navegador', answer: webPushKey };
  app.get('/device/web-push-key', { config: key }, async () => ({
    success: true,
    data: { public_key: push.publicKey },
  }));
}
