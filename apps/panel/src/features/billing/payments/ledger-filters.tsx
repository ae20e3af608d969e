import type { LedgerRow } from '@pulso/contract/billing/ledger';
import {
  paymentMethodLabel,
  paymentMethods,
  paymentStatuses,
  paymentStatusLabel,
  paymentTypeLabel,
  paymentTypes,
  type PaymentStatus,
} from '@pulso/contract/billing/payments.labels';
import { plans } from '@pulso/contract/catalogue/plans';
import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { readUsers } from '#features/accounts/users/users-calls';
import { ClientFilter } from '#features/billing/payments/client-filter';
import type { LedgerView } from '#features/billing/payments/ledger.rules';
import { useOptions } from '#forms/use-options';
import { DateFilter } from '#screens/date-filter';
import { allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';
import type { Option } from '#ui/controls/option';

const MAX_AUTHORS = 100;

const optionsOf = <Value extends string>(values: readonly Value[], label: (value: Value) => string): Option[] =>
  values.map((value) => ({ value, label: label(value) }));

/** Nobody here sets 'Procesando': it is the one state that needs explaining. */
const explainedStatus = (status: PaymentStatus) =>
  status === 'processing' ? `${paymentStatusLabel(status)} (en revisión)` : paymentStatusLabel(status);

const methodOptions = [allOption('Todos'), ...optionsOf(paymentMethods, paymentMethodLabel)];
const typeOptions = [allOption('Todos'), ...optionsOf(paymentTypes, paymentTypeLabel)];
const statusOptions = [allOption('Todos'), ...optionsOf(paymentStatuses, explainedStatus)];
const kindOptions = [
  allOption('Todas'),
  { value: 'clients', label: 'De clientes' },
  { value: 'charge', label: 'Cobros' },
  { value: 'reversal', label: 'Anulaciones y devoluciones' },
  { value: 'expense', label: 'Egresos' },
  { value: 'expenses', label: 'Egresos y sus anulaciones' },
  { value: 'income', label: 'Ingresos' },
];

/** People who may record a payment. */
function useAuthors(): Option[] {
  const { data = [] } = useQuery({
    queryKey: [PAYMENTS_PATH, 'authors'],
    queryFn: async ({ signal }) => (await readUsers({ role: 'ADMIN', page: 1, limit: MAX_AUTHORS }, signal)).rows,
    staleTime: 60_000,
  });
  return data.map(({ id, name }) => ({ value: id, label: displayName(name) }));
}

type Props = {
  view: LedgerView;
  filter: (changes: Partial<LedgerView>) => void;
  rows: readonly LedgerRow[];
};

export function LedgerFilters({ view, filter, rows }: Props) {
  const authors = useAuthors();
  const planList = useOptions(plans, { failure: 'Error al cargar los planes' });
  const client = rows.find(({ user }) => String(user?.id) === view.cliente)?.user?.name;
  return (
    <>
      <DateFilter name="desde" label="Desde" value={view.desde} onChange={(desde) => filter({ desde })} />
      <DateFilter name="hasta" label="Hasta" value={view.hasta} onChange={(hasta) => filter({ hasta })} />
      <FilterSelect
        label="Método"
        value={view.metodo}
        options={methodOptions}
        onChange={(metodo) => filter({ metodo })}
      />
      <FilterSelect label="Tipo" value={view.tipo} options={typeOptions} onChange={(tipo) => filter({ tipo })} />
      <FilterSelect
        label="Plan"
        value={view.plan}
        options={[allOption('Todos'), ...planList.options]}
        onChange={(plan) => filter({ plan })}
      />
      <FilterSelect
        label="Estado"
        value={view.estado}
        options={statusOptions}
        onChange={(estado) => filter({ estado })}
      />
      <FilterSelect
        label="Clase de movimiento"
        value={view.clase}
        options={kindOptions}
        onChange={(clase) => filter({ clase })}
      />
      <FilterSelect
        label="Registró"
        value={view.registro}
        options={[allOption('Todos'), ...authors]}
        onChange={(registro) => filter({ registro })}
      />
      <ClientFilter value={view.cliente} name={client} onChange={(cliente) => filter({ cliente })} />
    </>
  );
}
