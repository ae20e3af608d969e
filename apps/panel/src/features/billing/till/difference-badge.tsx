import { paymentMethodLabel, type PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { describeDifference } from '#features/billing/till/till.rules';

type Props = { counted: number; expected: number; method?: PaymentMethod };

/** Green where it agrees, yellow where there is too much, red where there is too little. Only cash needs no name. */
export function DifferenceBadge({ counted, expected, method = 'efectivo' }: Props) {
  const { tone, words } = describeDifference(counted, expected);
  const name = method === 'efectivo' ? '' : `${paymentMethodLabel(method)}: `;
  return <Badge tone={tone}>{name + words}</Badge>;
}
