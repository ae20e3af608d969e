import { priceKinds, type PriceItem, type PriceKind } from '@pulso/contract/billing/prices';
import { formatDate } from '@pulso/contract/kit/dates';
import { MISSING_VALUE, textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { History, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { Tabs } from '@pulso/web/ui/details/tabs';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses, type ViewOf } from '#addresses';
import { useViewState } from '#api/view-state';
import { usePriceList } from '#features/catalogue/plans/announced-prices';
import { PriceHistoryDialog } from '#features/billing/prices/price-history-dialog';
import { kindPluralLabels } from '#features/billing/prices/prices.rules';
import { RisesTable } from '#features/billing/prices/rises-table';
import { ListStates } from '#screens/list-states';
import { PagedRows } from '#screens/paged-rows';
import { defaultSort } from '#screens/use-filters';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { useSorted, type Sort } from '#ui/lists/sort';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { RowActions } from '#ui/lists/row-actions';

const tabParams: Record<PriceKind, string> = { plan: 'planes', package: 'paquetes', product: 'productos' };

const columnsOf = (open: (item: PriceItem) => void): Column<PriceItem>[] => [
  {
    key: 'title',
    title: 'Nombre',
    cell: ({ title, status }) => (
      <span className="flex items-center gap-2 max-sm:pr-12">
        <span title={title} className="line-clamp-2 font-medium tabular:block tabular:truncate">
          {displayName(title)}
        </span>
        {!status && <Badge tone="grey">Inactivo</Badge>}
      </span>
    ),
    sortBy: ({ title }) => title,
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'price',
    title: 'Precio hoy',
    numeric: true,
    cell: ({ price }) => textOrDash(formatMoney(price)),
    sortBy: ({ price }) => price,
    phone: 'fact',
  },
  {
    key: 'next',
    title: 'Próximo',
    numeric: true,
    cell: ({ next }) => (next ? formatMoney(next.amount) : MISSING_VALUE),
    sortBy: ({ next }) => next?.amount,
  },
  {
    key: 'from',
    title: 'Desde',
    sortBy: ({ next }) => next?.valid_from,
    cell: ({ next }) => (
      <>
        {next && (
          <span className="tabular:hidden">
            <Badge tone="yellow">{`${formatMoney(next.amount)} desde el ${formatDate(next.valid_from)}`}</Badge>
          </span>
        )}
        <span className="hidden tabular-nums tabular:inline">{next ? formatDate(next.valid_from) : MISSING_VALUE}</span>
      </>
    ),
    phone: 'badge',
  },
  {
    key: 'clients',
    title: 'Clientes',
    numeric: true,
    sortBy: ({ clients }) => clients,
    cell: ({ clients }) =>
      clients === null ? (
        <span data-none>{MISSING_VALUE}</span>
      ) : (
        <>
          {formatCount(clients)}
          <span className="tabular:hidden">{clients === 1 ? ' cliente' : ' clientes'}</span>
        </>
      ),
    phone: 'more',
  },
  {
    key: 'actions',
    title: 'Historial',
    cell: (item) => (
      <RowActions
        name={displayName(item.title)}
        actions={[{ label: 'Historial', icon: History, onPress: () => open(item) }]}
      />
    ),
    phone: 'actions',
  },
];

const newRiseButton = (
  <LinkButton to={addresses.prices.newRise} look="primary" icon={<Plus aria-hidden className="size-4" />}>
    Nuevo aumento
  </LinkButton>
);

export function PricesScreen() {
  const list = usePriceList();
  const [view, show] = useViewState<ViewOf<typeof addresses.prices.list>>({
    pestana: tabParams.plan,
    pagina: '1',
    ...defaultSort,
  });
  const [open, setOpen] = useState<PriceItem>();
  const columns = useMemo(() => columnsOf(setOpen), []);
  const scheduledCount = list.data?.filter(({ next }) => next).length ?? 0;
  const context =
    list.data &&
    `${formatCount(list.data.length)} precios${scheduledCount > 0 ? ` · ${formatCount(scheduledCount)} con un cambio programado` : ''}`;
  const sort: Sort | undefined = view.orden
    ? { by: view.orden, order: view.sentido === 'desc' ? 'desc' : 'asc' }
    : undefined;
  const sortedItems = useSorted(list.data, columns, sort);
  const tableOf = (kind: PriceKind) => (
    <ListStates
      list={list}
      found={sortedItems?.filter((item) => item.kind === kind)}
      failure="Error al cargar los precios"
      alwaysTold
      skeleton={<TableSkeleton columns={columns} />}
      empty={
        <EmptyState
          title="Todavía no hay precios."
          text="Cada plan, paquete o producto que crees trae el suyo, y aquí queda cómo cambió."
        />
      }
    >
      {(items) => (
        <PagedRows rows={items} page={view.pagina} onPage={(page) => show({ pagina: String(page) })}>
          {(rows) => (
            <DataTable
              caption={kindPluralLabels[kind]}
              columns={columns}
              rows={rows}
              sort={sort}
              onSort={({ by, order }) => show({ orden: by, sentido: order, pagina: '1' })}
              readAll={() => Promise.resolve(items)}
            />
          )}
        </PagedRows>
      )}
    </ListStates>
  );
  return (
    <>
      <PageHeader title="Precios" context={context ?? ''} action={newRiseButton} />
      <Tabs
        label="Precios"
        value={view.pestana}
        onChange={(pestana) => show({ pestana, pagina: '1' })}
        tabs={[
          ...priceKinds.map((kind) => ({
            value: tabParams[kind],
            label: kindPluralLabels[kind],
            content: tableOf(kind),
          })),
          { value: 'aumentos', label: 'Aumentos', content: <RisesTable next={newRiseButton} /> },
        ]}
      />
      {open && <PriceHistoryDialog item={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
