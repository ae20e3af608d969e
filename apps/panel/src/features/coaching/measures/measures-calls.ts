import { myMeasures, type MyMeasures } from '@pulso/contract/coaching/measures';
import { bodyKinds, type BodyKind } from '@pulso/contract/coaching/measures.labels';
import { useQuery } from '@tanstack/react-query';
import { CallFailure, dataOf } from '@pulso/web/answers';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';

const measuresPath = (userId: number) => `user/${userId}/measures`;

/** A value of a day. */
export type Measure = { day: string; value: number };
export type Measured = { kind: BodyKind; values: Measure[] };

/** What a client noted of each kind, oldest first; what was erased is left out. */
export const measuredKinds = ({ values }: Pick<MyMeasures, 'values'>): Measured[] =>
  bodyKinds
    .map((kind) => ({
      kind,
      values: (values[kind] ?? [])
        .flatMap(({ day, value }) => (value === null ? [] : [{ day, value }]))
        .toSorted((one, other) => one.day.localeCompare(other.day)),
    }))
    .filter((one) => one.values.length > 0);

export const useMeasures = (userId: number) =>
  useQuery({
    queryKey: [userListResource.path, String(userId), measuresPath(userId)],
    queryFn: async ({ signal }) => {
      const path = measuresPath(userId);
      const measures = readRow({ path, row: myMeasures }, dataOf(await call('GET', path, { signal })));
      if (!measures) throw new CallFailure(200, undefined);
      return measuredKinds(measures);
    },
  });
