import type { Backup } from '@pulso/contract/desk/backups';
import { fillClass } from '#ui/feedback/bar';

type Props = { backup: Pick<Backup, 'state' | 'progress'>; note: string };

/** Progress of the backup that is being made. */
export function BackupProgress({ backup: { state, progress }, note }: Props) {
  const words = state === 'copying' ? 'Copiando datos e imágenes…' : 'Comprobando que se pueda restaurar…';
  return (
    <section aria-label="Copia en marcha" className="rounded-card border border-line bg-surface p-5">
      <p className="mb-2 flex justify-between gap-3 text-sm tabular-nums">
        <span role="status">{words}</span>
        <span>{progress} %</span>
      </p>
      <div
        role="progressbar"
        aria-label="Copia de seguridad"
        aria-valuenow={progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-grey-soft"
      >
        <div
          className={`h-full rounded-full transition-[width] duration-500 ${fillClass('accent')}`}
          style={{ width: `${progress}%` }}
        />
      </div>
      <p className="mt-2 text-xs text-muted">{note}</p>
    </section>
  );
}
