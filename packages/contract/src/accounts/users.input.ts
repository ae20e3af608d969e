import * as z from 'zod/mini';
import { isDate } from '../kit/dates';
import type { FieldErrors } from '../kit/envelope';
import {
  PASSWORD_LENGTH,
  activeFlag,
  INVALID_CHARACTERS,
  choice,
  date,
  decimal,
  extra,
  flag,
  integer,
  isCleanText,
  isWebLink,
  LINK_LENGTH,
  nullable,
  optionalText,
  phone,
  preprocess,
  reference,
  text,
} from '../kit/fields';
import { genders } from '../kit/labels';
import { imageRemoval, withRule } from '../kit/resource';
import { INVALID_TRAINER, normalizeRole, roles } from './users.labels';

// Against look-alikes of another username: western letters, single spaces, nothing invisible. Homoglyphs (ɑ, ı, Cyrillic)
// are refused; compatibility forms (ＡＤＭＩＮ) are normalized before this check.
const USERNAME_FORMAT = /^[!-~À-İĲ-ķĹ-ňŊ-ž]+( [!-~À-İĲ-ķĹ-ňŊ-ž]+)*$/;

export const password = z.string({ error: 'La contraseña es obligatoria' }).check(
  z.refine((value) => value.trim() !== '', { error: 'La contraseña es obligatoria', abort: true }),
  z.minLength(PASSWORD_LENGTH.min, 'La contraseña debe tener al menos 4 caracteres'),
  z.maxLength(PASSWORD_LENGTH.max, `No puede tener más de ${PASSWORD_LENGTH.max} caracteres`),
  z.refine(isCleanText, INVALID_CHARACTERS),
);

/** An administrator's password opens the whole business; the document's minimum is for accounts of clients. */
export const adminPassword = password.check(
  z.minLength(8, 'La contraseña de un administrador debe tener al menos 8 caracteres'),
);

const INVALID_EMAIL = 'El correo electrónico no es válido';
const INVALID_PICTURE = 'Debe ser la dirección web de una imagen';
const isUploaded = (value: string) => /^\/uploads\/[\w-]+\/large\.webp$/.test(value);

const documentedFields = {
  name: text('El nombre completo es obligatorio'),
  gender: choice(genders, 'El género es obligatorio'),
  phone: phone('El teléfono es obligatorio', 'El formato del teléfono no es válido'),
  username: text('El nombre de usuario es obligatorio').check(
    z.refine((value) => USERNAME_FORMAT.test(value.normalize('NFKC')), INVALID_CHARACTERS),
  ),
  role: z.optional(
    preprocess(
      (value) => (typeof value === 'string' ? normalizeRole(value) : value),
      z.enum(roles, 'El rol es obligatorio'),
    ),
  ),
  weight: nullable(decimal({ min: 0, max: 9_999, decimals: 2, message: 'El peso debe ser un número decimal válido' })),
  height: nullable(
    decimal({ min: 0, max: 9_999, decimals: 2, message: 'La altura debe ser un número decimal válido' }),
  ),
  age: nullable(integer({ min: 0, max: 150, message: 'La edad debe ser un número entero' })),
  birth_date: nullable(date('La fecha de nacimiento debe tener un formato válido')),
  suscriptionId: nullable(reference('El ID de suscripción debe ser un número entero')),
  suscription_status: z.optional(flag),
  suscription_init: nullable(date('La fecha de inicio de suscripción debe tener un formato válido')),
  suscription_end: nullable(date('La fecha de fin de suscripción debe tener un formato válido')),
  status: z.optional(activeFlag),
};

/** Fields that the specification reads in the detail and writes nowhere. */
const extraFields = {
  email: extra(nullable(z.email(INVALID_EMAIL).check(z.maxLength(254, INVALID_EMAIL)))),
  profile_image: extra(nullable(text(undefined, LINK_LENGTH).check(z.refine(isWebLink, INVALID_PICTURE)))),
  notes: extra(optionalText),
  /** Of a client; null for none. */
  trainer_id: extra(nullable(reference(INVALID_TRAINER))),
};
/** A change may also send the uploaded picture that the user has. */
const profileImageField = extra(
  nullable(
    text(undefined, LINK_LENGTH).check(z.refine((value) => isUploaded(value) || isWebLink(value), INVALID_PICTURE)),
  ),
);

type WithPicture = { profile_image?: string | null };

/** An uploaded picture belongs to one row and is deleted with it, so a user may keep only their own. */
export function pictureProblem(sentUser: WithPicture, storedUser: WithPicture): FieldErrors | undefined {
  const { profile_image } = sentUser;
  const isForeign = profile_image && isUploaded(profile_image) && profile_image !== storedUser.profile_image;
  return isForeign ? { profile_image: INVALID_PICTURE } : undefined;
}

type SubscriptionDates = { suscription_init?: string | null; suscription_end?: string | null };

export function subscriptionDatesProblem({
  suscription_init,
  suscription_end,
}: SubscriptionDates): FieldErrors | undefined {
  // An invalid date has its own message already.
  const hasBothDates = suscription_init && suscription_end && isDate(suscription_init) && isDate(suscription_end);
  if (!hasBothDates || suscription_end >= suscription_init) return undefined;
  return { suscription_end: 'La fecha de fin no puede ser anterior a la de inicio' };
}

/** A blank password keeps the current one. */
const newPassword = preprocess((value) => (value === '' || value === null ? undefined : value), z.optional(password));

export const userCreate = withRule(
  z.object({ ...documentedFields, ...extraFields, password }),
  subscriptionDatesProblem,
);
/** The fields of a user that comes from a file, under the form's own rules; a username may be made of the name. */
export const importedUser = z.extend(
  z.pick(z.object({ ...documentedFields, ...extraFields }), {
    name: true,
    gender: true,
    phone: true,
    birth_date: true,
    email: true,
    notes: true,
  }),
  { username: z.optional(documentedFields.username) },
);
export type ImportedUser = z.infer<typeof importedUser>;
export const userPatch = z.partial(
  z.object({
    ...documentedFields,
    ...extraFields,
    ...imageRemoval,
    profile_image: profileImageField,
    password: newPassword,
  }),
);
const { email, notes, trainer_id } = extraFields;
/** All fields of the edit form; the last three only where the server takes them. */
export const userEdit = withRule(
  z.object({ ...documentedFields, password: newPassword, email, notes, trainer_id }),
  subscriptionDatesProblem,
);
/** The part of a user that is edited in place. */
export const userNotes = z.object({ email, notes });
export type UserNotes = z.infer<typeof userNotes>;
export type UserInput = z.infer<typeof userCreate>;
export type UserPatch = z.infer<typeof userPatch>;
export type UserEdit = z.infer<typeof userEdit>;
