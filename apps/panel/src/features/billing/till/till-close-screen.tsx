import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import type { TillCloseDetail } from '@pulso/contract/billing/till';
import { NOT_SAID, shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { LockKeyhole, Printer } from 'lucide-react';
import { addresses } from '#addresses';
import { reasonOf } from '#api/client';
import { DifferenceBadge } from '#features/billing/till/difference-badge';
import { useClose } from '#features/billing/till/till-calls';
import { momentOf, tillColumns } from '#features/billing/till/till-columns';
import { useParams } from '#navigation/navigation';
import { DetailSkeleton, ItemStates } from '#screens/item-states';
import { Button } from '#ui/button';
import { DataTable } from '#ui/data-table';
import { Facts, Panel } from '#ui/facts';
import { BackLink } from '#ui/links';
import { formatCount } from '#ui/numbers';
import { PageHeader } from '#ui/page';

const back = { to: addresses.till.closes, label: 'Volver a los cierres' };

export function TillCloseScreen() {
  const { id = '' } = useParams();
  const close = useClose(id);
  return (
    <ItemStates
      item={close}
      failure={() => 'Error al cargar el cierre'}
      reason={(error) => reasonOf(error)}
      back={back}
      skeleton={<DetailSkeleton />}
    >
      {(shownClose) => <LoadedClose close={shownClose} />}
    </ItemStates>
  );
}

const headings = ['Método', 'Fondo', 'Movimientos', 'Esperado', 'Contado', 'Diferencia'];

/** What was expected and what was there, method by method. */
function Count({ close: { opening, expected, counted } }: { close: TillCloseDetail }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Conteo por método</caption>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {headings.map((heading, index) => (
              <th
                key={heading}
                scope="col"
                className={`py-2 pr-3 font-semibold whitespace-nowrap ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {paymentMethods.map((method) => {
            const found = counted[method];
            return (
              <tr key={method} className="*:py-2.5 *:pr-3 *:text-right *:whitespace-nowrap">
                <th scope="row" className="text-left! font-medium">
                  {paymentMethodLabel(method)}
                </th>
                <td>{formatMoney(opening[method])}</td>
                <td>{formatMoney(sumMoney([expected[method], -opening[method]]))}</td>
                <td>{formatMoney(expected[method])}</td>
                <td className="font-semibold">{found === undefined ? NOT_SAID : formatMoney(found)}</td>
                <td>
                  {found === undefined ? NOT_SAID : <DifferenceBadge counted={found} expected={expected[method]} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function LoadedClose({ close }: { close: TillCloseDetail }) {
  const { id, opened_at, closed_at, closed_by, left, note, rows, movements } = close;
  return (
    <>
      <BackLink to={back.to}>{back.label}</BackLink>
      <PageHeader
        title={`Cierre de caja N.º ${id}`}
        context={
          <span className="inline-flex items-center gap-1.5">
            <LockKeyhole aria-hidden className="size-3.5" /> Ya no cambia
          </span>
        }
      >
        <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </PageHeader>
      <div className="space-y-6 print:space-y-4">
        <Panel title="Conteo">
          <Count close={close} />
        </Panel>
        <Panel title="Datos">
          <Facts
            facts={[
              { name: 'Abierta desde el', value: opened_at ? momentOf(opened_at) : NOT_SAID },
              { name: 'Cerrada el', value: shown(momentOf(closed_at)) },
              { name: 'Cerró', value: closed_by ? shownName(closed_by.name) : NOT_SAID },
              { name: 'Queda en caja', value: formatMoney(left) },
              { name: 'Movimientos', value: formatCount(rows) },
              { name: 'Nota', value: note },
            ]}
          />
        </Panel>
        {movements.length > 0 && (
          <section>
            <h2 className="mb-3 text-lg font-semibold print:text-sm">Movimientos</h2>
            <DataTable caption="Movimientos del cierre" columns={tillColumns} rows={movements} />
          </section>
        )}
        <p className="hidden pt-10 text-xs print:block">Firma: ______________________________</p>
      </div>
    </>
  );
}
