import * as z from 'zod/mini';
import { isColour } from '../kit/contrast';
import { choice, flag, integer, list, nullable, optionalText, timestamp, version } from '../kit/fields';
import { imageRemoval } from '../kit/resource';
import { GRACE_DAYS, lapsedChoices, MAX_MEASURES, measureKinds } from './business.labels';

export const CONTACT_DAYS = { min: 1, max: 30, default: 3 };

const textUpTo = (max: number) =>
  optionalText.check(z.refine((value) => (value ?? '').length <= max, `No puede tener más de ${max} caracteres`));

const digitsOf = (value: string) => value.replace(/\D/g, '');
const isCuit = (value = '') => value === '' || (/^[\d -]*$/.test(value) && digitsOf(value).length === 11);

const INVALID_MEASURES = 'Hay medidas que no son válidas';

export const businessInput = z.object({
  name: textUpTo(100),
  /** Alias or CBU to which clients transfer. */
  alias: textUpTo(60),
  cuit: textUpTo(20).check(z.refine(isCuit, 'El CUIT debe tener 11 números')),
  address: textUpTo(200),
  phone: textUpTo(60),
  /** Area code for phone numbers that are typed without one. */
  area_code: textUpTo(20).check(
    z.refine((value = '') => /^(\d{2,4})?$/.test(value), 'El código de área debe tener de 2 a 4 números'),
  ),
  receipt_footer: textUpTo(300),
  /** Days for which a client who was contacted is hidden. */
  contact_days: z.optional(
    integer({
      min: CONTACT_DAYS.min,
      max: CONTACT_DAYS.max,
      message: `Debe ser un número entero de ${CONTACT_DAYS.min} a ${CONTACT_DAYS.max}`,
    }),
  ),
  pause_days_per_year: nullable(integer({ min: 0, max: 366, message: 'Debe ser un número entero de 0 a 366' })),
  /** Of the clients' app; blank for Pulso's own. */
  accent: textUpTo(20).check(
    z.refine((value = '') => value === '' || isColour(value), 'El color debe ser como #1A73E8'),
  ),
  /** Measures asked of clients besides their weight. */
  measures: z.optional(
    list(choice(measureKinds, INVALID_MEASURES), {
      invalid: INVALID_MEASURES,
      tooMany: `Elige hasta ${MAX_MEASURES} medidas`,
      max: MAX_MEASURES,
    }).check(z.refine((kinds) => new Set(kinds).size === kinds.length, INVALID_MEASURES)),
  ),
  lapsed_sees: z.optional(choice(lapsedChoices, 'Elige qué ve')),
  /** Days after the end for which a client goes on seeing everything. */
  grace_days: z.optional(
    integer({ ...GRACE_DAYS, message: `Debe ser un número entero de ${GRACE_DAYS.min} a ${GRACE_DAYS.max}` }),
  ),
  /** True if trainers may enter the panel. */
  trainer_access: z.optional(flag),
});
export type BusinessInput = z.infer<typeof businessInput>;

/** Multipart field of the logo. */
export const LOGO_FIELD = 'logo';
export const businessPatch = z.object({ ...businessInput.shape, ...imageRemoval });

export const businessRow = z.object({
  ...z.required(businessInput).shape,
  /** Address of the logo on receipts and other papers; blank without one. */
  logo_image: z.optional(z.string()),
  updated_at: timestamp,
  version,
});
export type Business = z.infer<typeof businessRow>;
