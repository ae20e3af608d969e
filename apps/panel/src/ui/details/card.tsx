import type { ReactNode, Ref } from 'react';

type Props = {
  /** Id of the heading that names the card. */
  labelledBy: string;
  /** True while the item is being deleted. */
  busy: boolean;
  ref?: Ref<HTMLElement>;
  className?: string;
  children: ReactNode;
};

/** The frame of one item in a grid. */
export function Card({ labelledBy, busy, ref, className = '', children }: Props) {
  return (
    <article
      ref={ref}
      aria-labelledby={labelledBy}
      aria-busy={busy || undefined}
      className={`relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-opacity duration-150 aria-busy:opacity-50 ${className}`}
    >
      {children}
    </article>
  );
}
