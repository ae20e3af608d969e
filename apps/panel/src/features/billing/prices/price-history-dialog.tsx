import type { PriceItem, PriceVersion } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { addresses } from '#addresses';
import { ClientPrices } from '#features/billing/prices/client-prices';
import { usePriceHistory } from '#features/billing/prices/prices-calls';
import { Link } from '#navigation/link';
import { ListStates } from '#screens/list-states';
import { Badge } from '#ui/badge';
import { DataTable, TableSkeleton, type Column } from '#ui/data-table';
import { Dialog } from '#ui/dialog';

/** Newest first: the first that has begun is in force. */
function stateOf(version: PriceVersion, versions: PriceVersion[], day: string) {
  if (version.valid_from > day) return <Badge tone="yellow">Programado</Badge>;
  const current = versions.find(({ valid_from }) => valid_from <= day);
  return current === version ? <Badge tone="green">Vigente</Badge> : null;
}

const columnsOf = (versions: PriceVersion[], day: string): Column<PriceVersion>[] => [
  {
    key: 'from',
    title: 'Desde',
    cell: ({ valid_from }) => <span className="tabular-nums">{formatDate(valid_from)}</span>,
    phone: 'fact',
  },
  {
    key: 'amount',
    title: 'Precio',
    numeric: true,
    cell: ({ amount }) => <span className="font-medium">{formatMoney(amount)}</span>,
    phone: 'title',
  },
  {
    key: 'rise',
    title: 'Aumento',
    cell: ({ rise }) =>
      rise ? (
        <Link
          to={addresses.prices.rise(rise.id)}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 tabular:min-h-0"
        >
          {rise.reason || 'Ver aumento'}
        </Link>
      ) : (
        shown('')
      ),
    cut: 'some',
    phone: 'badge',
  },
  {
    key: 'author',
    title: 'Autor',
    cell: ({ created_by }) => shown(created_by?.name ?? ''),
    cut: 'some',
    phone: 'more',
  },
  { key: 'state', title: 'Estado', cell: (version) => stateOf(version, versions, day), phone: 'badge' },
];

/** Every price that an item has had, and those of clients, which can be taken away here. */
export function PriceHistoryDialog({ item, onClose }: { item: PriceItem; onClose: () => void }) {
  const history = usePriceHistory(item.kind, item.id);
  const versions = history.data?.filter(({ user }) => user === null);
  const own = history.data?.filter(({ user }) => user !== null) ?? [];
  return (
    <Dialog open onClose={onClose} title={`Historial: ${shownName(item.title)}`} className="max-w-3xl">
      <div className="space-y-6 p-5">
        <ListStates
          list={history}
          found={versions}
          failure="Error al cargar los precios"
          alwaysTold
          skeleton={<TableSkeleton />}
          empty={<p className="py-6 text-center text-sm text-muted">Todavía no hay precios.</p>}
        >
          {(rows) => <DataTable caption="Historial de precios" columns={columnsOf(rows, today())} rows={rows} />}
        </ListStates>
        {own.length > 0 && (
          <section aria-labelledby="precios-de-clientes">
            <h3 id="precios-de-clientes" className="mb-2 font-semibold">
              Precios de clientes
            </h3>
            <ClientPrices
              prices={own.map(({ id, user, amount, valid_from, until }) => ({
                id,
                user: user ?? { id: 0, name: '' },
                amount,
                valid_from,
                until,
              }))}
            />
          </section>
        )}
      </div>
    </Dialog>
  );
}
