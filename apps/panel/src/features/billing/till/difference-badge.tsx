import { describeDifference } from '#features/billing/till/till.rules';
import { Badge } from '#ui/feedback/badge';

/** Green where it agrees, yellow where there is too much, red where there is too little. */
export function DifferenceBadge({ counted, expected }: { counted: number; expected: number }) {
  const { tone, words } = describeDifference(counted, expected);
  return <Badge tone={tone}>{words}</Badge>;
}
