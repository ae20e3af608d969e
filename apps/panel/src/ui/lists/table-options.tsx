import { EllipsisVertical } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { TableView } from '#ui/lists/table-view';

// Loaded when it is opened.
const TableMenu = lazy(async () => ({ default: (await import('#ui/lists/table-menu')).TableMenu }));

export type TableOptionsProps<Row> = {
  /** Names the table among those of this device. */
  caption: string;
  columns: readonly { key: string; title: string; phone?: string; aside?: true }[];
  view: TableView;
  onView: (view: TableView) => void;
  readAll: (() => Promise<Row[]>) | undefined;
  /** Shows all rows while they are printed. */
  onAll: (rows: Row[] | undefined) => void;
};

/** In the corner of a table's head: what it shows, and how. */
export function TableOptions<Row>(props: TableOptionsProps<Row>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Ver la tabla"

        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="absolute top-0.5 right-1 flex size-8 items-center justify-center text-muted hover:text-text"
      >
        <EllipsisVertical aria-hidden className="size-4" />
      </button>
      {open && (
        <Suspense>
          <TableMenu {...(props as TableOptionsProps<unknown>)} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
