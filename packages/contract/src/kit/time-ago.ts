import { formatDate } from './dates';

const MINUTE_MS = 60_000;

/** 'hace un momento', 'hace 1 minuto', 'hace 3 horas'; from two days on its date: 'el 05/03/2025'. */
export function timeAgo(instant: string | Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(instant).getTime()) / MINUTE_MS);
  if (minutes < 1) return 'hace un momento';
  if (minutes < 60) return `hace ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `hace ${hours} ${hours === 1 ? 'hora' : 'horas'}` : `el ${formatDate(instant)}`;
}
