import { expect, it } from 'vitest';
import { historyStatuses, historyStatusLabel, periodBadge } from './subscriptions.labels';

it('USD-68 a subscription in the history has five values and their labels', () => {
  expect(historyStatuses.map((status) => [status, historyStatusLabel(status)])).toEqual([
    ['active', 'Activa'],
    ['completed', 'Completada'],
    ['expired', 'Expirada'],
    ['canceled', 'Cancelada'],
    ['pending', 'Pendiente'],
  ]);
  expect(historyStatusLabel('frozen')).toBe('frozen');
});

const today = '2026-11-18';
const user = { suscription_status: true, suscription_end: '2026-12-01' };
const badge = (status: string, start_date: string, end_date: string, of = user) =>
  periodBadge({ status, start_date, end_date }, of, today);

it('A3 a period says when it begins, that it ends today or that it is over, whichever status it has', () => {
  expect(badge('active', '2026-11-01', '2026-12-01')).toEqual({ text: 'Activa', tone: 'green' });
  expect(badge('pending', '2026-11-21', '2026-12-21')).toEqual({ text: 'Empieza el 21 nov', tone: 'blue' });
  expect(badge('pending', '2027-01-05', '2027-02-05').text).toBe('Empieza el 5 ene 2027');
  for (const status of ['expired', 'active'])
    expect(badge(status, '2026-10-18', today)).toEqual({ text: 'Vence hoy', tone: 'yellow' });
  for (const status of ['expired', 'completed'])
    expect(badge(status, '2026-10-01', '2026-11-01')).toEqual({ text: 'Terminada', tone: 'grey' });
  // The next period has begun today, so nothing is due.
  expect(badge('completed', '2026-10-18', today).text).toBe('Terminada');
  expect(badge('canceled', '2026-11-01', '2026-12-01').text).toBe('Cancelada');
  expect(badge('frozen', '2026-11-01', '').text).toBe('frozen');
});

it('A23 the period of a subscription that was switched off has the word of the client’s badge', () => {
  const off = { ...user, suscription_status: false };
  expect(badge('canceled', '2026-11-01', '2026-12-01', off)).toEqual({ text: 'Desactivada', tone: 'grey' });
  expect(badge('canceled', '2026-09-01', '2026-10-01', off).text).toBe('Cancelada');
});
