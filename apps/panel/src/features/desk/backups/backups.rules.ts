import type { Backup, BackupsReport } from '@pulso/contract/desk/backups';
import { formatClock, formatShortDate } from '@pulso/contract/kit/dates';

export const formatMoment = (instant: string) => `${formatShortDate(instant)}, ${formatClock(instant)}`;

type Report = Pick<BackupsReport, 'trouble' | 'last_good' | 'backups'>;
type Trouble = NonNullable<Report['trouble']>;
/** The trouble with backups, and the backup there is all the same. */
type TroubleWords = { what: string; last: string; find: (report: Report) => Backup | null | undefined };

const lastGood = { last: 'La última buena', find: ({ last_good }: Report) => last_good };
const TROUBLES: Record<Trouble, TroubleWords> = {
  failed: { what: 'La última copia de seguridad falló.', ...lastGood },
  overdue: { what: 'La copia de seguridad está atrasada.', ...lastGood },
  missing: {
    what: 'El archivo de la última copia de seguridad ya no está en su carpeta.',
    last: 'La última que hay',
    find: ({ backups }) => backups.find(({ available }) => available),
  },
  unchecked: {
    what: 'Las últimas copias de seguridad no se pudieron comprobar.',
    last: 'La última comprobada',
    find: ({ backups }) => backups.find(({ verified_at }) => verified_at),
  },
};

/** A warning for the owner; undefined if all is well. */
export function describeTrouble(report: Report): string | undefined {
  if (!report.trouble) return undefined;
  const { what, last, find } = TROUBLES[report.trouble];
  const backup = find(report);
  return `${what} ${backup ? `${last} es del ${formatMoment(backup.started_at)}.` : 'Todavía no hay ninguna.'}`;
}

/** The newest backup's own words about what is wrong with it. */
export function describeReason({ trouble, backups }: Report): string {
  const isOfBackup = trouble === 'failed' || trouble === 'unchecked';
  return (isOfBackup && backups.find(({ state }) => state === 'done' || state === 'failed')?.problem) || '';
}
