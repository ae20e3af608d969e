import { Button } from '@pulso/web/ui/controls/button';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState, FailureState } from '@pulso/web/ui/feedback/states';
import { serverOffers } from '#api/session';
import { intervalInWords, sizeInWords, type Backup, type BackupsReport } from '@pulso/contract/desk/backups';
import { Download, Info, Save } from 'lucide-react';
import { BackupProgress } from '#features/desk/backups/backup-progress';
import { formatMoment, describeReason, describeTrouble } from '#features/desk/backups/backups.rules';
import { isInProgress, useBackups, useDownload, useMakeBackup } from '#features/desk/backups/use-backups';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';

const formatPlural = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

function StateBadge({ backup: { state, verified_at } }: { backup: Backup }) {
  if (state === 'failed') return <Badge tone="red">Falló</Badge>;
  if (state !== 'done') return <Badge tone="blue">En marcha</Badge>;
  return verified_at ? <Badge tone="green">Comprobada</Badge> : <Badge tone="yellow">Sin comprobar</Badge>;
}

/** Badge of a backup that is kept for ever or was made by hand; most have none. */
function RetentionBadge({ backup: { made_by, pinned } }: { backup: Backup }) {
  if (pinned) return <Badge tone="grey">Se conserva siempre</Badge>;
  return made_by === 'panel' || made_by === 'command' ? <Badge tone="grey">A mano</Badge> : null;
}

function LastGoodBackup({ report: { last_good, interval_seconds } }: { report: BackupsReport }) {
  return (
    <section aria-labelledby="ultima" className="rounded-card border border-line bg-surface p-5">
      <h2 id="ultima" className="text-sm font-medium text-muted">
        Última copia buena
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-bold tracking-tight tabular-nums">
        {last_good ? formatMoment(last_good.started_at) : 'Ninguna todavía'}
        {last_good && <StateBadge backup={last_good} />}
      </p>
      <p className={`mt-1 text-sm ${interval_seconds > 0 ? 'text-muted' : 'font-medium text-yellow'}`}>
        {interval_seconds > 0
          ? `Se hace sola cada ${intervalInWords(interval_seconds)}, y se comprueba restaurándola aparte.`
          : 'Las copias automáticas están apagadas.'}
      </p>
    </section>
  );
}

function Item({ backup }: { backup: Backup }) {
  const { mutate, isPending } = useDownload();
  const { state, started_at, size, rows, images, missing_images, problem, available } = backup;
  const moment = formatMoment(started_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold tabular-nums">
          {moment}
          <StateBadge backup={backup} />
          <RetentionBadge backup={backup} />
        </p>
        {state === 'done' && (
          <p className="mt-0.5 text-sm text-muted tabular-nums">
            {sizeInWords(size)} · {formatPlural(rows, 'registro', 'registros')} ·{' '}
            {formatPlural(images, 'imagen', 'imágenes')}
            {missing_images > 0 && ` · faltaban ${formatPlural(missing_images, 'imagen', 'imágenes')}`}
          </p>
        )}
        {problem && <p className="mt-0.5 text-sm wrap-anywhere text-muted">{problem}</p>}
      </div>
      {available && (
        <Button
          icon={<Download aria-hidden className="size-4" />}
          aria-label={`Descargar la copia del ${moment}`}
          busy={isPending}
          disabled={isPending}
          onClick={() => mutate(backup)}
        >
          Descargar
        </Button>
      )}
    </li>
  );
}

function BackupsSummary({ report }: { report: BackupsReport }) {
  const runningBackup = report.backups.find(isInProgress);
  const finishedBackups = report.backups.filter((backup) => !isInProgress(backup));
  const trouble = describeTrouble(report);
  return (
    <div className="space-y-4">
      {trouble && <FailureState message={trouble} reason={describeReason(report)} />}
      {runningBackup && (
        <BackupProgress backup={runningBackup} note="Puedes seguir trabajando, o irte de esta pantalla." />
      )}
      <LastGoodBackup report={report} />
      {finishedBackups.length > 0 && (
        <section aria-labelledby="anteriores">
          <h2 id="anteriores" className="mt-8 mb-3 text-lg font-semibold">
            Las últimas
          </h2>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {finishedBackups.map((backup) => (
              <Item key={backup.id} backup={backup} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function BackupsScreen() {
  const offered = serverOffers('backups');
  return offered ? <Backups /> : <NotSupportedNotice />;
}

const SCREEN_TITLE = 'Copias de seguridad';

function NotSupportedNotice() {
  return (
    <>
      <PageHeader title={SCREEN_TITLE} />
      <EmptyState title="Este servidor no hace copias desde el panel" />
    </>
  );
}

function Backups() {
  const { data, error, isPending, refetch } = useBackups();
  const { mutate, isPending: beginning } = useMakeBackup();
  const busy = beginning || (data?.backups.some(isInProgress) ?? false);
  return (
    <>
      <PageHeader
        title={SCREEN_TITLE}
        context="Para que nada se pierda, pase lo que pase."
        action={
          <Button
            look="primary"
            icon={<Save aria-hidden className="size-4" />}
            busy={busy}
            disabled={busy || isPending}
            onClick={() => mutate()}
          >
            {busy ? 'Haciendo una…' : 'Hacer una ahora'}
          </Button>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {isPending && (
          <div
            role="status"
            aria-busy="true"
            aria-label="Cargando"
            className="flex h-85 flex-col gap-3 rounded-card border border-line bg-surface p-5 sm:h-29"
          >
            <div className="skeleton h-5 w-40" />
            <div className="skeleton h-4 w-full max-w-80" />
            <div className="skeleton h-4 w-2/3 max-w-60" />
          </div>
        )}
        {error && <FailureState message="Error al cargar las copias de seguridad" onRetry={() => void refetch()} />}
        {data && <BackupsSummary report={data} />}
        <aside aria-label="Información" className="border-line p-1 text-sm text-muted lg:border-l lg:py-1 lg:pl-5">
          <p className="mb-2 flex items-center gap-2 font-semibold">
            <Info aria-hidden className="size-5" /> Qué hay en una copia
          </p>
          <ul className="list-disc space-y-1 pl-5">
            <li>Todo tu negocio en un archivo: usuarios, pagos, contenidos e imágenes.</li>
            <li>Descarga una de vez en cuando y guárdala fuera de este servidor, donde nadie más la lea.</li>
            <li>Para volver a una, quien instaló Pulso usa «npm run restore».</li>
          </ul>
        </aside>
      </div>
    </>
  );
}
