import * as z from 'zod/mini';
import { id, INVALID_CHARACTERS, isCleanText, PASSWORD_LENGTH, timestamp } from '../kit/fields';
import { whatsappNumber } from '../kit/whatsapp';

/** A link and its code are good for so many hours; a code that a client makes himself, for so many minutes. */
export const ACCESS_HOURS = 72;
export const OWN_CODE_MINUTES = 15;
/** The app's page that a link leads to; the secret stands behind the `#`, which no browser sends. */
export const ENTRANCE_PATH = '/mi/entrar';

const sent = (max: number) =>
  z.optional(
    z
      .string({ error: 'Debe ser un texto' })
      .check(z.maxLength(max, `No puede tener más de ${max} caracteres`), z.refine(isCleanText, INVALID_CHARACTERS)),
  );

/** A link's secret, or a phone with its code, or a user name with its password. */
export const accessInput = z.object({
  link: sent(100),
  phone: sent(50),
  code: sent(20),
  username: sent(150),
  password: sent(PASSWORD_LENGTH.max),
});
export type AccessInput = z.infer<typeof accessInput>;

export const entered = z.object({ id, name: z.string() });
export type Entered = z.infer<typeof entered>;

/** The only answer that ever holds the secrets of an access. */
export const accessRow = z.object({
  secret: z.string(),
  /** Null where the client has no phone, without which no code can be typed. */
  code: z.nullable(z.string()),
  expires_at: timestamp,
  /** The address that the outside knows this server by; null where nobody has said it. */
  public_url: z.nullable(z.string()),
  /** What the message says besides; who sends it need not have a right to the business's data and templates. */
  business: z.string(),
  area_code: z.string(),
  /** Text of the template 'Acceso'; null where the business has removed it. */
  text: z.nullable(z.string()),
});
export type Access = z.infer<typeof accessRow>;

export const ownCode = z.object({ code: z.string(), expires_at: timestamp });
export type OwnCode = z.infer<typeof ownCode>;

export const deviceSession = z.object({
  /** A UUID. */
  id: z.string(),
  /** 'Chrome en Android'. */
  device: z.string(),
  created_at: timestamp,
  last_used_at: timestamp,
  address: z.string(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const deviceSessionsBody = z.object({
  success: z.literal(true),
  data: z.array(deviceSession),
  /** When the client was last seen on any phone, also on one whose session is over; null before the first. */
  last_used_at: z.nullable(timestamp),
});
export type DeviceSessionsBody = z.infer<typeof deviceSessionsBody>;

/** Digits that two spellings of one phone number share; undefined for a text without digits. */
export function phoneKey(phone: string, areaCode?: string | null): string | undefined {
  return whatsappNumber(phone, areaCode) ?? (phone.replace(/\D/g, '') || undefined);
}
