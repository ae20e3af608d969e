import type { ClientPrice } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { addresses } from '#addresses';
import { reasonOf } from '#api/client';
import { useRemoveClientPrice } from '#features/billing/prices/prices-calls';
import { Link } from '#navigation/link';
import { tell } from '#ui/tell';
import { TwoStepDelete } from '#ui/two-step-delete';

type Shown = Omit<ClientPrice, 'plan' | 'created_by'> & Partial<Pick<ClientPrice, 'plan'>>;

function daysOf({ valid_from, until }: Shown): string {
  const from = valid_from > today() ? `desde el ${formatDate(valid_from)}, ` : '';
  return from + (until === null ? 'siempre' : `hasta el ${formatDate(until)}`);
}

/** What clients pay instead of the list price; each can be taken away. */
export function ClientPrices({ prices }: { prices: Shown[] }) {
  const removal = useRemoveClientPrice((error) =>
    tell({
      title: 'Error al quitar el precio. Por favor intenta de nuevo.',
      description: reasonOf(error),
      tone: 'bad',
    }),
  );
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {prices.map((price) => {
        const name = shownName(price.user.name);
        return (
          <li key={price.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <Link
                to={addresses.users.detail(price.user.id)}
                className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline sm:min-h-0"
              >
                {name}
              </Link>
              <p className="text-sm text-muted tabular-nums">
                {price.plan && `${price.plan.title} · `}
                {formatMoney(price.amount)} · {daysOf(price)}
              </p>
            </div>
            <TwoStepDelete
              name={`el precio de ${name}`}
              busy={removal.isPending && removal.variables === price.id}
              onDelete={() => removal.mutate(price.id)}
              compact
            />
          </li>
        );
      })}
    </ul>
  );
}
