import { paymentMethods } from '@pulso/contract/billing/payments.labels';
import type { TillClose } from '@pulso/contract/billing/till';
import { MISSING_VALUE, textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Inbox } from 'lucide-react';
import { BackLink } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useViewState } from '#api/view-state';
import { CLOSES_PAGE_SIZE, useTillCloses } from '#features/billing/till/till-calls';
import { formatMoment } from '#features/billing/till/till-columns';
import { DifferenceBadge } from '#features/billing/till/difference-badge';
import { ListStates } from '#screens/list-states';
import { TruncatedText } from '#ui/layout/truncated-text';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { RowTitle } from '#ui/lists/row-title';

const formatAmount = (amount: number | undefined) =>
  amount === undefined ? MISSING_VALUE : textOrDash(formatMoney(amount));

/** A badge for each method that differs: money missing from the drawer does not come back because the bank shows more. */
function Differences({ of }: { of: TillClose['differences'] }) {
  const differing = paymentMethods.filter((method) => of[method]);
  if (differing.length === 0) return <DifferenceBadge counted={0} expected={0} />;
  return (
    <span className="flex flex-wrap gap-1.5">
      {differing.map((method) => (
        <DifferenceBadge key={method} method={method} counted={of[method] ?? 0} expected={0} />
      ))}
    </span>
  );
}

const columns: Column<TillClose>[] = [
  {
    key: 'cierre',
    title: 'Cierre',
    cell: ({ id, closed_at }) => (
      <RowTitle name={`N.º ${id}, ${formatMoment(closed_at)}`} to={addresses.till.close(id)} sign={Inbox} />
    ),
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'cerro',
    title: 'Cerró',
    cell: ({ closed_by }) => <TruncatedText text={closed_by ? displayName(closed_by.name) : MISSING_VALUE} />,
    cut: 'some',
    phone: 'more',
  },
  {
    key: 'movimientos',
    title: 'Movimientos',
    cell: ({ rows_total }) => formatCount(rows_total),
    numeric: true,
    wide: true,
  },
  {
    key: 'esperado',
    title: 'Efectivo esperado',
    cell: ({ expected }) => formatAmount(expected.efectivo),
    numeric: true,
    wide: true,
  },
  {
    key: 'contado',
    title: 'Contado',
    cell: ({ counted }) => formatAmount(counted.efectivo),
    numeric: true,
    phone: 'fact',
  },
  {
    key: 'diferencia',
    title: 'Diferencia',
    cell: ({ differences }) => <Differences of={differences} />,
    phone: 'badge',
  },
  { key: 'queda', title: 'Queda en caja', cell: ({ left }) => formatAmount(left), numeric: true },
];

export function TillClosesScreen() {
  const [{ pagina }, show] = useViewState({ pagina: '1' });
  const page = Math.max(1, Math.trunc(Number(pagina)) || 1);
  const { data, error, isPending, refetch } = useTillCloses(page);
  const total = data?.total;
  return (
    <>
      <BackLink to={addresses.till.open}>Volver a la caja</BackLink>
      <PageHeader
        title="Cierres"
        context={total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'cierre' : 'cierres'}`}
      />
      <ListStates
        list={{ data: data?.rows, error, isPending, refetch }}
        found={data?.rows}
        failure="Error al cargar los cierres"
        skeleton={<TableSkeleton columns={columns} />}
        empty={<EmptyState title="Todavía no hay cierres." text="Cuando cierres la caja, el cierre queda aquí." />}
      >
        {(rows) => (
          <>
            <DataTable caption="Cierres de caja" columns={columns} rows={rows} />
            {(total ?? 0) > CLOSES_PAGE_SIZE && (
              <Pagination
                page={page}
                limit={CLOSES_PAGE_SIZE}
                total={total ?? rows.length}
                onPage={(next) => show({ pagina: String(next) })}
              />
            )}
          </>
        )}
      </ListStates>
    </>
  );
}
