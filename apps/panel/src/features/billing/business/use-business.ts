import { businessRow, type Business } from '@pulso/contract/billing/business';
import { useQuery } from '@tanstack/react-query';
import { call, CallFailure, dataOf, type Body } from '#api/client';
import { readRow } from '#api/reader';

const business = { path: 'business', row: businessRow };
export const BUSINESS = [business.path] as const;

export function businessOf(body: Body): Business {
  const found = readRow(business, dataOf(body));
  if (found === undefined) throw new CallFailure(200, undefined);
  return found;
}

export const readBusiness = async ({ signal }: { signal: AbortSignal }) =>
  businessOf(await call('GET', business.path, { signal }));

export function useBusiness() {
  return useQuery({ queryKey: BUSINESS, queryFn: readBusiness });
}
