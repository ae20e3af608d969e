import { sql, type RawBuilder } from 'kysely';
import { visibleUsers } from '#db/writes/visible-users';
import type { Requester } from '#db/writes/write';
import { userColumns } from '#features/accounts/users/user-columns';
import { paymentsOfUser } from '#features/billing/payments/list.queries';
import { historyOfUser } from '#features/billing/subscriptions/subscriptions.queries';
import { packagesOfUser } from '#features/billing/user-packages/user-packages.queries';

/** The user as JSON; null when there is none. */
export function detailOf(id: number, actor: Requester): RawBuilder<unknown> {
  return sql`(
    select row_to_json(detail) from (
      select ${userColumns}, ${historyOfUser(actor.today)} as subscription_history, ${packagesOfUser} as user_packages,
        ${paymentsOfUser} as payments
      from users u where u.id = ${id} and ${visibleUsers(actor)}
    ) detail)`;
}
