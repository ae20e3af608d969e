import type { UserState } from './users.labels';

/** The words of Cobranzas for the same states. */
export const userStateLabels: Record<UserState, string> = {
  covered: 'Al día',
  due_soon: 'Vencen en 7 días',
  due_today: 'Vencen hoy',
  overdue: 'Vencidas',
  lapsed: 'Perdidas',
  none: 'Sin plan',
  paused: 'En pausa',
};
