import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { COLLECTIONS_PATH } from '#features/billing/collections/summary/use-summary';
import { readPerson, uniquePeople } from '#features/billing/collections/today/today.rules';

const MAX_SHOWN = 5;
/** The lists in the order in which their people are shown; whoever ended lately comes where there is room. */
const LISTS = ['due_today', 'promised', 'overdue'];

/** The people who are waiting for somebody today. */
export const useToday = () =>
  useQuery({
    queryKey: [COLLECTIONS_PATH, 'today'],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        LISTS.map(async (list) =>
          dataOf(await call('GET', `${COLLECTIONS_PATH}?list=${list}&limit=${MAX_SHOWN}`, { signal })),
        ),
      );
      if (!answers.every(Array.isArray)) throw new CallFailure(200, undefined);
      return uniquePeople(answers.flat().flatMap((row: unknown) => readPerson(row) ?? [])).slice(0, MAX_SHOWN);
    },
  });
