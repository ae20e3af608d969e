import { paymentMethods } from '@pulso/contract/billing/payments.labels';
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
import { Badge } from '#ui/feedback/badge';
import { Button } from '#ui/controls/button';
import { DataTable, TableSkeleton } from '#ui/lists/data-table';
import { LinkButton } from '#ui/controls/links';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { EmptyState, FailureState } from '#ui/feedback/states';
import { useNow } from '#ui/hooks/use-now';

const TITLE = 'Caja';
const MOVEMENTS = 'Movimientos';
const titles = { ...movementTitles, close: CLOSE_TILL };
type Open = keyof typeof titles;

/** The session may have ended over a dialog. */
const resumed = () => (Object.keys(titles) as Open[]).find((one) => isResuming(titles[one]));

function TillSkeleton() {
  return (
    <>
      <div className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
        {paymentMethods.map((method) => (
          <div key={method} data-skeleton className="skeleton h-38.5 rounded-card sm:h-41.5" />
        ))}
      </div>
      <h2 className="mb-3 text-lg font-semibold">{MOVEMENTS}</h2>
      <TableSkeleton columns={tillColumns} />
    </>
  );
}

type ActionProps = { onOpen?: (what: Open) => void };

/** The buttons are there from the start, disabled, so that nothing moves when the till comes. */
const opens = (what: Open, onOpen: ActionProps['onOpen']) => ({ disabled: !onOpen, onClick: () => onOpen?.(what) });

function CloseButton({ onOpen }: ActionProps) {
  return (
    <Button look="primary" {...opens('close', onOpen)}>
      {titles.close}
    </Button>
  );
}

const closes = (
  <LinkButton to={addresses.till.closes} icon={<History aria-hidden className="size-4" />}>
    Cierres
  </LinkButton>
);

/** On a phone the two kinds of money side by side, and the way to the past below. */
const halfClass = 'max-sm:-order-1 max-sm:flex-1 max-sm:px-2!';

function TillActions({ onOpen }: ActionProps) {
  return (
    <>
      {closes}
      <Button
        icon={<ArrowDownToLine aria-hidden className="size-4" />}
        className={halfClass}
        {...opens('income', onOpen)}
      >
        {titles.income}
      </Button>
      <Button
        icon={<ArrowUpFromLine aria-hidden className="size-4" />}
        className={halfClass}
        {...opens('expense', onOpen)}
      >
        {titles.expense}
      </Button>
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
      <PageHeader title={TITLE} context="" action={isPending && <CloseButton />}>
        {isPending ? <TillActions /> : till === undefined && closes}
      </PageHeader>
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
  const since = (
    <>
      Abierta desde el {shown(momentOf(till.since))}
      {late && (
        <span role="status" className="ml-2">
          <Badge tone="yellow">
            <TriangleAlert aria-hidden className="size-3" /> {late}
          </Badge>
        </span>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={TITLE} context={since} action={<CloseButton onOpen={setOpen} />}>
        <TillActions onOpen={setOpen} />
      </PageHeader>
      {children}
      <TillFigures till={till} />
      {rows.length === 0 ? (
        <EmptyState
          title="Todavía no hay movimientos."
          text="Aquí aparece cada pago, egreso e ingreso desde el último cierre."
        />
      ) : (
        <>
          <h2 className="mb-3 text-lg font-semibold">{MOVEMENTS}</h2>
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
