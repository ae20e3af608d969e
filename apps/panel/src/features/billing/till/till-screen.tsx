import type { Till } from '@pulso/contract/billing/till';
import { shown } from '@pulso/contract/kit/labels';
import { ArrowDownToLine, ArrowUpFromLine, History, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { addresses } from '#addresses';
import { reasonOf } from '#api/client';
import { CLOSE_TILL, CloseTillDialog } from '#features/billing/till/close-dialog';
import { MovementDialog, movementTitles } from '#features/billing/till/movement-dialog';
import { OpenTill } from '#features/billing/till/open-till';
import { useTill } from '#features/billing/till/till-calls';
import { momentOf, tillColumns } from '#features/billing/till/till-columns';
import { TillFigures } from '#features/billing/till/till-figures';
import { unclosedWords } from '#features/billing/till/till.rules';
import { isResuming } from '#forms/form-dialog';
import { Link } from '#navigation/link';
import { Button } from '#ui/button';
import { DataTable, TableSkeleton } from '#ui/data-table';
import { LinkButton } from '#ui/links';
import { formatCount } from '#ui/numbers';
import { PageHeader } from '#ui/page';
import { EmptyState, FailureState } from '#ui/states';
import { useNow } from '#ui/use-now';

const TITLE = 'Caja';
const titles = { ...movementTitles, close: CLOSE_TILL };
type Open = keyof typeof titles;

/** The session may have ended over a dialog. */
const resumed = () => (Object.keys(titles) as Open[]).find((one) => isResuming(titles[one]));

function TillSkeleton() {
  return (
    <>
      <div className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} data-skeleton className="skeleton h-40 rounded-card" />
        ))}
      </div>
      <TableSkeleton />
    </>
  );
}

export function TillScreen() {
  const { data: till, error, isPending, refetch } = useTill();
  const failed = error && (
    <div className="mb-4">
      <FailureState message="Error al cargar la caja" reason={reasonOf(error)} onRetry={() => void refetch()} />
    </div>
  );
  if (till) return <OpenTillView till={till}>{failed}</OpenTillView>;
  return (
    <>
      <PageHeader title={TITLE} context="" />
      {failed}
      {isPending && <TillSkeleton />}
      {till === null && <OpenTill />}
    </>
  );
}

type Props = { till: NonNullable<Till>; children: ReactNode };

function OpenTillView({ till, children }: Props) {
  const [open, setOpen] = useState(resumed);
  const close = () => setOpen(undefined);
  const late = unclosedWords(till.since, useNow());
  const { rows, rows_total } = till;
  return (
    <>
      <PageHeader title={TITLE} context={`Abierta desde el ${shown(momentOf(till.since))}`}>
        <LinkButton to={addresses.till.closes} icon={<History aria-hidden className="size-4" />}>
          Cierres
        </LinkButton>
        <Button icon={<ArrowDownToLine aria-hidden className="size-4" />} onClick={() => setOpen('income')}>
          {titles.income}
        </Button>
        <Button icon={<ArrowUpFromLine aria-hidden className="size-4" />} onClick={() => setOpen('expense')}>
          {titles.expense}
        </Button>
        <Button look="primary" onClick={() => setOpen('close')}>
          {titles.close}
        </Button>
      </PageHeader>
      {children}
      {late && (
        <p
          role="status"
          className="mb-4 flex items-center gap-2 rounded-control bg-yellow-soft p-3 text-sm font-medium text-yellow"
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {late}
        </p>
      )}
      <TillFigures till={till} />
      {rows.length === 0 ? (
        <EmptyState
          title="Todavía no hay movimientos."
          text="Aquí aparece cada pago, egreso e ingreso desde el último cierre."
        />
      ) : (
        <>
          <h2 className="mb-3 text-lg font-semibold">Movimientos</h2>
          <DataTable caption="Movimientos de la caja" columns={tillColumns} rows={rows} />
          {rows_total > rows.length && (
            <p className="mt-3 text-sm text-muted">
              Se muestran los últimos {formatCount(rows.length)} de {formatCount(rows_total)}.{' '}
              <Link to={addresses.payments.list} className="font-semibold underline">
                Ver todos en Pagos
              </Link>
            </p>
          )}
        </>
      )}
      {(open === 'expense' || open === 'income') && <MovementDialog kind={open} onClose={close} />}
      {open === 'close' && <CloseTillDialog till={till} onClose={close} />}
    </>
  );
}
