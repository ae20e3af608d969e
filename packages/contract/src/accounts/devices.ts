import { z } from 'zod';
import { choice, id, text, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';

/** An extra, whole: where the coaching app says which telephone or browser is whose. */
export const pushProviders = ['fcm', 'webpush'] as const;
export type PushProvider = (typeof pushProviders)[number];
export const platforms = ['android', 'ios', 'web'] as const;

const TOKEN_LENGTH = 4_096;
export const INVALID_TOKEN = 'El token no es válido';
const KEYS_REQUIRED = 'Las claves de la suscripción no son válidas';

const token = text('El token es obligatorio', TOKEN_LENGTH).refine(
  (value) => /^[\x21-\x7e]*$/.test(value),
  INVALID_TOKEN,
);
/** Bytes as browsers write them: base64 for addresses, with or without its padding. */
const bytes = (length: number) =>
  z.string(KEYS_REQUIRED).regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}={0,2}$`), KEYS_REQUIRED);

/** Of `webpush` the token is the subscription's address, and `keys` are its keys. */
export const deviceInput = withRule(
  z.object({
    provider: choice(pushProviders, 'El proveedor debe ser fcm o webpush'),
    token,
    platform: choice(platforms, 'La plataforma debe ser android, ios o web'),
    keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, KEYS_REQUIRED).optional(),
  }),
  ({ provider, keys }) => (provider === 'webpush' && !keys ? { keys: KEYS_REQUIRED } : undefined),
);
export type DeviceInput = z.infer<typeof deviceInput>;

export const deviceRemoval = z.object({ token });

export const deviceRow = z.object({
  id,
  provider: z.enum(pushProviders),
  platform: z.enum(platforms),
  created_at: timestamp,
});
export type Device = z.infer<typeof deviceRow>;

/** What a browser needs to subscribe: the `applicationServerKey`. */
export const webPushKey = z.object({ public_key: z.string() });
