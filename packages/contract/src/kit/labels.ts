/** Value lists for z.enum and selects, and the words that the screen shows for them. */

/** What is read where nothing was said: of figures and dates, of choices, of names. */
export const NOT_SAID = '—';
const UNSPECIFIED = 'No especificado';
const UNNAMED = 'Sin nombre';

export function shownName(name: string): string {
  return name.trim() === '' ? UNNAMED : name;
}

export function shown(text: string): string {
  return text.trim() === '' ? NOT_SAID : text;
}

type Labels<Value extends string> = Readonly<Record<Value, string>>;

// A word that no list knows is shown as it came; a Map, because 'constructor' is no label.
function labelFinder<Value extends string>(labels: Labels<Value>) {
  const found = new Map<string, string>([['', UNSPECIFIED], ...Object.entries<string>(labels)]);
  return (value: string) => found.get(value);
}

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
  const known = normalizeRole(role);
  return known ? roleLabels[known] : role || UNSPECIFIED;
}

export const genders = ['Male', 'Female', 'Unisex'] as const;
export type Gender = (typeof genders)[number];

const findUserGender = labelFinder<Gender>({ Male: 'Masculino', Female: 'Femenino', Unisex: 'Otro' });
const findGender = labelFinder<Gender>({ Male: 'Masculino', Female: 'Femenino', Unisex: 'Unisex' });

export function userGenderLabel(gender: string): string {
  return findUserGender(gender) ?? gender;
}

/** Of trainings, diets and packages; a person's third gender reads 'Otro' instead. */
export function genderLabel(gender: string): string {
  return findGender(gender) ?? gender;
}

export function statusLabel(active: boolean): string {
  return active ? 'Activo' : 'Inactivo';
}

export function yesOrNo(value: boolean): string {
  return value ? 'Sí' : 'No';
}

export function dietStatusLabel(active: boolean): string {
  return active ? 'Activa' : 'Inactiva';
}

export const historyStatuses = ['active', 'completed', 'expired', 'canceled', 'pending'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

const findHistoryStatus = labelFinder<HistoryStatus>({
  active: 'Activa',
  completed: 'Completada',
  expired: 'Expirada',
  canceled: 'Cancelada',
  pending: 'Pendiente',
});

export function historyStatusLabel(status: string): string {
  return findHistoryStatus(status) ?? status;
}

export const paymentStatuses = ['completed', 'pending', 'failed', 'processing'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const findPaymentStatus = labelFinder<PaymentStatus>({
  completed: 'Completado',
  pending: 'Pendiente',
  failed: 'Fallido',
  processing: 'Procesando',
});

export function paymentStatusLabel(status: string): string {
  return findPaymentStatus(status) ?? status;
}

export const paymentTypes = ['subscription', 'package', 'product', 'other'] as const;
export type PaymentType = (typeof paymentTypes)[number];

const findPaymentType = labelFinder<PaymentType>({
  subscription: 'Suscripción',
  package: 'Paquete',
  product: 'Producto',
  other: 'Otro',
});

export function paymentTypeLabel(type: string): string {
  return (type && findPaymentType(type)) || 'Otro';
}

export const paymentMethods = ['efectivo', 'tarjeta', 'transferencia', 'mercadopago'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const findPaymentMethod = labelFinder<PaymentMethod>({
  efectivo: 'Efectivo',
  tarjeta: 'Tarjeta',
  transferencia: 'Transferencia',
  mercadopago: 'Mercado Pago',
});

export function paymentMethodLabel(method: string): string {
  return findPaymentMethod(method) ?? method;
}
