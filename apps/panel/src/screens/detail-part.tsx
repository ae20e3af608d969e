import type { ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useToldOnce } from '#screens/failure-once';
import { ListSkeleton } from '#screens/list-skeleton';

type Query<Data> = { data: Data | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

type Props<Data> = {
  title: string;
  query: Query<Data>;
  failure: string;
  /** Words for data that have nothing to show. */
  empty: (data: Data) => string | false;
  children: (data: Data) => ReactNode;
};

/**
 * A part of a tab under its heading, with its four states. What was there stays if it fails to load again. Of several
 * that fail together see `FailureOnce`.
 */
export function DetailPart<Data>({ title, query, failure, empty, children }: Props<Data>) {
  const { data, error, isPending, refetch } = query;
  const isTold = useToldOnce(title, query);
  const words = data !== undefined && empty(data);
  if (isTold) return null;
  return (
    <section aria-label={title} className="space-y-3">
      <h3 className="font-semibold">{title}</h3>
      {isPending && <ListSkeleton rows={2} />}
      {error && <FailureState message={failure} reason={reasonOf(error)} onRetry={() => void refetch()} />}
      {data !== undefined &&
        (words ? (
          <p className="rounded-card border border-dashed border-line px-4 py-6 text-center text-sm text-muted">
            {words}
          </p>
        ) : (
          children(data)
        ))}
    </section>
  );
}
