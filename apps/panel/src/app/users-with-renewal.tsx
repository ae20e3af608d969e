import type { UserListRow } from '@pulso/contract/accounts/users';
import { lazy, Suspense, useState } from 'react';
import { serverOffers } from '#api/session';
import { UsersScreen } from '#features/accounts/users/list/users-screen';

const RenewDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/renew-dialog')).RenewDialog,
}));

/** The list of users, with the renewal dialog. */
export function UsersWithRenewal() {
  const [renewing, setRenewing] = useState<UserListRow>();
  return (
    <>
      <UsersScreen onRenew={serverOffers('renew') ? setRenewing : undefined} />
      {renewing && (
        <Suspense>
          <RenewDialog user={renewing} onClose={() => setRenewing(undefined)} />
        </Suspense>
      )}
    </>
  );
}
