/**
 * The extras that a client can discover in the login's answer; those of every server that has extras at all. 'catalogues' are
 * those that no document has.
 */
export const EXTRAS = [
  'logout',
  'logout-all',
  'idempotency-key',
  'notifications',
  'restore',
  'expiring-users',
  'user-picture',
  'user-notes',
  'backups',
  'image-removal',
  'erase-user',
  'renew',
  'past-starts',
  'pause',
  'ledger',
  'collections',
  'duplicate',
  'free-packages',
  'prices',
  'business',
  'own-business',
  'coaching',
  'workouts',
  'routines',
  'library',
  'segments',
  'audiences',
  'import',
  'catalogues',
  'events',
  'version',
] as const;

/**
 * Only some servers have the last four at the moment: for administrators demonstration data, first steps to take, and trainers who are
 * let in; and links to pay at Mercado Pago, where that is configured.
 */
export type Extra = (typeof EXTRAS)[number] | 'demo' | 'first-steps' | 'trainers' | 'mercadopago';

/** Those of a trainer who is let in; 'trainers' among them says so. */
export const TRAINER_EXTRAS = [
  'logout',
  'logout-all',
  'idempotency-key',
  'expiring-users',
  'image-removal',
  'duplicate',
  'coaching',
  'workouts',
  'trainers',
] as const satisfies readonly Extra[];
