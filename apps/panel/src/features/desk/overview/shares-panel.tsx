import { shareOf } from '@pulso/contract/desk/overview';
import { Link } from '@pulso/web/navigation/link';
import type { Address } from '#addresses';
import { moneyText, percentText } from '#features/desk/overview/figure-texts.rules';
import { Bar } from '#ui/feedback/bar';
import { toPercentage } from '#ui/text/numbers';

export type Share = { name: string; sum: number; to: Address };
type Props = { title: string; shares: Share[]; whole: number };

/** How an amount is made up, each part a link to its payments. */
export function SharesPanel({ title, shares, whole }: Props) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      {shares.length === 0 ? (
        <p className="text-sm text-muted">Todavía no entró nada en estos días.</p>
      ) : (
        <ul>
          {shares.map(({ name, sum, to }) => (
            <li key={to}>
              <Link
                to={to}
                className="-mx-2 block rounded-control px-2 py-2 transition-colors duration-150 hover:bg-sunken"
              >
                <span className="flex items-baseline justify-between gap-3 text-sm">
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <span className="shrink-0 tabular-nums">
                    <span className="font-semibold">{moneyText(sum)}</span>{' '}
                    <span className="inline-block w-14 text-right text-muted">{percentText(shareOf(sum, whole))}</span>
                  </span>
                </span>
                <span className="mt-1.5 block">
                  <Bar percent={toPercentage(sum, whole)} tone="accent" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
