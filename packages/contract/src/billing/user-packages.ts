import * as z from 'zod/mini';
import { extra, flag, id, reference, timestamp } from '../kit/fields';

export const PACKAGE_REQUIRED = 'Por favor selecciona un paquete';

export const activatePackageInput = z.object({
  user_id: reference('El usuario es obligatorio'),
  package_id: reference(PACKAGE_REQUIRED),
  status: z.optional(flag),
});

export const removePackageInput = z.object({ package_id: reference(PACKAGE_REQUIRED) });

export const userPackageRow = z.object({
  id,
  package_id: id,
  package: extra(z.optional(z.object({ title: z.string() }))),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  status: z.boolean(),
  created_at: timestamp,
});
export type UserPackage = z.infer<typeof userPackageRow>;
