/** The lists of Cobranzas, in the order of their tabs. */
export const collectionLists = ['due_today', 'due_soon', 'overdue', 'lapsed', 'no_plan', 'debt', 'promised'] as const;
export type CollectionList = (typeof collectionLists)[number];

export const collectionListLabels: Record<CollectionList, string> = {
  due_today: 'Vencen hoy',
  due_soon: 'Vencen en 7 días',
  overdue: 'Vencidas',
  lapsed: 'Perdidas',
  no_plan: 'Sin plan',
  debt: 'Con deuda',
  promised: 'Promesas',
};

export const MAX_SNOOZE_DAYS = 90;
export const MAX_PROMISE_DAYS = 60;

export const contactChannels = ['whatsapp', 'llamada', 'persona', 'otro'] as const;
export type ContactChannel = (typeof contactChannels)[number];

export const contactChannelLabels: Record<ContactChannel, string> = {
  whatsapp: 'WhatsApp',
  llamada: 'Llamada',
  persona: 'En persona',
  otro: 'Otro',
};
