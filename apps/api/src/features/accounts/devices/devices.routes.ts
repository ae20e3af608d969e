import { deviceInput, deviceRemoval, deviceRow, INVALID_TOKEN, webPushKey } from '@pulso/contract/accounts/devices';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#db/writes/refusal';
import { removeDevice, saveDevice } from '#features/accounts/devices/devices.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** For coaching apps, whose users register the devices that get their notifications. */
export function deviceRoutes(app: FastifyInstance, deps: Dependencies) {
  const { push } = deps;
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  // The second address is the one that the clients' app reaches by its cookie.
  for (const [address, keyAddress, part] of [
    ['/device', '/device/web-push-key', 'Dispositivos'],
    ['/my/device', '/my/device/key', 'La app'],
  ] as const) {
    route.put(
      address,
      { summary: `${part}: registrar el dispositivo propio`, body: deviceInput, answer: deviceRow },
      async ({ body, write }) => {
        // We post to this address later: one that is no push service could reach into our own network (SSRF).
        if (body.provider === 'webpush' && !push.isPushAddress(body.token)) throw new Refusal({ token: INVALID_TOKEN });
        return write((writing) => saveDevice(writing, body));
      },
    );

    route.delete(
      address,
      { summary: `${part}: quitar el dispositivo propio`, body: deviceRemoval, mayMiss: true, answer: deviceRow },
      ({ body, write }) => write((writing) => removeDevice(writing, body.token)),
    );

    route.get(keyAddress, { summary: `${part}: clave para suscribir un navegador`, answer: webPushKey }, async () => ({
      public_key: push.publicKey,
    }));
  }
}
