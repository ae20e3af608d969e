import { formatDate } from '@pulso/contract/kit/dates';
import { Link } from '@pulso/web/navigation/link';
import { addresses } from '#addresses';
import { useRise } from '#features/billing/prices/prices-calls';
import { formatCount } from '#ui/text/numbers';

/** How many of the clients whom a rise affects know of it. */
export function RiseProgress({ rise, untold }: { rise: number; untold: number }) {
  const { data } = useRise(String(rise));
  const told = data && Math.max(0, data.affected - untold);
  return (
    <div className="mb-3 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {data && told !== undefined && (
        <>
          <p role="status" className="font-semibold tabular-nums">
            Avisados {formatCount(told)} de {formatCount(data.affected)}
          </p>
          <progress
            aria-hidden
            max={data.affected}
            value={told}
            className="h-2 w-48 appearance-none overflow-clip rounded-full bg-sunken [&::-moz-progress-bar]:bg-green [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-green"
          />
          <Link to={addresses.prices.rise(rise)} className="text-accent underline underline-offset-4">
            Aumento del {formatDate(data.valid_from)}
          </Link>
        </>
      )}
    </div>
  );
}
