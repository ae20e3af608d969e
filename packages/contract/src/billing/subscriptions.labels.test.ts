import { expect, it } from 'vitest';
import { historyStatuses, historyStatusLabel } from './subscriptions.labels';

it('a subscription in the history has five values and their labels', () => {
  expect(historyStatuses.map((status) => [status, historyStatusLabel(status)])).toEqual([
    ['active', 'Activa'],
    ['completed', 'Completada'],
    ['expired', 'Expirada'],
    ['canceled', 'Cancelada'],
    ['pending', 'Pendiente'],
  ]);
  expect(historyStatusLabel('frozen')).toBe('frozen');
});
