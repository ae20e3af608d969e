import type { Statistics } from '@pulso/contract/desk/statistics';
import { useQuery } from '@tanstack/react-query';
import { CallFailure } from '@pulso/web/answers';
import { call } from '#api/client';
import { readStatistics } from '#features/desk/statistics/read-statistics';

/** The counters, or an error: an answer of another shape is as useless as none. */
export function useStatistics() {
  return useQuery({
    queryKey: ['estadisticas'],
    queryFn: async ({ signal }): Promise<Statistics> => {
      const body = await call('GET', 'estadisticas', { signal });
      const counters = body.success === true ? readStatistics(body.data) : undefined;
      if (!counters) throw new CallFailure(200, undefined);
      return counters;
    },
  });
}
