import { useCollectionSummary } from '#features/billing/collections/summary/use-summary';
import { formatCount } from '#ui/text/numbers';

/** Count of clients due today, beside 'Cobranzas' in the menu; hidden if zero or unknown. */
export function DueCount() {
  const count = useCollectionSummary().data?.due_today.count ?? 0;
  if (!(count > 0)) return null;
  return (
    <span className="ml-auto rounded-full bg-accent-soft px-2 text-xs whitespace-nowrap text-accent tabular-nums">
      {formatCount(count)}
    </span>
  );
}
