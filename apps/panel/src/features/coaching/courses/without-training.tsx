import { coachingSummary } from '@pulso/contract/coaching/courses';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '@pulso/web/answers';
import { addresses, filteredAddress } from '#addresses';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { TodayLink } from '#features/billing/collections/summary/today-strip';
import { userListResource } from '#features/accounts/users/users-calls';
import { formatCount } from '#ui/text/numbers';

const SUMMARY_PATH = 'coaching/summary';

/** Read again with the users: whoever is assigned something is no longer among them. */
const useCoachingSummary = () =>
  useQuery({
    queryKey: [userListResource.path, SUMMARY_PATH],
    queryFn: async ({ signal }) => {
      const body = await call('GET', SUMMARY_PATH, { signal });
      return readRow({ path: SUMMARY_PATH, row: coachingSummary }, dataOf(body)) ?? null;
    },
  });

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
