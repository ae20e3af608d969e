import { formatDate } from '@pulso/contract/kit/dates';
import { use } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { UseValueContext } from '#features/accounts/users/form/measure-field';
import { useMeasures } from '#features/coaching/measures/measures-calls';
import { formatNumber } from '#ui/text/numbers';

/** The last weight that a client noted in the app; the one of his record is not changed by it. */
export function LastWeight({ userId }: { userId: number }) {
  const onUse = use(UseValueContext);
  const { data } = useMeasures(userId);
  const last = data?.find(({ kind }) => kind === 'weight')?.values.at(-1);
  // Its line is there before it, or the fields below would move.
  return (
    <p className="mt-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      {last && (
        <>
          Último peso que anotó: {formatNumber(last.value)} kg ({formatDate(last.day)})
          <Button onClick={() => onUse(last.value)}>Usar</Button>
        </>
      )}
      {data && !last && 'No anotó su peso en la app.'}
    </p>
  );
}
