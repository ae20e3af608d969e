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
  'pause',
  'ledger',
  'collections',
  'duplicate',
  'prices',
  'business',
  'own-business',
  'coaching',
  'segments',
  'catalogues',
  'events',
  'version',
] as const;

/** Only some servers have the last two at the moment, for administrators: demonstration data, or first steps to take. */
export type Extra = (typeof EXTRAS)[number] | 'demo' | 'first-steps';
