import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { mayVisit } from '#api/session';
import type { UsersExtraProps } from '#features/accounts/users/list/users-screen';
import { TrainingFilter } from '#features/accounts/users/segments/training-filter';
import { toUsersQuery, type UsersQuery } from '#features/accounts/users/users.rules';

const AssignDialog = lazy(async () => ({
  default: (await import('#features/coaching/courses/assign-dialog')).AssignDialog,
}));

/** 'Asignar' to those whom the filters of the users list leave, and its filter of what they follow. */
export function AssignListed({ place, view, total, onFilter }: UsersExtraProps) {
  const [listed, setListed] = useState<{ query: UsersQuery; count: number }>();
  if (!mayVisit('coaching', 'trainer')) return null;
  if (place === 'filters') return <TrainingFilter view={view} onFilter={onFilter} />;
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
