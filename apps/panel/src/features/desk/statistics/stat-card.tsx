import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Address } from '#addresses';
import { ListLink } from '#features/desk/statistics/list-link';
import { formatCount } from '#ui/text/numbers';

type Props = {
  title: string;
  value: number;
  icon: LucideIcon;
  /** The list behind the number. */
  to: Address;
  /** Below what the day is about, as one of many in a frame. */
  quiet: boolean;
  children?: ReactNode;
};

/** A number, and all of it a link to the list behind it; a link among its children is above that one. */
export function StatCard({ title, value, icon: Icon, to, quiet, children }: Props) {
  const id = useId();
  const look = quiet
    ? 'bg-surface p-3 hover:bg-sunken sm:px-4'
    : 'rounded-card border border-line bg-surface p-4 has-[>a:hover]:border-line-strong sm:p-5';
  return (
    <section aria-labelledby={id} className={`relative flex min-w-0 flex-col transition-colors duration-150 ${look}`}>
      <ListLink to={to} name={title} className="inset-0 rounded-card" />
      <div className="flex items-start justify-between gap-2">
        <h2 id={id} className={`${quiet ? 'text-xs' : 'text-sm'} font-medium text-muted`}>
          {title}
        </h2>
        {!quiet && <Icon aria-hidden className="size-5 shrink-0 text-accent" />}
      </div>
      <p
        className={`${quiet ? `mt-0.5 text-xl ${value === 0 ? 'text-muted' : ''}` : 'mt-2 text-3xl'} font-bold tracking-tight tabular-nums`}
      >
        {formatCount(value)}
      </p>
      <div className={`${quiet ? 'text-xs' : 'mt-1 text-sm'} text-muted tabular-nums`}>{children}</div>
    </section>
  );
}
