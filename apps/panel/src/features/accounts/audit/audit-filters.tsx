import { displayName } from '@pulso/contract/kit/labels';
import { useQuery } from '@tanstack/react-query';
import type { AuditView } from '#features/accounts/audit/audit.rules';
import { rowActions, thingLabel } from '#features/accounts/audit/audit.words';
import { readUsers } from '#features/accounts/users/users-calls';
import { DateFilter } from '#screens/date-filter';
import type { Option } from '#ui/controls/option';
import { allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';

const MAX_PEOPLE = 100;
const SYSTEM: Option = { value: '0', label: 'Sistema' };

const THINGS = [
  ...['user', 'plan', 'package', 'product', 'exercise', 'training', 'diet', 'level', 'training-type', 'machine'],
  ...[
    'body-part',
    'product-category',
    'diet-category',
    'payment',
    'period',
    'debt',
    'till',
    'price-rise',
    'assignment',
  ],
  ...['template', 'notification', 'business', 'account', 'device', 'backup', 'download'],
  ...['tag', 'user-tag', 'segment', 'ipc', 'link'],
];
const thingOptions = THINGS.map((entity) => ({ value: entity, label: thingLabel(entity) })).toSorted((one, other) =>
  one.label.localeCompare(other.label, 'es'),
);

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const actionOptions: Option[] = [
  ...Object.entries(rowActions).map(([value, label]) => ({ value, label: capitalize(label) })),
  { value: 'login', label: 'Inició sesión' },
  { value: 'refused-login', label: 'No pudo iniciar sesión' },
];

/** People who work in the panel. */
function usePeople(): Option[] {
  const { data = [] } = useQuery({
    queryKey: ['audit', 'people'],
    queryFn: async ({ signal }) => (await readUsers({ role: 'ADMIN', page: 1, limit: MAX_PEOPLE }, signal)).rows,
    staleTime: 60_000,
  });
  return data.map(({ id, name }) => ({ value: id, label: displayName(name) }));
}

type Props = { view: AuditView; filter: (changes: Partial<AuditView>) => void };

export function AuditFilters({ view, filter }: Props) {
  const people = usePeople();
  return (
    <>
      <FilterSelect
        label="Persona"
        value={view.persona}
        options={[allOption('Todas'), SYSTEM, ...people]}
        onChange={(persona) => filter({ persona })}
      />
      <FilterSelect
        label="Qué"
        value={view.que}
        options={[allOption('Todo'), ...thingOptions]}
        onChange={(que) => filter({ que })}
      />
      <FilterSelect
        label="Acción"
        value={view.accion}
        options={[allOption('Todas'), ...actionOptions]}
        onChange={(accion) => filter({ accion })}
      />
      <DateFilter name="desde" label="Desde" value={view.desde} onChange={(desde) => filter({ desde })} />
      <DateFilter name="hasta" label="Hasta" value={view.hasta} onChange={(hasta) => filter({ hasta })} />
    </>
  );
}
