import type { UserListRow } from '@pulso/contract/accounts/users';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';

/** Line with the plan, its end and its debt. */
export function PlanFacts({ user: { plan, suscription_status, suscription_end, owed = 0 } }: { user: UserListRow }) {
  const end = suscription_status ? formatDate(suscription_end) : '';
  return (
    <span className="flex flex-wrap gap-x-1.5 text-xs text-muted tabular-nums tabular:group-data-dense/table:hidden">
      {plan && <span className="whitespace-nowrap">{[plan.title, end].filter(Boolean).join(' · ')}</span>}
      {owed > 0 && <span className="font-semibold whitespace-nowrap text-red">Debe {formatMoney(owed)}</span>}
    </span>
  );
}
