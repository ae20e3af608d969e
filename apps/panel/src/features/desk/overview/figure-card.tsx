import { useId, type ReactNode } from 'react';
import { Link } from '@pulso/web/navigation/link';
import type { Address } from '#addresses';
import { ListLink } from '#features/desk/statistics/list-link';

type Props = { title: string; value: string; to: Address; mark?: ReactNode; className?: string; children?: ReactNode };

/** A figure, and all of it a link to the list that it was counted from; links among its children are above that one. */
export function FigureCard({ title, value, to, mark, className = '', children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 transition-colors duration-150 has-[>a:hover]:border-line-strong ${className}`}
    >
      <ListLink to={to} name={title} className="inset-0 rounded-card" />
      <h2 id={id} className="text-sm font-medium text-muted">
        {title}
      </h2>
      <div className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <p className="text-xl font-bold tracking-tight tabular-nums wrap-anywhere @6xl:text-2xl">{value}</p>
        {mark}
      </div>
      <div className="mt-1 text-sm text-pretty text-muted tabular-nums">{children}</div>
    </section>
  );
}

/** Over a card's own link: to the list of another number of it. */
export function InnerLink({ to, children }: { to: Address; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="relative -my-1 inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current sm:min-h-8"
    >
      {children}
    </Link>
  );
}
