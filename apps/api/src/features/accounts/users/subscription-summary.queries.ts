import type { User } from '@pulso/contract/accounts/users';
import { subscriptionDatesProblem } from '@pulso/contract/accounts/users.input';
import { Refusal } from '#db/writes/refusal';
import { updateRow } from '#db/stores/rows';
import type { Actor, Write } from '#db/writes/write';

/** The subscription columns of a user's row; the history belongs to billing. */
export type SubscriptionSummary = Pick<
  User,
  'suscriptionId' | 'suscription_status' | 'suscription_init' | 'suscription_end'
>;
type SummaryChange = { [Field in keyof SubscriptionSummary]?: SubscriptionSummary[Field] | undefined };

/** The changed columns, checked against the stored ones. Every write of them, by hand or by an activation, goes through here. */
export function checkSummaryChange(change: SummaryChange, before?: SubscriptionSummary): Partial<SubscriptionSummary> {
  const { suscriptionId, suscription_status, suscription_init, suscription_end } = change;
  const entries = Object.entries({ suscriptionId, suscription_status, suscription_init, suscription_end });
  const columns: Partial<SubscriptionSummary> = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const problems = subscriptionDatesProblem({ ...before, ...columns });
  if (problems) throw new Refusal(problems);
  return columns;
}

export async function setSubscription({ db }: Write<Actor>, user: User, change: SummaryChange): Promise<void> {
  await updateRow({ db }, 'users', { id: user.id }, checkSummaryChange(change, user));
}
