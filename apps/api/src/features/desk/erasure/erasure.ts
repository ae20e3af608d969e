import { forgetAnswers } from '#db/idempotency';
import type { Write } from '#db/write';
import { eraseLogins } from '#features/accounts/auth/auth.queries';
import { eraseDevices } from '#features/accounts/devices/devices.queries';
import { eraseUser } from '#features/accounts/users/users.queries';
import { erasePaymentReferences } from '#features/billing/payments/payments.queries';
import { eraseSubscriptionNotes } from '#features/billing/subscriptions/subscriptions.queries';

/** Whatever says who a deleted person was goes for good; what was paid, for what and when stays, so that the sums do. */
export async function erasePerson(write: Write, id: number): Promise<{ picture: string | null } | undefined> {
  const erased = await eraseUser(write, id);
  if (!erased) return undefined;
  await eraseSubscriptionNotes(write, id);
  await erasePaymentReferences(write, id);
  await eraseDevices(write.db, id);
  await eraseLogins(write.db, id);
  await forgetAnswers(write.db, id);
  return erased;
}
