import type { CollectionAction } from '#features/billing/collections/collection-item';

/** Keys that act on a row of the list, with their action and its words in the help; the order is that of the help. */
export const collectionKeys: readonly { key: string; action: CollectionAction; what: string }[] = [
  { key: 'W', action: 'write', what: 'Escribir por WhatsApp' },
  { key: 'C', action: 'charge', what: 'Cobrar' },
  { key: 'R', action: 'renew', what: 'Renovar' },
  { key: 'P', action: 'promise', what: 'Anotar una promesa' },
  { key: 'S', action: 'snooze', what: 'Posponer' },
  { key: 'T', action: 'template', what: 'Elegir la plantilla' },
  { key: 'Enter', action: 'details', what: 'Ver detalles' },
];

export const actionOfKey = (pressed: string): CollectionAction | undefined =>
  collectionKeys.find(({ key }) => key.toLowerCase() === pressed.toLowerCase())?.action;
