import * as z from 'zod/mini';
import { pushProviders } from '../accounts/devices';
import { SEGMENT_GONE } from '../accounts/users.labels';
import { whomParameter } from '../accounts/whom';
import type { FieldErrors } from '../kit/envelope';
import {
  INVALID_CHARACTERS,
  choice,
  extra,
  flag,
  id,
  integer,
  isCleanText,
  longText,
  text,
  timestamp,
} from '../kit/fields';
import { withRule } from '../kit/resource';

export const INVALID_DATA = 'El formato JSON de los datos adicionales es inválido';

/** Checks keys and values at every depth. */
function isCleanData(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value);
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isCleanData);
}

// Firebase refuses a message with any of its reserved keys.
const RESERVED_KEY = /^(from|notification|message_type|google.*|gcm.*)$/i;

const data = z.optional(
  z.record(z.string(), z.json(), { error: INVALID_DATA }).check(
    z.refine(isCleanData, INVALID_CHARACTERS),
    z.superRefine((values, context) => {
      const reserved = Object.keys(values).filter((key) => RESERVED_KEY.test(key));
      for (const key of reserved)
        context.addIssue({ code: 'custom', message: `La clave '${key}' de los datos adicionales está reservada` });
    }),
  ),
);

export const notificationInput = z.object({
  title: text('El título es obligatorio'),
  body: longText('El mensaje es obligatorio'),
  data,
});
export type NotificationInput = z.infer<typeof notificationInput>;

/** Push data are texts only, so other values are sent as JSON. */
export function dataAsTexts(values: NotificationInput['data'] | null): Record<string, string> {
  const texts = Object.entries(values ?? {}).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(texts);
}

/** Providers allow 4096 bytes, less about a hundred for encryption and a few per text for Firebase. */
const MAX_PAYLOAD_BYTES = 3_800;
const BYTES_PER_TEXT = 10;

const textEncoder = new TextEncoder();
const byteLength = (value: unknown) => textEncoder.encode(JSON.stringify(value)).length;

/** The error is on the field that has to be shortened. */
export function sizeProblem({ title, body, data: values }: Partial<NotificationInput>): FieldErrors | undefined {
  if (typeof title !== 'string' || typeof body !== 'string' || typeof values === 'string') return undefined;
  const texts = dataAsTexts(values);
  const message = byteLength([title, body]);
  const extra = byteLength(texts) + BYTES_PER_TEXT * Object.keys(texts).length;
  if (message + extra <= MAX_PAYLOAD_BYTES) return undefined;
  return message > MAX_PAYLOAD_BYTES
    ? { body: 'El mensaje es demasiado largo: a un teléfono le llegan hasta unos 3800 caracteres' }
    : { data: 'Los datos adicionales son demasiado largos: con el mensaje, a un teléfono le llegan hasta 3800 bytes' };
}

/** `repeat`: the person confirmed that the same is to be sent again. */
export const notificationSend = withRule(z.extend(notificationInput, { repeat: extra(z.optional(flag)) }), sizeProblem);
export type NotificationSend = z.infer<typeof notificationSend>;

export const MAX_DAYS_AHEAD = 90;
export const INVALID_SEND_AT = 'La hora de envío no es válida';
const MINUTE_MS = 60_000;

/** The fault of an hour to send at. */
export function sendAtProblem(sendAt: string, now: Date): string | undefined {
  const ahead = Date.parse(sendAt) - now.getTime();
  return ahead >= MINUTE_MS && ahead <= MAX_DAYS_AHEAD * 24 * 60 * MINUTE_MS
    ? undefined
    : `Elige una hora desde dentro de 1 minuto hasta dentro de ${MAX_DAYS_AHEAD} días`;
}

/** Now, or at an hour. `count`: how many users the person was shown, where it is sent now. */
export const groupNotificationSend = withRule(
  z.extend(notificationInput, {
    audience: whomParameter,
    send_at: z.optional(z.iso.datetime({ offset: true, error: INVALID_SEND_AT })),
    count: z.optional(integer({ min: 0, max: 1_000_000_000, message: 'La cantidad no es válida' })),
    repeat: z.optional(flag),
  }),
  sizeProblem,
);
export type GroupNotificationSend = z.infer<typeof groupNotificationSend>;

/** Within this time an equal notification counts as a duplicate. */
export const DUPLICATE_WINDOW_SECONDS = 60;
export const DUPLICATE_SENT = 'Hace menos de un minuto se envió una notificación igual.';

export const notificationRow = z.object({
  id,
  title: z.string(),
  body: z.string(),
  data: z.nullable(z.record(z.string(), z.json())),
  created_at: timestamp,
});
export type Notification = z.infer<typeof notificationRow>;

const count = z.int().check(z.nonnegative());

/** `asking`: who belongs is being written down. */
export const groupStates = ['scheduled', 'asking', 'sent', 'canceled', 'unsent'] as const;

/** The reasons for not sending one to a group at its hour. */
export const unsentReasons = {
  late: 'No se envió: el servidor estaba apagado a esa hora.',
  restored: 'No se envió: se restauró una copia de seguridad de antes de esa hora.',
  gone: `No se envió: ${SEGMENT_GONE.charAt(0).toLowerCase()}${SEGMENT_GONE.slice(1)}.`,
} as const;
export type UnsentReason = keyof typeof unsentReasons;

/** Whom a notification to a group is for, by one of three ways, and what became of it. */
const notificationGroup = z.object({
  state: z.enum(groupStates),
  unsent: z.nullable(z.enum(Object.keys(unsentReasons) as UnsentReason[])),
  send_at: z.nullable(timestamp),
  started_at: z.nullable(timestamp),
  users: count,
  segment: z.nullable(z.object({ id, name: z.string() })),
  query: z.nullable(z.record(z.string(), z.json())),
  /** How many were ticked. */
  chosen: z.nullable(count),
});
export type NotificationGroup = z.infer<typeof notificationGroup>;

/** `recipients` = `delivered` + `failed` + `pending`, in devices. */
export const sentNotificationRow = z.extend(notificationRow, {
  created_by: extra(z.nullable(z.object({ id, name: z.string() }))),
  recipients: extra(count),
  delivered: extra(count),
  failed: extra(count),
  pending: extra(count),
  /** Absent for one to everybody. */
  group: extra(z.optional(notificationGroup)),
});
export type SentNotification = z.infer<typeof sentNotificationRow>;

/** Without a list those to everybody. */
export const notificationsQuery = z.strictObject({
  list: z.optional(choice(['scheduled', 'group'], 'La lista no es válida')),
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});
export type NotificationsQuery = z.infer<typeof notificationsQuery>;

/**
 * `off`: not configured. `credentials`: the provider refuses ours. `unreachable`: it does not answer. For Web Push, of at
 * least one of the push services.
 */
export const providerStates = ['ready', 'off', 'credentials', 'unreachable'] as const;

export const audienceQuery = z.strictObject({ whom: z.optional(whomParameter) });

/** `devices` counts those of the configured providers. Of a group they are those of `users`, which is one beyond MAX_AT_ONCE for more. */
export const audience = z.object({
  devices: count,
  users: extra(z.optional(count)),
  gone: extra(z.optional(z.boolean())),
  providers: z.array(
    z.object({
      provider: z.enum(pushProviders),
      devices: count,
      state: z.enum(providerStates),
      since: z.nullable(timestamp),
    }),
  ),
});
export type Audience = z.infer<typeof audience>;
