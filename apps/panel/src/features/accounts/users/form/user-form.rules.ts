import { COUNTRY, userCreate, userEdit, type User, type UserEdit } from '@pulso/contract/accounts/users';
import { normalizeRole } from '@pulso/contract/accounts/users.labels';
import { ageOn, isDate, pureDate, today } from '@pulso/contract/kit/dates';
import type { Check } from '#forms/form';
import { schemaCheck } from '#forms/schema-check';

const PASSWORDS_DIFFER = 'Las contraseñas no coinciden';

function withConfirmation<T>(check: Check<T>): Check<T> {
  return async (fields, files) => {
    const checked = await check(fields, files);
    if (fields.password === fields.confirm_password) return checked;
    const errors = 'errors' in checked ? checked.errors : {};
    return { errors: { ...errors, confirm_password: PASSWORDS_DIFFER } };
  };
}

const checkNew = withConfirmation<UserEdit>(schemaCheck(userCreate));
const checkChanged = withConfirmation<UserEdit>(schemaCheck(userEdit));

export const userCheck = (user: User | undefined) => (user ? checkChanged : checkNew);

/** Normalizes for the controls: another server may name a role otherwise, or put a time behind a date. */
export function formValues(user: User): Record<string, unknown> {
  const { birth_date, suscription_init, suscription_end, role } = user;
  return {
    ...user,
    role: normalizeRole(role),
    birth_date: pureDate(birth_date),
    suscription_init: pureDate(suscription_init),
    suscription_end: pureDate(suscription_end),
  };
}

/** Value of the age field; empty if the date of birth is invalid or in the future. */
export function ageOf(birth: unknown, day = today()): string {
  return typeof birth === 'string' && isDate(birth) && birth <= day ? String(ageOn(birth, day)) : '';
}

const METRES = { below: 3, to: 100 };
const HEAVIEST_KG = 300;

/** A height in centimetres that was typed in metres: 1.7 is 170. */
export function meantHeight(height: number): number | undefined {
  return height > 0 && height < METRES.below ? Math.round(height * METRES.to * 10) / 10 : undefined;
}

/** A weight that lost its comma: 705 is 70.5. */
export function meantWeight(weight: number): number | undefined {
  if (weight <= HEAVIEST_KG) return undefined;
  const tenth = Math.round(weight * 10) / 100;
  return meantWeight(tenth) ?? tenth;
}

const OPTIONAL = [
  'weight',
  'height',
  'age',
  'birth_date',
  'suscriptionId',
  'suscription_init',
  'suscription_end',
] as const;

/** The specified body. What may be left out goes only when it is given, or as null when it was and is no longer. */
export function userPayload(values: UserEdit, stored: User | undefined) {
  const { name, gender, phone, username, role, password, suscription_status, status } = values;
  const given = OPTIONAL.filter((field) => (values[field] ?? stored?.[field] ?? null) !== null);
  return {
    name,
    gender,
    ...COUNTRY,
    phone,
    username,
    role,
    ...(password !== undefined && { password }),
    ...Object.fromEntries(given.map((field) => [field, values[field] ?? null])),
    suscription_status,
    status,
  };
}
