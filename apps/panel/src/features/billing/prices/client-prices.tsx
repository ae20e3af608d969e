import type { ClientPrice } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { reasonOf } from '@pulso/web/answers';
import { Link } from '@pulso/web/navigation/link';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { useRemoveClientPrice } from '#features/billing/prices/prices-calls';

type PriceEntry = Pick<ClientPrice, 'id' | 'user' | 'amount' | 'valid_from' | 'until'> &
  Partial<Pick<ClientPrice, 'plan'>>;

/** True for a price that is over, or was replaced or removed before its day: it stands in the history alone. */
const isOver = ({ valid_from, until }: PriceEntry) => until !== null && (until < valid_from || until < today());

function describePrice({ plan, amount, valid_from, until }: PriceEntry): string {
  if (until !== null && until < valid_from)
    return `${formatMoney(amount)} · sin efecto: iba a regir el ${formatDate(valid_from)}`;
  const from = valid_from > today() ? `desde el ${formatDate(valid_from)}, ` : '';
  const days = from + (until === null ? 'siempre' : `hasta el ${formatDate(until)}`);
  return [plan?.title, formatMoney(amount), days].filter(Boolean).join(' · ');
}

/** Prices that clients pay instead of the list price; each can be removed. */
export function ClientPrices({ prices }: { prices: PriceEntry[] }) {
  const removal = useRemoveClientPrice((error) =>
    showToast({
      title: 'Error al quitar el precio. Por favor intenta de nuevo.',
      description: reasonOf(error),
      tone: 'bad',
    }),
  );
  const clients = [...new Map(prices.map(({ user }) => [user.id, user])).values()];
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {clients.map((client) => (
        <li key={client.id} className="py-2 pr-2 pl-4">
          <Link
            to={addresses.users.detail(client.id)}
            className="inline-flex min-h-11 items-center font-medium underline-offset-4 hover:underline sm:min-h-6"
          >
            {displayName(client.name)}
          </Link>
          <ul>
            {prices
              .filter(({ user }) => user.id === client.id)
              .map((price) => (
                <li key={price.id} className="flex items-center gap-3 text-sm text-muted tabular-nums">
                  <span className="min-w-0 flex-1">{describePrice(price)}</span>
                  {!isOver(price) && (
                    <TwoStepDelete
                      name={[client.name, price.plan?.title].filter(Boolean).join(', ')}
                      busy={removal.isPending && removal.variables === price.id}
                      onDelete={() => removal.mutate(price.id)}
                      compact
                    />
                  )}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
