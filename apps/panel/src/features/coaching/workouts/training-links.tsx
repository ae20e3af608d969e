import type { CoachingSummary } from '@pulso/contract/coaching/summary';
import { useQuery } from '@tanstack/react-query';
import { dataOf, isObject } from '@pulso/web/answers';
import { addresses, filteredAddress } from '#addresses';
import { call } from '#api/client';
import { serverOffers } from '#api/session';
import { TodayLink } from '#features/billing/collections/summary/today-strip';
import { formatCount } from '#ui/text/numbers';

const SUMMARY_PATH = 'coaching/summary';
/** As in the contract, without its schemas and those of the users, which would double what the first screen loads. */
const IDLE_DAYS = 10;
const USERS_PATH = '/user';

/** Read again with the users: whoever is assigned something is no longer among them. */
const useCoachingSummary = () =>
  useQuery({
    queryKey: [USERS_PATH, SUMMARY_PATH],
    queryFn: async ({ signal }): Promise<Partial<CoachingSummary> | null> => {
      const data = dataOf(await call('GET', SUMMARY_PATH, { signal }));
      return isObject(data) ? data : null;
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
