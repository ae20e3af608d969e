import * as z from 'zod/mini';
import { userRow } from '../accounts/users';
import { ofMoney } from '../kit/fields';
import { paymentRow } from '../billing/ledger';
import { subscriptionHistoryRow } from '../billing/subscriptions';
import { userPackageRow } from '../billing/user-packages';

export const userDetail = z.extend(userRow, {
  subscription_history: z.array(subscriptionHistoryRow),
  user_packages: z.array(userPackageRow),
  payments: ofMoney(z.array(paymentRow)),
});
export type UserDetail = z.infer<typeof userDetail>;
