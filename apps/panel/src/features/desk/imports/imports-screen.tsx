import type { ImportSummary } from '@pulso/contract/desk/imports';
import { dateOfInstant, formatClock, formatShortDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { navigate } from '@pulso/web/navigation/navigation';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { addresses, filteredAddress } from '#addresses';
import { mayVisit } from '#api/session';
import { useViewState } from '#api/view-state';
import { ExportEverything } from '#features/desk/exports/export-everything';
import { DropZone } from '#features/desk/imports/drop-zone';
import { useImports } from '#features/desk/imports/imports-calls';
import { describeCounts } from '#features/desk/imports/imports.rules';
import { Rehearsal } from '#features/desk/imports/rehearsal';
import { PageHeader } from '#ui/layout/page';

const addressOf = (id: number) => filteredAddress(addresses.imports, { ver: String(id) });

function Item({ row: { id, file, created_at, author, counts } }: { row: ImportSummary }) {
  return (
    <li>
      <Link to={addressOf(id)} className="flex items-center gap-3 px-4 py-3 transition-colors hover:bg-sunken">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{file}</span>
          <span className="block text-sm text-muted tabular-nums">
            {describeCounts(counts)} · {formatShortDate(dateOfInstant(created_at))}, {formatClock(created_at)}
            {author !== null && ` · ${displayName(author)}`}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** Files of the last week, to go on with or to take back. */
function LastImports() {
  const { data, error, refetch } = useImports();
  if (error) return <FailureState message="Error al cargar las importaciones" onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="ultimas">
      <h2 id="ultimas" className="mb-3 text-lg font-semibold">
        De los últimos 7 días
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {data.map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

export function ImportsScreen() {
  const [{ ver }] = useViewState({ ver: '' });
  if (/^\d{1,10}$/.test(ver)) return <Rehearsal key={ver} id={Number(ver)} />;
  return (
    <>
      <PageHeader
        title="Importar y exportar"
        context="Trae tus clientes de una planilla, y llévate todo cuando quieras."
      />
      <div className="space-y-6">
        <DropZone onDone={({ id }) => void navigate(addressOf(id))} />
        <p className="text-sm text-muted">
          ¿Son pocos?{' '}
          <Link to={addresses.users.create} className="font-medium text-text underline underline-offset-2">
            Agrégalos a mano
          </Link>
        </p>
        <LastImports />
        {mayVisit('backups') && <ExportEverything />}
      </div>
    </>
  );
}
