import type { PauseDays, SubscriptionFields } from '@pulso/contract/accounts/subscription-state';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { MISSING_VALUE } from '@pulso/contract/kit/labels';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { subscriptionBadgeOf } from '#features/accounts/users/users.rules';

type Paused = Pick<SubscriptionFields, 'suscription_status'> & { pause?: PauseDays | null };

/** Beside the badge of a subscription that rests today. */
export function PauseBadge({ user: { suscription_status, pause }, today }: { user: Paused; today: DateText }) {
  if (!suscription_status || !pause || pause.from > today || pause.to <= today) return null;
  return <Badge tone="blue">En pausa hasta el {formatDate(pause.to)}</Badge>;
}

type Props = { user: SubscriptionFields & { role: string }; today: DateText; place?: 'list' | 'detail' };

export function SubscriptionBadge({ user, today, place }: Props) {
  const badge = subscriptionBadgeOf(user, today, place);
  if (!badge) return <span data-none>{MISSING_VALUE}</span>;
  return (
    <Badge tone={badge.tone} quiet={place !== 'detail' && badge.tone === 'green'}>
      {badge.text}
    </Badge>
  );
}
