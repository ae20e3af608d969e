import { paymentMethods } from '@pulso/contract/billing/payments.labels';
import type { Till } from '@pulso/contract/billing/till';
import { textOrDash } from '@pulso/contract/kit/labels';
import { ArrowDownToLine, ArrowUpFromLine, History, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState, FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { useViewState } from '#api/view-state';
import { CLOSE_TILL_TITLE, CloseTillDialog } from '#features/billing/till/close-till-dialog';
import { MovementDialog, movementTitles } from '#features/billing/till/movement-dialog';
import { OpenTillForm } from '#features/billing/till/open-till-form';
import { useTill } from '#features/billing/till/till-calls';
import { formatMoment, tillColumns } from '#features/billing/till/till-columns';
import { TillFigures } from '#features/billing/till/till-figures';
import { describeUnclosedDays } from '#features/billing/till/till.rules';
import { hasDraftToResume } from '#forms/form-dialog';
import { DataTable, TableSkeleton } from '#ui/lists/data-table';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';

const SCREEN_TITLE = 'Caja';
const MOVEMENTS_TITLE = 'Movimientos';
const dialogTitles = { ...movementTitles, close: CLOSE_TILL_TITLE };
type OpenDialog = keyof typeof dialogTitles;

/** The session may have ended over a dialog. */
const resumedDialog = () =>
  (Object.keys(dialogTitles) as OpenDialog[]).find((one) => hasDraftToResume(dialogTitles[one]));

function TillSkeleton() {
  return (
    <>
      <div className="mb-6 grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
        {paymentMethods.map((method) => (
          <div key={method} data-skeleton className="skeleton h-38.5 rounded-card sm:h-41.5" />
        ))}
      </div>
      <h2 className="mb-3 text-lg font-semibold">{MOVEMENTS_TITLE}</h2>
      <TableSkeleton columns={tillColumns} />
    </>
  );
}

type ActionProps = { onOpen?: (what: OpenDialog) => void };

/** The buttons are there from the start, disabled, so that nothing moves when the till comes. */
const dialogButtonProps = (what: OpenDialog, onOpen: ActionProps['onOpen']) => ({
  disabled: !onOpen,
  onClick: () => onOpen?.(what),
});

function CloseButton({ onOpen }: ActionProps) {
  return (
    <Button look="primary" {...dialogButtonProps('close', onOpen)}>
      {dialogTitles.close}
    </Button>
  );
}

const closesLink = (
  <LinkButton to={addresses.till.closes} icon={<History aria-hidden className="size-4" />}>
    Cierres
  </LinkButton>
);

/** On a phone the two kinds of money side by side, and the way to the past below. */
const halfWidthClass = 'max-sm:-order-1 max-sm:flex-1 max-sm:px-2!';

function TillActions({ onOpen }: ActionProps) {
  return (
    <>
      {closesLink}
      <Button
        icon={<ArrowDownToLine aria-hidden className="size-4" />}
        className={halfWidthClass}
        {...dialogButtonProps('income', onOpen)}
      >
        {dialogTitles.income}
      </Button>
      <Button
        icon={<ArrowUpFromLine aria-hidden className="size-4" />}
        className={halfWidthClass}
        {...dialogButtonProps('expense', onOpen)}
      >
        {dialogTitles.expense}
      </Button>
    </>
  );
}

export function TillScreen() {
  const { data: till, error, isPending, refetch } = useTill();
  const failureBox = error && (
    <div className="mb-4">
      <FailureState message="Error al cargar la caja" reason={reasonOf(error)} onRetry={() => void refetch()} />
    </div>
  );
  if (till) return <OpenTillView till={till}>{failureBox}</OpenTillView>;
  return (
    <>
      <PageHeader title={SCREEN_TITLE} context="" action={isPending && <CloseButton />}>
        {isPending ? <TillActions /> : till === undefined && closesLink}
      </PageHeader>
      {failureBox}
      {isPending && <TillSkeleton />}
      {till === null && <OpenTillForm />}
    </>
  );
}

type Props = { till: NonNullable<Till>; children: ReactNode };

function OpenTillView({ till, children }: Props) {
  const [{ abrir }, show] = useViewState({ abrir: '' });
  const [opened, setOpen] = useState(resumedDialog);
  const open = opened ?? (abrir === 'cierre' ? 'close' : undefined);
  const close = () => {
    setOpen(undefined);
    if (abrir) show({ abrir: '' });
  };
  const unclosedNote = describeUnclosedDays(till.since, useNow());
  const { rows, rows_total } = till;
  const since = (
    <>
      Abierta desde el {textOrDash(formatMoment(till.since))}
      {unclosedNote && (
        <span role="status" className="ml-2">
          <Badge tone="yellow">
            <TriangleAlert aria-hidden className="size-3" /> {unclosedNote}
          </Badge>
        </span>
      )}
    </>
  );
  return (
    <>
      <PageHeader title={SCREEN_TITLE} context={since} action={<CloseButton onOpen={setOpen} />}>
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
          <h2 className="mb-3 text-lg font-semibold">{MOVEMENTS_TITLE}</h2>
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
