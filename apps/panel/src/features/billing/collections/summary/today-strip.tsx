import type { Figure } from '@pulso/contract/billing/collections.summary';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import type { ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import { addresses, filteredAddress, type Address } from '#addresses';
import { serverOffers } from '#api/session';
import { useCollectionSummary } from '#features/billing/collections/summary/use-summary';
import { formatCount } from '#ui/text/numbers';

type LinkProps = { to: Address; title: string; value: ReactNode; detail: string };

/** A number of today, which leads to what it counts. */
export function TodayLink({ to, title, value, detail }: LinkProps) {
  return (
    <Link
      to={to}
      className="row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0 rounded-control px-3 py-2 transition-colors duration-150 hover:bg-sunken sm:px-4"
    >
      <span className="text-sm text-balance text-muted">{title}</span>
      <span className="truncate text-lg font-bold tabular-nums">{value}</span>
      <span className="text-xs text-balance text-muted tabular-nums">{detail}</span>
    </Link>
  );
}

const formatFigureCount = ({ count }: Figure) => formatCount(count);
const formatFigureSum = ({ sum }: Figure) => formatMoney(sum);

/** Today's tasks, each a link to its screen; nothing if the summary cannot be read. */
export function TodayStrip({ skeletonClass, children }: { skeletonClass: string; children?: ReactNode }) {
  const { data, isPending } = useCollectionSummary();
  if (isPending) return <div data-skeleton className={`skeleton rounded-card ${skeletonClass}`} />;
  if (!data) return null;
  const { due_today, promised, unverified, till_since } = data;
  return (
    <section
      aria-label="Para hoy"
      className="mb-4 grid grid-cols-2 gap-x-1 rounded-card border border-line bg-surface p-2 lg:grid-cols-[auto_repeat(4,minmax(0,1fr))]"
    >
      <h2 className="px-3 py-2 text-sm font-semibold max-lg:col-span-2 max-lg:pb-0 sm:px-4 lg:row-span-6">Para hoy</h2>
      <TodayLink
        to={addresses.collections}
        title="Vencen hoy"
        value={formatFigureCount(due_today)}
        detail={formatFigureSum(due_today)}
      />
      <TodayLink
        to={filteredAddress(addresses.collections, { lista: 'promised' })}
        title="Promesas"
        value={formatFigureCount(promised)}
        detail={formatFigureSum(promised)}
      />
      {serverOffers('ledger') && (
        <>
          <TodayLink
            to={addresses.payments.verify}
            title="A verificar"
            value={formatFigureCount(unverified)}
            detail={formatFigureSum(unverified)}
          />
          <TodayLink
            to={addresses.till.open}
            title="Caja"
            value={till_since === null ? 'Sin abrir' : 'Abierta'}
            detail={
              till_since === null
                ? 'Empieza a usarla'
                : `Desde el ${formatDate(till_since)}, ${formatClock(till_since)}`
            }
          />
        </>
      )}
      {children}
    </section>
  );
}
