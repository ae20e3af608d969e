import { useId } from 'react';
import { ListLink } from '#features/desk/statistics/list-link';
import type { Distribution } from '#features/desk/statistics/statistics.rules';
import { Bar } from '#ui/feedback/bar';
import { formatCount } from '#ui/text/numbers';

export function DistributionPanel({ title, parts, quiet }: Distribution & { quiet: boolean }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 bg-surface ${quiet ? 'p-3 pb-4 sm:px-4' : 'rounded-card border border-line p-5'}`}
    >
      <h2 id={id} className={quiet ? 'mb-2.5 text-xs font-medium text-muted' : 'mb-4 font-semibold'}>
        {title}
      </h2>
      <ul className={quiet ? 'space-y-3' : 'space-y-4'}>
        {parts.map(({ label, count, percent, tone, to }, index) => (
          <li key={index} className="relative">
            {to && (
              <ListLink
                to={to}
                name={`${title}, ${label}`}
                className="-inset-x-2 -inset-y-2 rounded-control hover:bg-text/5"
              />
            )}
            <p className={`flex justify-between gap-3 ${quiet ? 'mb-1 text-xs' : 'mb-1.5 text-sm'}`}>
              <span title={label} className="min-w-0 truncate">
                {label}
              </span>
              <span className="whitespace-nowrap tabular-nums">
                <strong className="font-semibold">{formatCount(count)}</strong>{' '}
                <span className="text-muted">({percent}%)</span>
              </span>
            </p>
            <Bar percent={percent} tone={tone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
