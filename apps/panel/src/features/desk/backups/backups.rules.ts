import type { BackupsReport } from '@pulso/contract/desk/backups';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';

export const formatMoment = (instant: string) => `${formatShortDate(instant)}, ${formatClock(instant)}`;

/** A warning for the owner; undefined if all is well. */
export function describeTrouble({
  trouble,
  last_good,
}: Pick<BackupsReport, 'trouble' | 'last_good'>): string | undefined {
  if (!trouble) return undefined;
  const last = last_good ? `La última buena es del ${formatMoment(last_good.started_at)}.` : 'Todavía no hay ninguna.';
  return `${trouble === 'failed' ? 'La última copia de seguridad falló.' : 'La copia de seguridad está atrasada.'} ${last}`;
}
