import { formatDate } from '@pulso/contract/kit/dates';
import { use } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { UseValueContext } from '#features/accounts/users/form/measure-field';
import { useMeasures } from '#features/coaching/measures/measures-calls';
import { formatNumber } from '#ui/text/numbers';

/** The last weight that a client noted in the app; the one of his record is not changed by it. */
export function LastWeight({ userId }: { userId: number }) {
  const onUse = use(UseValueContext);
  const last = useMeasures(userId)
    .data?.find(({ kind }) => kind === 'weight')
    ?.values.at(-1);
  if (!last) return null;
  const { value, day } = last;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      Último peso que anotó: {formatNumber(value)} kg ({formatDate(day)})
      <Button onClick={() => onUse(value)}>Usar</Button>
    </p>
  );
}
