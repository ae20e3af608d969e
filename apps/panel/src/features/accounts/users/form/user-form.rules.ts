import { COUNTRY, type User } from '@pulso/contract/accounts/users';
import { userCreate, userEdit, type UserEdit } from '@pulso/contract/accounts/users.input';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import { ageOn, isDate, parseDateField, today } from '@pulso/contract/kit/dates';
import type { Check } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';

const PASSWORDS_DIFFER_MESSAGE = 'Las contraseñas no coinciden';

function withConfirmation<T>(check: Check<T>): Check<T> {
  return async (fields, files) => {
    const checked = await check(fields, files);
    if (fields.password === fields.confirm_password) return checked;
    const errors = 'errors' in checked ? checked.errors : {};
    return { errors: { ...errors, confirm_password: PASSWORDS_DIFFER_MESSAGE } };
  };
}

const checkNewUser = withConfirmation<UserEdit>(createSchemaCheck(userCreate));
const checkEditedUser = withConfirmation<UserEdit>(createSchemaCheck(userEdit));

export const userCheckFor = (user: User | undefined) => (user ? checkEditedUser : checkNewUser);

/** Normalizes for the controls: another server may name a role otherwise, or put a time behind a date. */
export function toFormValues(user: User): Record<string, unknown> {
  const { birth_date, suscription_init, suscription_end, role } = user;
  return {
    ...user,
    role: normalizeRole(role),
    trainer_id: user.trainer?.id,
    birth_date: parseDateField(birth_date),
    suscription_init: parseDateField(suscription_init),
    suscription_end: parseDateField(suscription_end),
  };
}

/** Value of the age field; empty if the date of birth is invalid or in the future. */
export function ageOf(birth: unknown, day = today()): string {
  return typeof birth === 'string' && isDate(birth) && birth <= day ? String(ageOn(birth, day)) : '';
}

/** 'ana.perez' for 'Ana María Pérez'. */
export function proposeUsername(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
  const words = letters.split(/[^a-z0-9]+/).filter(Boolean);
  return [...words.slice(0, 1), ...words.slice(1).slice(-1)].join('.');
}

const CONSONANTS = 'bcdfglmnprst';
const VOWELS = 'aeiou';

/** Syllables and two digits, which can be read out over a counter: 'lotumi-kade-38'. */
export function proposePassword(): string {
  const random = crypto.getRandomValues(new Uint32Array(12));
  const pick = (letters: string, index: number) => letters[(random[index] ?? 0) % letters.length];
  const syllables = [0, 1, 2, 3, 4].map((one) => `${pick(CONSONANTS, 2 * one)}${pick(VOWELS, 2 * one + 1)}`);
  const digits = [10, 11].map((one) => pick('23456789', one)).join('');
  return `${syllables.slice(0, 3).join('')}-${syllables.slice(3).join('')}-${digits}`;
}

const METRES_CORRECTION = { below: 3, to: 100 };
const MAX_WEIGHT_KG = 300;

/** A height in centimetres that was typed in metres: 1.7 is 170. */
export function guessHeightCm(height: number): number | undefined {
  return height > 0 && height < METRES_CORRECTION.below
    ? Math.round(height * METRES_CORRECTION.to * 10) / 10
    : undefined;
}

/** A weight that lost its comma: 705 is 70.5. */
export function guessWeightKg(weight: number): number | undefined {
  if (weight <= MAX_WEIGHT_KG) return undefined;
  const tenth = Math.round(weight * 10) / 100;
  return guessWeightKg(tenth) ?? tenth;
}

const OPTIONAL_FIELDS = [
  'weight',
  'height',
  'age',
  'birth_date',
  'suscriptionId',
  'suscription_init',
  'suscription_end',
] as const;

/**
 * The specified body; `notes` and `email` only for a server that takes them. What may be left out goes only when it is
 * given, or as null when it was and is no longer.
 */
export function buildUserPayload(values: UserEdit, stored: User | undefined, takesNotes: boolean) {
  const {
    name,
    gender,
    phone,
    username,
    role,
    password,
    suscription_status,
    status,
    email = null,
    notes = '',
    trainer_id,
  } = values;
  const sentFields = OPTIONAL_FIELDS.filter((field) => (values[field] ?? stored?.[field] ?? null) !== null);
  return {
    name,
    gender,
    ...COUNTRY,
    phone,
    username,
    role,
    ...(password !== undefined && { password }),
    ...Object.fromEntries(sentFields.map((field) => [field, values[field] ?? null])),
    suscription_status,
    status,
    ...(takesNotes && { email, notes }),
    ...(trainer_id !== undefined && { trainer_id }),
  };
}
