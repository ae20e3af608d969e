import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import type { Whom } from '@pulso/contract/accounts/whom';
import type { Audience } from '@pulso/contract/desk/notifications';
import { Smartphone, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { FurtherFilters } from '#features/accounts/users/segments/further-filters';
import { questionOf, viewOf } from '#features/accounts/users/segments/segments.rules';
import { defaultView, userFilters, type UsersView } from '#features/accounts/users/users.rules';
import { reachText } from '#features/desk/notifications/group/group.rules';
import { allOption } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { SearchBox } from '#ui/lists/search-box';
import { formatCount } from '#ui/text/numbers';

type Props = { whom: Whom | undefined; onChange: (whom: Whom | undefined) => void };

/** The filters of the users list, for the members of a group; or those who were ticked there. */
export function AudiencePicker({ whom, onChange }: Props) {
  // Typed text as it stands, which the question has trimmed.
  const [view, setView] = useState<UsersView>(() => ({ ...defaultView, ...viewOf(whom?.query ?? {}) }));
  const filter = (changes: Partial<UsersView>) => {
    const next = { ...view, ...changes };
    setView(next);
    const query = questionOf(next);
    onChange(Object.keys(query).length > 0 ? { query } : undefined);
  };
  const clear = () => filter(defaultView);
  if (whom?.ids)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 text-sm">
        <p className="min-w-0 flex-1">
          {whom.ids.length === 1 ? 'Quien elegiste' : `Los ${formatCount(whom.ids.length)} que elegiste`} en Usuarios
        </p>
        <Button onClick={clear}>Elegir con filtros</Button>
      </div>
    );
  const active = Object.keys(questionOf({ ...view, buscar: '' })).length;
  return (
    <div className="[&_.filter-bar]:static [&_.filter-bar]:mt-0">
      <Filters
        search={
          <SearchBox
            label="Buscar por nombre, usuario o teléfono..."
            value={view.buscar}
            onChange={(buscar) => filter({ buscar })}
          />
        }
        active={active}
        onClear={clear}
      >
        {Object.values(userFilters).map(({ param, label, all, options }) => (
          <FilterSelect
            key={param}
            label={label}
            value={view[param]}
            onChange={(value) => filter({ [param]: value })}
            options={[allOption(all), ...options]}
          />
        ))}
        <FurtherFilters view={view} onFilter={filter} />
      </Filters>
    </div>
  );
}

type ReachProps = {
  isChosen: boolean;
  reach: { data: Audience | undefined; error: Error | null; refetch: () => unknown };
};

/** How many the group is by now. */
export function GroupReach({ isChosen, reach: { data, error, refetch } }: ReachProps) {
  if (!isChosen)
    return (
      <p className="flex items-start gap-2 text-sm text-muted">
        <Users aria-hidden className="mt-0.5 size-4 shrink-0" />
        Elige a quiénes con un filtro o una búsqueda.
      </p>
    );
  if (error) return <FailureState message="Error al contar los usuarios" onRetry={() => void refetch()} />;
  return (
    <p aria-live="polite" className="flex min-h-5 items-start gap-2 text-sm font-semibold tabular-nums">
      <Smartphone aria-hidden className="mt-0.5 size-4 shrink-0" />
      {data ? data.gone ? SEGMENT_GONE : reachText(data) : <span data-skeleton className="skeleton h-5 w-48" />}
    </p>
  );
}
