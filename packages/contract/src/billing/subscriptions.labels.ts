import { labelFinder } from '../kit/labels';

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
