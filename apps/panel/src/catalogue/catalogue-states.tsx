import { useEffect, type ReactNode } from 'react';
import { FAILURES_ARE_SILENT } from '#api/strict-spec';
import { Button } from '#ui/button';
import { EmptyState, FailureState } from '#ui/states';

type Query<Row> = { data: Row[] | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };
type Props<Row> = {
  list: Query<Row>;
  found: Row[] | undefined;
  loadFailure: string;
  skeleton: ReactNode;
  empty: { title: string; text?: string; create: string };
  onCreate: () => void;
  children: (rows: Row[]) => ReactNode;
};

/** The four states of a list: loading, failed, empty, and what was found. What was there stays while it refreshes. */
export function CatalogueStates<Row>({ list, found, loadFailure, skeleton, empty, onCreate, children }: Props<Row>) {
  const { error, isPending, refetch } = list;
  useEffect(() => {
    // eslint-disable-next-line no-console -- 'only logged' is what the specification asks for
    if (error) console.error(loadFailure, error);
  }, [error, loadFailure]);

  if (isPending) return skeleton;
  const retry = () => void refetch();
  const failed = error && !FAILURES_ARE_SILENT && <FailureState message={loadFailure} onRetry={retry} />;
  if (!found) return failed;
  return (
    <div className="space-y-4">
      {failed}
      {found.length > 0 ? (
        children(found)
      ) : (
        <EmptyState title={empty.title} text={empty.text}>
          <Button look="primary" onClick={onCreate}>
            {empty.create}
          </Button>
        </EmptyState>
      )}
    </div>
  );
}
