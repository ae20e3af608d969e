import { CircleAlert, Inbox, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button';

type EmptyProps = { title: string; text?: string; children?: ReactNode };

/** Says what would be here and offers the next step. */
export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card border border-dashed border-line px-6 py-14 text-center">
      <Inbox aria-hidden className="size-9 text-muted" strokeWidth={1.5} />
      <p className="text-base font-semibold">{title}</p>
      {text && <p className="max-w-prose text-sm text-muted">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

type FailureProps = { message: string; reason?: string; onRetry?: () => void };

/** Says what failed and offers to try again. */
export function FailureState({ message, reason, onRetry }: FailureProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-card border border-red bg-red-soft p-4 text-red"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{message}</p>
        {reason && <p>{reason}</p>}
      </div>
      {onRetry && (
        <Button icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
          Reintentar
        </Button>
      )}
    </div>
  );
}

/** In a long form the box may be off the screen. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

/** What is wrong with what was sent, beside the form that keeps it. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <div
      ref={bringIntoView}
      role="alert"
      className="flex items-start gap-2 rounded-control bg-red-soft p-3 text-sm font-medium text-red"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
