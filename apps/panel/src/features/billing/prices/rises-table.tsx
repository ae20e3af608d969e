import type { PriceRise } from '@pulso/contract/billing/prices';
import { formatDate } from '@pulso/contract/kit/dates';
import { textOrDash } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { addresses } from '#addresses';
import { useRises } from '#features/billing/prices/prices-calls';
import { formatRiseAmount, riseBadges } from '#features/billing/prices/prices.rules';
import { ListStates } from '#screens/list-states';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';

const columns: Column<PriceRise>[] = [
  {
    key: 'from',
    title: 'Desde',
    cell: ({ id, valid_from }) => (
      <Link
        to={addresses.prices.rise(id)}
        className="absolute inset-0 px-4 pt-2.5 font-semibold tabular-nums -outline-offset-2 tabular:static tabular:p-0 tabular:font-medium tabular:underline-offset-4 tabular:outline-offset-2 tabular:hover:underline"
      >
        {formatDate(valid_from)}
      </Link>
    ),
    cut: 'little',
    phone: 'title',
  },
  { key: 'amount', title: 'Cuánto', numeric: true, cell: (rise) => formatRiseAmount(rise), phone: 'fact' },
  {
    key: 'items',
    title: 'Precios',
    numeric: true,
    cell: ({ items }) => items,
  },
  { key: 'reason', title: 'Motivo', cell: ({ reason }) => textOrDash(reason), cut: 'most', phone: 'more' },
  { key: 'author', title: 'Programó', cell: ({ created_by }) => textOrDash(created_by?.name ?? ''), cut: 'little' },
  {
    key: 'state',
    title: 'Estado',
    cell: ({ state }) => <Badge tone={riseBadges[state].tone}>{riseBadges[state].label}</Badge>,
    phone: 'badge',
  },
];

export function RisesTable({ next }: { next: ReactNode }) {
  const list = useRises();
  return (
    <ListStates
      list={list}
      found={list.data}
      failure="Error al cargar los precios"
      alwaysTold
      skeleton={<TableSkeleton columns={columns} />}
      empty={
        <EmptyState
          title="Todavía no hay aumentos."
          text="Un aumento cambia varios precios a la vez, desde el día que elijas."
        >
          {next}
        </EmptyState>
      }
    >
      {(rises) => <DataTable caption="Aumentos" columns={columns} rows={rises} />}
    </ListStates>
  );
}
