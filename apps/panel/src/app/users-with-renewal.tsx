import type { UserListRow } from '@pulso/contract/accounts/users';
import { lazy, Suspense, useState } from 'react';
import { serverOffers } from '#api/session';
import { UsersScreen } from '#features/accounts/users/list/users-screen';

const RenewDialog = lazy(async () => ({
  default: (await import('#features/billing/collections/links/sales-with-link')).RenewWithLink,
}));
const AssignListed = lazy(async () => ({ default: (await import('#app/assigning/assign-listed')).AssignListed }));

/** The list of users, with the renewal dialog and the one that assigns to all of them. */
export function UsersWithRenewal() {
  const [renewing, setRenewing] = useState<UserListRow>();
  return (
    <>
      <UsersScreen
        onRenew={serverOffers('renew') ? setRenewing : undefined}
        Extra={serverOffers('coaching') ? AssignListed : undefined}
      />
      {renewing && (
        <Suspense>
          <RenewDialog user={renewing} onClose={() => setRenewing(undefined)} />
        </Suspense>
      )}
    </>
  );
}
