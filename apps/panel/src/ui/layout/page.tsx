import { displayName } from '@pulso/contract/kit/labels';
import { useEffect, type ReactNode } from 'react';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { useRootAttribute } from '@pulso/web/ui/hooks/use-root-attribute';
import { useTitle } from '@pulso/web/ui/hooks/use-title';
import { MainAction } from '#ui/layout/main-action';

type HeaderProps = {
  title: string;
  /** Title of the browser's tab, if the heading does not name the item. */
  tab?: string;
  /** Line under the title; empty while loading, which keeps its height so that nothing jumps. */
  context?: ReactNode;
  /** Main action of the screen. */
  action?: ReactNode;
  /** Further actions. */
  children?: ReactNode;
};

/** The same header for every screen: its title, one line of context, and the main action at the right. */
export function PageHeader({ title, tab, context, action, children }: HeaderProps) {
  const name = displayName(title);
  useTitle(tab ?? name);
  const count = typeof context === 'string' ? context : '';
  useEffect(() => {
    if (count) speak(count, 'count');
  }, [count]);
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-5 max-sm:gap-x-3 @4xl:items-center print:mb-3">
      <div className="min-w-0 max-sm:grow @4xl:flex @4xl:flex-wrap @4xl:items-baseline @4xl:gap-x-4">
        <h1 className="text-2xl font-bold tracking-tight wrap-anywhere max-sm:min-h-11 sm:text-3xl sm:@max-4xl:min-h-10 @max-4xl:flex @max-4xl:items-center print:min-h-0 print:text-xl">
          {name}
        </h1>
        {/* Without room beside the title, the context is as wide as the page but adds no width to the title: text
            that arrives late moves neither the title nor the action. */}
        {context !== undefined && (
          <div className="w-0 @4xl:contents">
            <p className="min-h-5 w-[100cqi] text-sm text-pretty text-muted tabular-nums @max-4xl:mt-1 @4xl:w-auto print:mt-0 print:min-h-0">
              {context}
            </p>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
        {children}
        {action && <MainAction>{action}</MainAction>}
      </div>
    </header>
  );
}

/** Search and filters, between the title and the rows they filter; they stay visible below the top bar. */
export function FilterBar({ children }: { children: ReactNode }) {
  useRootAttribute('data-filters');
  return (
    <div className="filter-bar -mx-1 -mt-3 mb-2 flex gap-2 bg-ground px-1 py-1.5 sm:gap-3 print:hidden">{children}</div>
  );
}
