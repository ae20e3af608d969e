import { shownName } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';
import { useTitle } from '#ui/use-title';

type HeaderProps = {
  title: string;
  /** What the browser's tab says, where the title does not name the thing. */
  tab?: string;
  /** Empty while loading: the line keeps its height, so that nothing jumps. */
  context?: ReactNode;
  children?: ReactNode;
};

/** Every screen begins the same: its title, one line of context, and the primary action at the right. */
export function PageHeader({ title, tab, context, children }: HeaderProps) {
  const name = shownName(title);
  useTitle(tab ?? name);
  return (
    <header className="mb-6 flex print:mb-3 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
        <h1 className="text-2xl font-bold tracking-tight wrap-anywhere sm:text-3xl print:text-xl">{name}</h1>
        {context !== undefined && (
          <p className="min-h-5 text-sm text-muted tabular-nums max-sm:basis-full print:min-h-0">{context}</p>
        )}
      </div>
      {children && <div className="flex flex-wrap gap-2 print:hidden">{children}</div>}
    </header>
  );
}

/** Search and filters, between the title and what they narrow; they stay in sight below the top bar. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div data-filter-bar className="filter-bar -mx-1 -mt-3 mb-2 flex gap-2 bg-ground px-1 py-1.5 sm:gap-3">
      {children}
    </div>
  );
}
