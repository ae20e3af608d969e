import type { UserListRow } from '@pulso/contract/accounts/users';
import { lazy, Suspense, useState } from 'react';
import { mayVisit, serverOffers } from '#api/session';
import { UsersScreen, type ListedUsers } from '#features/accounts/users/list/users-screen';

const RenewDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/renew-dialog')).RenewDialog,
}));
const AssignDialog = lazy(async () => ({
  default: (await import('#features/coaching/courses/assign-dialog')).AssignDialog,
}));

/** The list of users, with the renewal dialog and the one that assigns to all of them. */
export function UsersWithRenewal() {
  const [renewing, setRenewing] = useState<UserListRow>();
  const [listed, setListed] = useState<ListedUsers>();
  const mayAssign = serverOffers('coaching') && mayVisit('coaching');
  return (
    <>
      <UsersScreen
        onRenew={serverOffers('renew') ? setRenewing : undefined}
        onAssign={mayAssign ? setListed : undefined}
      />
      {renewing && (
        <Suspense>
          <RenewDialog user={renewing} onClose={() => setRenewing(undefined)} />
        </Suspense>
      )}
      {listed && (
        <Suspense>
          <AssignDialog list={listed} onClose={() => setListed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
