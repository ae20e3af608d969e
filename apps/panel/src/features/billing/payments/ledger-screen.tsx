import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { BadgeCheck, Banknote } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { serverOffers } from '#api/session';
import type { ChargeProps } from '#features/billing/charge/charge-dialog';
import { AnnulDialog } from '#features/billing/payments/annul-dialog';
import { ExportButton } from '#features/billing/payments/export-button';
import { PAGE_SIZE, readAllPayments, useLedger } from '#features/billing/payments/ledger-calls';
import { useLedgerColumns } from '#features/billing/payments/ledger-columns';
import { RefundDialog } from '#features/billing/payments/refund-dialog';
import { LedgerTotals } from '#features/billing/payments/ledger-totals';
import { defaultView, toLedgerQuestion, type LedgerView } from '#features/billing/payments/ledger.rules';
import { ListStates } from '#screens/list-states';
import { useFilters } from '#screens/use-filters';
import { DataTable, TableSkeleton } from '#ui/lists/data-table';
import { Filters } from '#ui/lists/filters';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { SearchBox } from '#ui/lists/search-box';
import { SimilarNote } from '#ui/lists/similar-note';
import { useDebounced } from '#ui/hooks/use-debounced';

// Calendars and lists to choose from come when the filters are opened.
const LedgerFilters = lazy(async () => ({
  default: (await import('#features/billing/payments/ledger-filters')).LedgerFilters,
}));

const ChargeSomebodyDialog = lazy(async () => ({
  default: (await import('#features/billing/charge/charge-somebody-dialog')).ChargeSomebodyDialog,
}));

const TYPING_PAUSE_MS = 200;

const parsePageNumber = (text: string) => Math.max(1, Math.trunc(Number(text)) || 1);
const lastPage = (total: number) => Math.max(1, Math.ceil(total / PAGE_SIZE));

/** '01/11/2026 – 30/11/2026' */
function formatDateRange({ desde, hasta }: LedgerView): string {
  const [from, to] = [formatDate(desde), formatDate(hasta)];
  if (from && to) return from === to ? from : `${from} – ${to}`;
  return from ? `desde el ${from}` : to && `hasta el ${to}`;
}

type Props = {
  /** Way to the links to pay with. */
  links?: ReactNode;
  /** Dialog that charges a client, where it is another. */
  SaleDialog?: ComponentType<ChargeProps>;
};

export function LedgerScreen({ links, SaleDialog }: Props) {
  const day = today(useNow());
  const first = useMemo(() => defaultView(day), [day]);
  const { view, show, filter, active, goTo } = useFilters(first);
  const search = useDebounced(view.buscar, TYPING_PAUSE_MS);
  // Only a typed search is debounced.
  const question = toLedgerQuestion({ ...view, buscar: view.buscar === '' ? '' : search });
  const page = parsePageNumber(view.pagina);
  const list = useLedger(question, page);
  const { data: rows, meta, isOld } = list;
  const total = meta?.total;
  const [undoing, setUndoing] = useState<{ row: LedgerRow; how: 'annul' | 'refund' }>();
  const UndoingDialog = undoing?.how === 'refund' ? RefundDialog : AnnulDialog;
  const columns = useLedgerColumns(setUndoing);
  const isRangeSet = view.desde !== first.desde || view.hasta !== first.hasta;
  const clear = () => filter(first);

  // An address may be older than its last page.
  const isPast = !isOld && rows?.length === 0 && !!total && page > lastPage(total);
  useEffect(() => {
    if (isPast) show({ pagina: String(lastPage(total)) });
  });

  const countText = total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'movimiento' : 'movimientos'}`;
  return (
    <>
      <PageHeader
        title="Pagos"
        context={[countText, countText && formatDateRange(view)].filter(Boolean).join(' · ')}
        action={
          serverOffers('renew') && (
            <Button
              look="primary"
              icon={<Banknote aria-hidden className="size-4" />}
              onClick={() => show({ abrir: 'cobrar' })}
            >
              Cobrar
            </Button>
          )
        }
      >
        <LinkButton to={addresses.payments.verify} icon={<BadgeCheck aria-hidden className="size-4" />}>
          A verificar
        </LinkButton>
        {links}
        <ExportButton question={question} disabled={!total} />
      </PageHeader>
      <Filters
        search={
          <SearchBox
            label="Buscar por número, cliente o transacción..."
            value={view.buscar}
            onChange={(buscar) => filter({ buscar })}
          />
        }
        active={active + Number(isRangeSet)}
        onClear={total === 0 ? undefined : clear}
      >
        <Suspense fallback={<div className="skeleton h-16 flex-1 max-sm:col-span-2" />}>
          <LedgerFilters view={view} filter={filter} rows={rows ?? []} />
        </Suspense>
      </Filters>
      {(meta || list.isPending) && <LedgerTotals meta={meta} />}
      {meta?.more && (
        <p className="mb-4 text-sm text-muted">
          Son los pagos de los 1.000 clientes más nuevos con ese nombre. Escribe más letras para ver los demás.
        </p>
      )}
      <ListStates
        list={list}
        found={rows}
        failure="Error al cargar los pagos"
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          <EmptyState title="No hay pagos en este período." text="Prueba con otras fechas o con menos filtros.">
            {(active > 0 || isRangeSet || view.buscar !== '') && <Button onClick={clear}>Limpiar Filtros</Button>}
          </EmptyState>
        }
      >
        {(found) => (
          <div aria-busy={isOld || undefined} className="transition-opacity duration-150 aria-busy:opacity-60">
            {meta?.similar && <SimilarNote />}
            <DataTable caption="Pagos" columns={columns} rows={found} readAll={() => readAllPayments(question)} />
            <Pagination page={page} limit={PAGE_SIZE} total={total ?? found.length} onPage={goTo} />
          </div>
        )}
      </ListStates>
      {undoing && <UndoingDialog row={undoing.row} onClose={() => setUndoing(undefined)} />}
      {view.abrir === 'cobrar' && serverOffers('renew') && (
        <Suspense>
          <ChargeSomebodyDialog SaleDialog={SaleDialog} onClose={() => show({ abrir: '' })} />
        </Suspense>
      )}
    </>
  );
}
