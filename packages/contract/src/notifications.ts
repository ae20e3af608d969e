import { z } from 'zod';
import { id, longText, text, timestamp } from './fields';

export const INVALID_DATA = 'El formato JSON de los datos adicionales es inválido';

export const notificationInput = z.object({
  title: text('El título es obligatorio'),
  body: longText('El mensaje es obligatorio'),
  data: z.record(z.string(), z.json(), { error: INVALID_DATA }).optional(),
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
