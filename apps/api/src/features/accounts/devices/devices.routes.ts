import { deviceInput, deviceRemoval, deviceRow, INVALID_TOKEN, webPushKey } from '@pulso/contract/accounts/devices';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#db/writes/refusal';
import { removeDevice, saveDevice } from '#features/accounts/devices/devices.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** For the coaching app, whose users register the devices that get their notifications. */
export function deviceRoutes(app: FastifyInstance, deps: Dependencies) {
  const { push } = deps;
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.put(
    '/device',
    { summary: 'Dispositivos: registrar el propio', body: deviceInput, answer: deviceRow },
    async ({ body, write }) => {
      // We post to this address later: one that is no push service could reach into our own network (SSRF).
      if (body.provider === 'webpush' && !push.isPushAddress(body.token)) throw new Refusal({ token: INVALID_TOKEN });
      return write((writing) => saveDevice(writing, body));
    },
  );

  route.delete(
    '/device',
    { summary: 'Dispositivos: quitar el propio', body: deviceRemoval, mayMiss: true, answer: deviceRow },
    ({ body, write }) => write((writing) => removeDevice(writing, body.token)),
  );

  route.get(
    '/device/web-push-key',
    { summary: 'Dispositivos: clave para suscribir un navegador', answer: webPushKey },
    async () => ({ public_key: push.publicKey }),
  );
}
