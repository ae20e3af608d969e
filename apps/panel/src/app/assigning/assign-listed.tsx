import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { mayVisit } from '#api/session';
import type { UsersExtraProps } from '#features/accounts/users/list/users-screen';
import { toUsersQuery, type UsersQuery } from '#features/accounts/users/users.rules';
import { allOption } from '#ui/lists/filter-values';
import { FilterSelect } from '#ui/lists/filters';

const AssignDialog = lazy(async () => ({
  default: (await import('#features/coaching/courses/assign-dialog')).AssignDialog,
}));

const options = [allOption('Todos'), { value: 'none', label: 'Sin entrenamiento' }];

/** 'Asignar' to those whom the filters of the users list leave, and its filter of what they follow. */
export function AssignListed({ place, view, total, onFilter }: UsersExtraProps) {
  const [listed, setListed] = useState<{ query: UsersQuery; count: number }>();
  if (!mayVisit('coaching')) return null;
  if (place === 'filters')
    return (
      <FilterSelect
        label="Entrenamiento"
        value={view.entrenamiento}
        onChange={(entrenamiento) => onFilter({ entrenamiento })}
        options={options}
      />
    );
  return (
    <>
      <Button
        icon={<UserPlus aria-hidden className="size-4" />}
        disabled={!total}
        onClick={() => total !== undefined && setListed({ query: toUsersQuery(view), count: total })}
      >
        Asignar
      </Button>
      {listed && (
        <Suspense>
          <AssignDialog list={listed} onClose={() => setListed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
