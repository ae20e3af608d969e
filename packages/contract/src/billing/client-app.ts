import * as z from 'zod/mini';
import { roles } from '../accounts/users.labels';
import { id } from '../kit/fields';
import { measureKinds } from './business.labels';

/** Multipart field of the logo where it is sent alone. */
export const LOGO_UPLOAD = 'image';
export const logoInput = z.object({});

/** Who asks, and what his app shows of the business. */
export const myRow = z.object({
  id,
  name: z.string(),
  role: z.enum(roles),
  extras: z.array(z.string()),
  business: z.object({
    name: z.string(),
    /** Address of the logo; null without one. */
    logo: z.nullable(z.string()),
    accent: z.string(),
    /** Number for a chat; null without a phone that gives one. */
    whatsapp: z.nullable(z.string()),
    measures: z.array(z.enum(measureKinds)),
  }),
});
export type My = z.infer<typeof myRow>;
