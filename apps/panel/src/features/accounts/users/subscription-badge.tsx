import type { SubscriptionFields } from '@pulso/contract/accounts/subscription-state';
import type { DateText } from '@pulso/contract/kit/dates';
import { MISSING_VALUE } from '@pulso/contract/kit/labels';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { subscriptionBadgeOf } from '#features/accounts/users/users.rules';

type Props = { user: SubscriptionFields & { role: string }; today: DateText; place?: 'list' | 'detail' };

export function SubscriptionBadge({ user, today, place }: Props) {
  const badge = subscriptionBadgeOf(user, today, place);
  if (!badge) return <span data-none>{MISSING_VALUE}</span>;
  return <Badge tone={badge.tone}>{badge.text}</Badge>;
}
