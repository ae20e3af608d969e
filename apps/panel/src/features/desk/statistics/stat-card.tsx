import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { formatCount } from '#ui/numbers';

type Props = { title: string; value: number; icon: LucideIcon; children?: ReactNode };

export function StatCard({ title, value, icon: Icon, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start justify-between gap-2">
        <h2 id={id} className="text-sm font-medium text-muted">
          {title}
        </h2>
        <Icon aria-hidden className="size-5 shrink-0 text-accent" />
      </div>
      <p className="mt-2 text-3xl font-bold tracking-tight tabular-nums">{formatCount(value)}</p>
      <div className="mt-1 text-sm text-muted tabular-nums">{children}</div>
    </section>
  );
}
