import { paymentMethodLabel, paymentMethods, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import type { TillCloseDetail } from '@pulso/contract/billing/till';
import { MISSING_VALUE, textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { LockKeyhole, Printer } from 'lucide-react';
import { reasonOf } from '@pulso/web/answers';
import { useParams } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { BackLink } from '@pulso/web/ui/controls/links';
import { Facts, Panel } from '@pulso/web/ui/details/facts';
import { addresses } from '#addresses';
import { DifferenceBadge } from '#features/billing/till/difference-badge';
import { useTillClose } from '#features/billing/till/till-calls';
import { formatMoment, tillColumns } from '#features/billing/till/till-columns';
import { DetailSkeleton, ItemStates } from '#screens/item-states';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { PaperHeader } from '#ui/layout/paper-header';

const backLink = { to: addresses.till.closes, label: 'Volver a los cierres' };

export function TillCloseScreen() {
  const { id = '' } = useParams();
  const close = useTillClose(id);
  return (
    <ItemStates
      item={close}
      failure={() => 'Error al cargar el cierre'}
      reason={(error) => reasonOf(error)}
      back={backLink}
      skeleton={
        <DetailSkeleton>
          <TableSkeleton columns={lineColumns} />
        </DetailSkeleton>
      }
    >
      {(shownClose) => <LoadedClose close={shownClose} />}
    </ItemStates>
  );
}

type Line = { id: number; method: PaymentMethod; opening: number; expected: number; counted: number | undefined };

const linesOf = ({ opening, expected, counted }: TillCloseDetail): Line[] =>
  paymentMethods.map((method, id) => ({
    id,
    method,
    opening: opening[method],
    expected: expected[method],
    counted: counted[method],
  }));

/** A figure, with its name where the row is a card. */
const labelledFigure = (name: string, amount: string) => (
  <>
    <span className="tabular:hidden">{name} </span>
    {amount}
  </>
);

/** Expected and counted amount of each method. */
const lineColumns: Column<Line>[] = [
  {
    key: 'metodo',
    title: 'Método',
    cell: ({ method }) => <span className="font-medium">{paymentMethodLabel(method)}</span>,
    phone: 'title',
  },
  {
    key: 'fondo',
    title: 'Fondo',
    cell: ({ opening }) => labelledFigure('Fondo', formatMoney(opening)),
    numeric: true,
    phone: 'fact',
  },
  {
    key: 'movimientos',
    title: 'Movimientos',
    cell: ({ expected, opening }) => formatMoney(sumMoney([expected, -opening])),
    numeric: true,
  },
  {
    key: 'esperado',
    title: 'Esperado',
    cell: ({ expected }) => labelledFigure('Esperado', formatMoney(expected)),
    numeric: true,
    phone: 'fact',
  },
  {
    key: 'contado',
    title: 'Contado',
    cell: ({ counted }) =>
      counted === undefined ? <span data-none>{MISSING_VALUE}</span> : labelledFigure('Contado', formatMoney(counted)),
    numeric: true,
    phone: 'badge',
  },
  {
    key: 'diferencia',
    title: 'Diferencia',
    cell: ({ counted, expected }) =>
      counted === undefined ? (
        <span data-none>{MISSING_VALUE}</span>
      ) : (
        <DifferenceBadge counted={counted} expected={expected} />
      ),
    numeric: true,
    phone: 'badge',
  },
];

function LoadedClose({ close }: { close: TillCloseDetail }) {
  const { id, opened_at, closed_at, closed_by, left, note, rows_total, rows } = close;
  return (
    <>
      <BackLink to={backLink.to}>{backLink.label}</BackLink>
      <PaperHeader />
      <PageHeader
        title={`Cierre de caja N.º ${id}`}
        context={
          <span className="inline-flex items-center gap-1.5">
            <LockKeyhole aria-hidden className="size-3.5" /> Ya no cambia
          </span>
        }
        action={
          <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
            Imprimir
          </Button>
        }
      />
      <div className="space-y-6 print:space-y-4">
        <DataTable caption="Conteo por método" columns={lineColumns} rows={linesOf(close)} />
        <Panel title="Datos">
          <Facts
            facts={[
              { name: 'Abierta desde el', value: opened_at ? formatMoment(opened_at) : MISSING_VALUE },
              { name: 'Cerrada el', value: textOrDash(formatMoment(closed_at)) },
              { name: 'Cerró', value: closed_by ? displayName(closed_by.name) : MISSING_VALUE },
              { name: 'Queda en caja', value: formatMoney(left) },
              { name: 'Movimientos', value: formatCount(rows_total) },
              { name: 'Nota', value: note },
            ]}
          />
        </Panel>
        {rows.length > 0 && (
          <section>
            <h2 className="mb-3 text-lg font-semibold print:text-sm">Movimientos</h2>
            <DataTable caption="Movimientos del cierre" columns={tillColumns} rows={rows} />
          </section>
        )}
        <p className="hidden pt-10 text-xs print:block">Firma: ______________________________</p>
      </div>
    </>
  );
}
