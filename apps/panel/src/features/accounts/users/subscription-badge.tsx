import { subscriptionListLabel, subscriptionState } from '@pulso/contract/accounts/subscription-state';
import type { UserListRow } from '@pulso/contract/accounts/users';
import type { DateText } from '@pulso/contract/kit/dates';
import { subscriptionTones } from '#features/accounts/users/users.rules';
import { Badge } from '#ui/feedback/badge';

export function SubscriptionBadge({ user, today }: { user: UserListRow; today: DateText }) {
  const state = subscriptionState(user, today);
  return <Badge tone={subscriptionTones[state.kind]}>{subscriptionListLabel(state)}</Badge>;
}
