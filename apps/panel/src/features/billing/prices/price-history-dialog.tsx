import type { PriceItem, PriceVersion } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Link } from '@pulso/web/navigation/link';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { ClientPrices } from '#features/billing/prices/client-prices';
import { usePriceHistory } from '#features/billing/prices/prices-calls';
import { ListStates } from '#screens/list-states';
import { ListSkeleton } from '#screens/list-skeleton';

type VersionProps = { version: PriceVersion; isCurrent: boolean; isComing: boolean };

function PriceVersionItem({ version: { amount, valid_from, created_by, rise }, isCurrent, isComing }: VersionProps) {
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold tabular-nums">
        {formatMoney(amount)}
        {isCurrent && <Badge tone="green">Vigente</Badge>}
        {isComing && <Badge tone="yellow">Programado</Badge>}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
        Desde el {formatDate(valid_from)}
        {created_by && <span>· {displayName(created_by.name)}</span>}
        {rise && (
          <Link
            to={addresses.prices.rise(rise.id)}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:no-underline sm:min-h-6"
          >
            {rise.reason ? `Aumento: ${rise.reason}` : 'Ver el aumento'}
          </Link>
        )}
      </p>
    </li>
  );
}

/** Every price that an item has had, and those of clients, which can be taken away here. */
export function PriceHistoryDialog({ item, onClose }: { item: PriceItem; onClose: () => void }) {
  const history = usePriceHistory(item.kind, item.id);
  const day = today();
  const clientVersions = history.data?.flatMap(({ user, ...version }) => (user ? [{ ...version, user }] : [])) ?? [];
  return (
    <Dialog open onClose={onClose} title={`Historial: ${displayName(item.title)}`} className="max-w-xl">
      <div className="space-y-6 p-5">
        <ListStates
          list={history}
          found={history.data?.filter(({ user }) => user === null)}
          failure="Error al cargar los precios"
          alwaysTold
          skeleton={<ListSkeleton />}
          empty={<p className="py-6 text-center text-sm text-muted">Todavía no hay precios.</p>}
        >
          {(versions) => {
            // Newest first.
            const current = versions.find(({ valid_from }) => valid_from <= day);
            return (
              <ol aria-label="Precios" className="divide-y divide-line rounded-card border border-line bg-surface">
                {versions.map((version) => (
                  <PriceVersionItem
                    key={version.id}
                    version={version}
                    isCurrent={version === current}
                    isComing={version.valid_from > day}
                  />
                ))}
              </ol>
            );
          }}
        </ListStates>
        {clientVersions.length > 0 && (
          <section aria-labelledby="precios-de-clientes">
            <h3 id="precios-de-clientes" className="mb-2 font-semibold">
              Precios de clientes
            </h3>
            <ClientPrices prices={clientVersions} />
          </section>
        )}
      </div>
    </Dialog>
  );
}
