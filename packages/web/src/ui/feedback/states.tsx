import { CircleAlert, RotateCw } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Button } from '../controls/button';
import { lazyOptional } from '../hooks/lazy-optional';
import { speak } from './live-region';

// Loaded on demand: few lists are empty, so no first visit needs it.
const Illustration = lazyOptional(async () => (await import('./empty-illustration')).EmptyIllustration);

type EmptyProps = { title: string; text?: string; children?: ReactNode };

/** Empty state: says what would be here and offers the next step. */
export function EmptyState({ title, text, children }: EmptyProps) {
  useEffect(() => speak(title, 'count'), [title]);
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-line px-6 py-12 text-center">
      <div className="mb-1 h-16">
        <Suspense>
          <Illustration />
        </Suspense>
      </div>
      <p className="text-base font-semibold text-balance">{title}</p>
      {text && <p className="max-w-md text-sm text-balance text-muted">{text}</p>}
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

type FailureProps = { message: string; reason?: string; onRetry?: () => void };

/** Failure state: says what failed and offers a retry. */
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
        <div className="max-sm:w-full max-sm:*:w-full">
          <Button icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
            Reintentar
          </Button>
        </div>
      )}
    </div>
  );
}

/** The box may be off the screen in a long form. */
const bringIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

/** Error message beside the form, whose values stay. */
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
