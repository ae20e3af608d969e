import { businessRow, type Business } from '@pulso/contract/billing/business';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf, type Body } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';

const businessResource = { path: 'business', row: businessRow };
export const BUSINESS_KEY = [businessResource.path] as const;

export function readBusinessAnswer(body: Body): Business {
  const row = readRow(businessResource, dataOf(body));
  if (row === undefined) throw new CallFailure(200, undefined);
  return row;
}

export const readBusiness = async ({ signal }: { signal: AbortSignal }) =>
  readBusinessAnswer(await call('GET', businessResource.path, { signal }));

export function useBusiness() {
  return useQuery({ queryKey: BUSINESS_KEY, queryFn: readBusiness });
}
