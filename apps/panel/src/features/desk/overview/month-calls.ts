import { useQuery } from '@tanstack/react-query';
import type { MonthText } from '@pulso/contract/kit/months';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { isCollected, readMonthMoney } from '#features/desk/overview/month.rules';

const YEAR = 12;
const askFor = async (address: string, signal: AbortSignal) => dataOf(await call('GET', address, { signal }));

export const useMonthMoney = (month: MonthText) =>
  useQuery({
    queryKey: ['business/overview', month, 'collected'],
    queryFn: async ({ signal }) => {
      const money = readMonthMoney(await askFor(`business/overview?month=${month}`, signal));
      if (!money) throw new CallFailure(200, undefined);
      return money;
    },
  });

export const useYear = () =>
  useQuery({
    queryKey: ['business/series', YEAR],
    queryFn: async ({ signal }) => {
      const months = await askFor(`business/series?months=${YEAR}`, signal);
      if (!Array.isArray(months)) throw new CallFailure(200, undefined);
      return months.filter(isCollected);
    },
  });
