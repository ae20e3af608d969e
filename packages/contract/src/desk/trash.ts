import * as z from 'zod/mini';
import { eventRow, pageFields, pageMeta } from '../accounts/audit';
import { successBody } from '../kit/envelope';
import { id } from '../kit/fields';

export const trashQuery = z.strictObject(pageFields);
export type TrashQuery = z.infer<typeof trashQuery>;

export const trashRow = z.object({
  ...z.pick(eventRow, { id: true, at: true, actor: true, entity: true, entity_id: true }).shape,
  name: z.string(),
});
export type TrashRow = z.infer<typeof trashRow>;

export const trashBody = z.extend(successBody(z.array(trashRow)), { meta: pageMeta });
export const restoredRow = z.object({ entity: z.string(), entity_id: id, name: z.string() });

export const ALREADY_RESTORED = 'Ya se restauró.';
