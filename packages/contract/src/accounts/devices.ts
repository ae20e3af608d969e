import * as z from 'zod/mini';
import { choice, id, text, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';

/** The devices that the coaching app registers; all of it is an extra. */
export const pushProviders = ['fcm', 'webpush'] as const;
export type PushProvider = (typeof pushProviders)[number];
export const platforms = ['android', 'ios', 'web'] as const;

const TOKEN_LENGTH = 4_096;
export const INVALID_TOKEN = 'El token no es válido';
const KEYS_REQUIRED = 'Las claves de la suscripción no son válidas';

const token = text('El token es obligatorio', TOKEN_LENGTH).check(
  z.refine((value) => /^[\x21-\x7e]*$/.test(value), INVALID_TOKEN),
);
/** base64url, with or without padding. */
const bytes = (length: number) =>
  z.string(KEYS_REQUIRED).check(z.regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}={0,2}$`), KEYS_REQUIRED));

/** For `webpush` the token is the subscription's endpoint, and `keys` are its keys. */
export const deviceInput = withRule(
  z.object({
    provider: choice(pushProviders, 'El proveedor debe ser fcm o webpush'),
    token,
    platform: choice(platforms, 'La plataforma debe ser android, ios o web'),
    keys: z.optional(z.object({ p256dh: bytes(65), auth: bytes(16) }, KEYS_REQUIRED)),
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

/** The `applicationServerKey` that a browser subscribes with. */
export const webPushKey = z.object({ public_key: z.string() });
