import { useEffect, type ReactNode } from 'react';
import { isUnanswered, NO_RESPONSE_MESSAGE } from '@pulso/web/answers';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { SimilarNote } from '#ui/lists/similar-note';

type ListQuery<Row> = { data: Row[] | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };
type Props<Row> = {
  list: ListQuery<Row>;
  /** Rows that pass the search and the filters. */
  found: Row[] | undefined;
  /** Logged, and shown unless the strict mode forbids it; `alwaysTold` if the specification itself shows it. */
  failure: string;
  alwaysTold?: boolean;
  /** True if the rows have only something similar to what was searched for. */
  similar?: boolean;
  skeleton: ReactNode;
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** The four states of a list: loading, failed, empty, and the rows found. Rows stay while the list is refetched. */
export function ListStates<Row>({
  list,
  found,
  failure,
  alwaysTold = false,
  similar = false,
  skeleton,
  empty,
  children,
}: Props<Row>) {
  const { error, isPending, refetch } = list;
  useEffect(() => {
    // oxlint-disable-next-line no-console -- 'only logged' is what the specification asks for
    if (error) console.error(failure, error);
  }, [error, failure]);

  useEffect(() => {
    if (isPending) speak('Cargando', 'count');
  }, [isPending]);

  if (isPending) return skeleton;
  const isShown = alwaysTold || !FAILURES_ARE_SILENT;
  const failureBox = error && isShown && (
    <FailureState
      message={failure}
      reason={isUnanswered(error) ? NO_RESPONSE_MESSAGE : undefined}
      onRetry={() => void refetch()}
    />
  );
  if (!found) return failureBox;
  return (
    <div className="space-y-4">
      {failureBox}
      {found.length > 0 && similar && <SimilarNote />}
      {found.length > 0 ? children(found) : empty}
    </div>
  );
}
