import { daysBetween, daysLabel } from '@pulso/contract/kit/dates';

/** 'Venció hace 3 días', 'Vence hoy', 'Vence en 5 días'. */
export function describeDueDate(end: string | null, today: string): string {
  if (end === null) return 'Sin plan';
  const days = daysBetween(today, end);
  if (days === 0) return 'Vence hoy';
  return days > 0 ? `Vence en ${daysLabel(days)}` : `Venció hace ${daysLabel(-days)}`;
}
