import { labelFinder, UNSPECIFIED, type Gender, type Labels } from '../kit/labels';

export const roles = ['ADMIN', 'TRAINER', 'CLIENT'] as const;
export type Role = (typeof roles)[number];

const roleLabels: Labels<Role> = { ADMIN: 'Administrador', TRAINER: 'Entrenador', CLIENT: 'Cliente' };

const roleNames = new Map<unknown, Role>([
  ['ADMIN', 'ADMIN'],
  ['admin', 'ADMIN'],
  ['administrador', 'ADMIN'],
  ['TRAINER', 'TRAINER'],
  ['trainer', 'TRAINER'],
  ['entrenador', 'TRAINER'],
  ['CLIENT', 'CLIENT'],
  ['client', 'CLIENT'],
  ['cliente', 'CLIENT'],
]);

/** Exactly the documented names: no trimming, no other case, no look-alike letters. */
export function normalizeRole(value: unknown): Role | undefined {
  return roleNames.get(value);
}

export function roleLabel(role: string): string {
  const knownRole = normalizeRole(role);
  return knownRole ? roleLabels[knownRole] : role || UNSPECIFIED;
}

const findUserGender = labelFinder<Gender>({ Male: 'Masculino', Female: 'Femenino', Unisex: 'Otro' });

export function userGenderLabel(gender: string): string {
  return findUserGender(gender) ?? gender;
}

/** Where a client's subscription stands; one in pause is covered, and so is one that ends soon. */
export const userStates = ['covered', 'due_soon', 'due_today', 'overdue', 'lapsed', 'none', 'paused'] as const;
export type UserState = (typeof userStates)[number];

export const SEGMENT_GONE = 'Este filtro usa algo que ya no existe';
export const INVALID_TRAINER = 'El entrenador no es válido';
