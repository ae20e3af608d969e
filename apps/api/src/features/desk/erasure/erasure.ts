import { eraseDownloads } from '#db/writes/downloads';
import { eraseEvents, stopRecording } from '#db/writes/events';
import { forgetAnswers } from '#db/writes/idempotency';
import type { Write } from '#db/writes/write';
import { eraseLogins } from '#features/accounts/auth/auth.queries';
import { eraseDevices } from '#features/accounts/devices/devices.queries';
import { eraseTags } from '#features/accounts/tags/tags.queries';
import { eraseUser } from '#features/accounts/users/users.queries';
import { eraseDebtNotes } from '#features/billing/debts/debts.queries';
import { eraseReceipts } from '#features/billing/payments/receipts.queries';
import { eraseCourses } from '#features/coaching/courses/assign.queries';
import { eraseMeasures } from '#features/coaching/measures/measures.queries';
import { eraseWorkouts } from '#features/coaching/workouts/workouts.queries';
import { eraseLinks } from '#features/billing/links/close-link.queries';
import { erasePaymentReferences } from '#features/billing/ledger/ledger.queries';
import { eraseSubscriptionNotes } from '#features/billing/subscriptions/subscriptions.queries';
import { eraseImports } from '#features/desk/imports/imports.queries';
import { eraseAccesses } from '#features/coaching/access/access.queries';

/** Removes all personal data of a deleted user; payments and their dates stay, so that sums do not change. */
export async function erasePerson(write: Write, id: number): Promise<{ pictures: string[] } | undefined> {
  await stopRecording(write.db);
  const erased = await eraseUser(write, id);
  if (!erased) return undefined;
  await eraseTags(write, id);
  await eraseSubscriptionNotes(write, id);
  await erasePaymentReferences(write, id);
  await eraseLinks(write, id);
  await eraseReceipts(write, id);
  await eraseDownloads(write, id);
  await eraseDebtNotes(write, id);
  await eraseEvents(write, id);
  await eraseDevices(write.db, id);
  await eraseLogins(write.db, id);
  await eraseAccesses(write.db, id);
  await eraseImports(write, id);
  await eraseWorkouts(write, id);
  await eraseMeasures(write, id);
  const copies = await eraseCourses(write, id);
  await forgetAnswers(write.db, id);
  return { pictures: [...(erased.picture ? [erased.picture] : []), ...copies] };
}
