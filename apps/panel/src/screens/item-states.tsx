import type { ReactNode } from 'react';
import type { Address } from '#addresses';
import { isUnanswered, NO_RESPONSE } from '#api/client';
import { LinkButton } from '#ui/links';
import { FailureState } from '#ui/states';
import { useTitle } from '#ui/use-title';

type Query<Row> = { data: Row | undefined; error: Error | null; refetch: () => unknown };
type Props<Row> = {
  item: Query<Row>;
  failure: (error: Error) => string;
  reason?: (error: Error) => string | undefined;
  back: { to: Address; label: string };
  skeleton: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The states of a screen that shows one thing: loading, failed with the way back, and the thing. */
export function ItemStates<Row>({ item, failure, reason, back, skeleton, children }: Props<Row>) {
  const { data, error, refetch } = item;
  useTitle(data !== undefined ? undefined : error ? failure(error) : 'Cargando');
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return (
    <div className="space-y-4">
      <FailureState
        message={failure(error)}
        reason={reason?.(error) ?? (isUnanswered(error) ? NO_RESPONSE : undefined)}
        onRetry={() => void refetch()}
      />
      <LinkButton to={back.to} asLeft>
        {back.label}
      </LinkButton>
    </div>
  );
}

/** In the shape of a detail: a title, a picture, a few paragraphs. */
export function DetailSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className="space-y-6">
      <div data-skeleton className="skeleton h-9 w-72 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-3">
        <div data-skeleton className="skeleton h-72" />
        <div data-skeleton className="space-y-3 lg:col-span-2">
          {[1, 2, 3, 4, 5].map((line) => (
            <div key={line} className="skeleton h-5 w-full" />
          ))}
        </div>
      </div>
    </div>
  );
}
