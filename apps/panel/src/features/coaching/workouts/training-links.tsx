import { coachingSummary, IDLE_DAYS } from '@pulso/contract/coaching/summary';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '@pulso/web/answers';
import { addresses, filteredAddress } from '#addresses';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { serverOffers } from '#api/session';
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

const links = [
  {
    of: 'without_training',
    title: 'Sin entrenamiento',
    filter: { entrenamiento: 'none' },
    extra: 'coaching',
    whose: ' con plan',
  },
  {
    of: 'idle',
    title: `Sin entrenar hace ${IDLE_DAYS} días`,
    filter: { sin_entrenar: String(IDLE_DAYS) },
    extra: 'workouts',
    whose: ' con plan',
  },
  { of: 'notes', title: 'Notas por responder', filter: { nota: 'open' }, extra: 'workouts', whose: '' },
] as const;

/** Numbers of clients whose training needs somebody, for the strip 'Para hoy'. */
export function TrainingLinks() {
  const { data, isPending } = useCoachingSummary();
  if (!data && !isPending) return null;
  return links
    .filter(({ extra }) => serverOffers(extra))
    .map(({ of, title, filter, whose }) => {
      const { count, more } = data?.[of] ?? {};
      return (
        <TodayLink
          key={of}
          to={filteredAddress(addresses.users.list, filter)}
          title={title}
          value={count === undefined ? '…' : `${more ? 'Más de ' : ''}${formatCount(count)}`}
          detail={`${count === 1 ? 'cliente' : 'clientes'}${whose}`}
        />
      );
    });
}
