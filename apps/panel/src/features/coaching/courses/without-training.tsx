import { addresses, filteredAddress } from '#addresses';
import { TodayLink } from '#features/billing/collections/summary/today-strip';
import { useCoachingSummary } from '#features/coaching/courses/courses-calls';
import { formatCount } from '#ui/text/numbers';

/** Clients without a training, for the strip 'Para hoy'. */
export function WithoutTraining() {
  const found = useCoachingSummary().data?.without_training;
  if (!found) return null;
  const { count, more } = found;
  return (
    <TodayLink
      to={filteredAddress(addresses.users.list, { entrenamiento: 'none' })}
      title="Sin entrenamiento"
      value={`${more ? 'Más de ' : ''}${formatCount(count)}`}
      detail={count === 1 ? 'cliente con plan' : 'clientes con plan'}
    />
  );
}
