import * as z from 'zod/mini';
import { currentPassword, extra, flag, id, text } from '../kit/fields';
import { roles } from './users.labels';

/** The refusal of a password that confirms something; a login says less. */
export const WRONG_PASSWORD = 'La contraseña no es correcta';

export const loginInput = z.object({
  username: text('El usuario es obligatorio', 150),
  password: currentPassword,
  /** True if the session is to be kept on this device. */
  keep: extra(z.optional(flag)),
});
export type LoginInput = z.infer<typeof loginInput>;

export const loginUser = z.object({
  id,
  name: z.string(),
  username: z.string(),
  role: z.enum(roles),
  status: z.boolean(),
});
export type LoginUser = z.infer<typeof loginUser>;

const loginAnswer = z.object({ user: loginUser, access_token: z.string() });
/** User and token are in both places, because the specification is ambiguous. */
export const loginBody = z.extend(loginAnswer, {
  success: z.literal(true),
  data: loginAnswer,
  /** The extras that this server supports. */
  extras: extra(z.optional(z.array(z.string()))),
});
export type LoginBody = z.infer<typeof loginBody>;
