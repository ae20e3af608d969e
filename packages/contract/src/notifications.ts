import { z } from 'zod';
import { BAD_CHARACTERS, id, isSound, longText, text, timestamp } from './fields';

export const INVALID_DATA = 'El formato JSON de los datos adicionales es inválido';

/** Names and values, however deep. */
function isSoundData(value: unknown): boolean {
  if (typeof value === 'string') return isSound(value);
  return typeof value !== 'object' || value === null || Object.entries(value).flat().every(isSoundData);
}

export const notificationInput = z.object({
  title: text('El título es obligatorio'),
  body: longText('El mensaje es obligatorio'),
  data: z.record(z.string(), z.json(), { error: INVALID_DATA }).refine(isSoundData, BAD_CHARACTERS).optional(),
});
export type NotificationInput = z.infer<typeof notificationInput>;

export const notificationRow = z.object({
  id,
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.json()).nullable(),
  created_at: timestamp,
});
export type Notification = z.infer<typeof notificationRow>;
