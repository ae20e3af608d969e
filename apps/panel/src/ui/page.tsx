import { shownName } from '@pulso/contract/kit/labels';
import type { ReactNode } from 'react';

type HeaderProps = {
  title: string;
  /** Empty while loading: the line keeps its height, so that nothing jumps. */
  context?: ReactNode;
  children?: ReactNode;
};

/** Every screen begins the same: its title, one line of context, and the primary action at the right. */
export function PageHeader({ title, context, children }: HeaderProps) {
  return (
    <header className="mb-6 flex print:mb-3 flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-bold tracking-tight wrap-anywhere sm:text-3xl print:text-xl">
          {shownName(title)}
        </h1>
        {context !== undefined && (
          <p className="mt-1 min-h-5 text-sm text-muted tabular-nums print:mt-0 print:min-h-0">{context}</p>
        )}
      </div>
      {children && <div className="flex flex-wrap gap-2 print:hidden">{children}</div>}
    </header>
  );
}

/** Search and filters, between the title and what they narrow. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="mb-6 flex flex-wrap gap-3">{children}</div>;
}
