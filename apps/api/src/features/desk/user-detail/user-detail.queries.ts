import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { visibleUsers } from '#db/visible-users';
import { userColumns } from '#features/accounts/users/user-columns';
import { paymentsOfUser } from '#features/billing/payments/payments.queries';
import { historyOfUser } from '#features/billing/subscriptions/subscriptions.queries';
import { packagesOfUser } from '#features/billing/user-packages/user-packages.queries';

export async function findUserDetail(db: Db, id: number, today: string): Promise<UserDetail | undefined> {
  const { rows } = await sql<UserDetail>`
    select ${userColumns}, ${historyOfUser(today)} as subscription_history, ${packagesOfUser} as user_packages,
      ${paymentsOfUser} as payments
    from users u where u.id = ${id} and ${visibleUsers}`.execute(db);
  return rows[0];
}
