import type { UserListRow } from '@pulso/contract/accounts/users';
import { formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';

/** Line with the plan, its end and its debt. */
export function PlanFacts({ user: { plan, suscription_status, suscription_end, owed = 0 } }: { user: UserListRow }) {
  const end = suscription_status ? formatDate(suscription_end) : '';
  return (
    <span className="flex flex-wrap gap-x-1.5 text-xs text-muted tabular-nums tabular:group-data-dense/table:hidden">
      {plan && (
        // A long title is cut before it pushes the actions off the table; the date never is.
        <span className="flex min-w-0 gap-x-1 whitespace-nowrap">
          <span title={plan.title} className="max-w-28 truncate">
            {plan.title}
          </span>
          {end && <span>· {end}</span>}
        </span>
      )}
      {owed > 0 && <span className="font-semibold whitespace-nowrap text-red">Debe {formatMoney(owed)}</span>}
    </span>
  );
}
