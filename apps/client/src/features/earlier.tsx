import { useState, type ReactNode } from 'react';
import { reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { call } from '#http/call';

type Page<Row> = { rows: readonly Row[]; more: boolean };
type Paging<Row, Data> = {
  first: Page<Row>;
  /** Of the page that follows this row. */
  pathAfter: (last: Row) => string;
  read: (data: Data) => Page<Row>;
  /** 'Error al cargar tus pagos. Por favor intenta de nuevo.' */
  failure: string;
};

/** A list whose first page an answer has; 'Ver más' loads the others. */
export function useEarlier<Row, Data>({
  first,
  pathAfter,
  read,
  failure,
}: Paging<Row, Data>): {
  rows: Row[];
  more: boolean;
  button: ReactNode;
} {
  const start = first.rows.at(-1);
  const key = start && pathAfter(start);
  // Pages that followed another first page would repeat rows, or leave some out.
  const [loaded, setLoaded] = useState<Page<Row> & { key: string }>();
  const earlier = loaded?.key === key ? loaded : undefined;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const rows = [...first.rows, ...(earlier?.rows ?? [])];
  const last = rows.at(-1);
  const { more } = earlier ?? first;
  const showMore = async (after: Row) => {
    setBusy(true);
    setError(undefined);
    try {
      const { data } = await call('GET', pathAfter(after));
      const page = read(data as Data);
      setLoaded({ key: key!, more: page.more, rows: [...(earlier?.rows ?? []), ...page.rows] });
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  return {
    rows,
    more,
    button: (
      <>
        {more && last !== undefined && (
          <Button className="mt-3 w-full" busy={busy} disabled={busy} onClick={() => void showMore(last)}>
            Ver más
          </Button>
        )}
        {error !== undefined && (
          <div className="mt-3">
            <ErrorBox>
              <p>{failure}</p>
              <p>{reasonOf(error)}</p>
            </ErrorBox>
          </div>
        )}
      </>
    ),
  };
}
