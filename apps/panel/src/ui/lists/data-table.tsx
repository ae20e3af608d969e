import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { useGradualRows } from '#ui/lists/use-gradual-rows';
import { highlightIfRecent } from '#ui/feedback/highlight';
import type { Sort, Sortable } from '#ui/lists/sort';
import { TableOptions } from '#ui/lists/table-options';
import { readTableView } from '#ui/lists/table-view';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal';

/** Role of a cell when its row is a card; cells without one are left to the detail that the card leads to. */
type CardPart = 'title' | 'fact' | 'more' | 'badge' | 'amount' | 'actions';

export type Column<Row> = Sortable<Row> & {
  cell: (row: Row) => ReactNode;
  /** Aligns amounts and numbers to the right. */
  numeric?: boolean;
  /** Share of the room that the other columns leave; longer text is cut. */
  cut?: 'most' | 'some' | 'little';
  phone?: CardPart;
  /** Shown only at the width of a laptop. */
  wide?: true;
  /** True for a column that people need now and then: 'Solo lo esencial' puts it away. */
  aside?: true;
};
type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: Row[];
  /** Path of the resource, so that a row just saved is highlighted. */
  path?: string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** True for a row with a call under way. */
  isBusy?: (row: Row) => boolean;
  /** All rows of a list that is shown in pages, for paper. */
  readAll?: () => Promise<Row[]>;
};

/** From this many columns on, a table needs the width of a laptop. */
const WIDE_TABLE_COLUMNS = 7;
const containerClass = <Row,>(columns: readonly Column<Row>[], off: readonly string[] = []) =>
  columns.filter(({ key, wide }) => !wide && !off.includes(key)).length < WIDE_TABLE_COLUMNS
    ? '@container/few'
    : '@container';

type HeadingProps<Row> = {
  column: Column<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  isOff: boolean;
  /** In the corner of the last one. */
  options?: ReactNode;
};

function Heading<Row>({ column, sort, onSort, isOff, options }: HeadingProps<Row>) {
  const current = sort?.by === column.key ? sort.order : undefined;
  const spoken = current === 'asc' ? 'ascending' : 'descending';
  const Icon = current === 'desc' ? ArrowDown : ArrowUp;
  const press = () => {
    const order = current === 'asc' ? 'desc' : 'asc';
    onSort?.({ by: column.key, order });
    speak(`${column.title}, orden ${order === 'asc' ? 'ascendente' : 'descendente'}`, 'sort');
  };
  const sign = current ? 'opacity-100' : 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50';
  return (
    <th
      scope="col"
      data-column={column.key}
      aria-sort={current && spoken}
      className={`table-head cell-room h-9 bg-surface text-xs font-semibold whitespace-nowrap text-muted first:pl-3 ${options ? 'pr-11!' : ''} ${column.numeric ? 'text-right' : 'text-left'} ${isOff ? 'hidden' : column.wide ? 'hidden @4xl:table-cell print:table-cell' : ''}`}
    >
      {column.sortBy && onSort ? (
        <button
          type="button"
          className={`group relative inline-flex min-h-8 items-center rounded-sm outline-offset-0 hover:text-text ${current ? 'text-text' : ''}`}
          onClick={press}
        >
          {column.title}
          {/* Out of the flow, so that the title stays aligned with its column. */}
          <Icon aria-hidden className={`absolute size-3 ${column.numeric ? 'right-full' : 'left-full'} ${sign}`} />
        </button>
      ) : (
        column.title
      )}
      {options}
    </th>
  );
}

const truncateClasses = { most: 'tabular:w-2/5', some: 'tabular:w-1/4', little: 'tabular:w-[8%]' };
const truncateTextClasses = { most: 'tabular:min-w-24', some: 'tabular:min-w-20', little: 'tabular:min-w-14' };

/** An empty cell takes no room on a card. */
const hideEmptyClass = 'has-data-none:hidden tabular:has-data-none:table-cell';
/** Layout of a card: the title on a line of its own, two facts on the next, then the badges. */
const partClasses: Record<CardPart, string> = {
  title: 'order-1 min-h-6 w-full text-base/6',
  fact: 'order-2 text-muted',
  more: `order-3 flex flex-1 basis-0 gap-2 text-muted before:content-['·'] ${hideEmptyClass}`,
  badge: `order-5 ${hideEmptyClass}`,
  // Amounts line up from card to card.
  amount: 'order-6 ml-auto font-medium',
  actions: 'absolute top-1 right-1 z-1',
};
/** Line break between the facts and the badges. */
const lineBreakClass = "before:order-4 before:w-full before:content-['']";

type CellLook = { hasMore: boolean; isOff: boolean; dense: boolean };

/** The last cells leave the room of the options above them, unless they are actions. */
function cellClass<Row>({ phone, numeric, cut, wide }: Column<Row>, { hasMore, isOff, dense }: CellLook): string {
  const shown = isOff ? 'tabular:hidden' : wide ? '@4xl:table-cell print:table-cell' : 'tabular:table-cell';
  return `min-w-0 tabular:static ${shown} ${dense ? 'tabular:h-9' : 'tabular:h-11'} tabular:max-w-none tabular:cell-room tabular:text-[0.8125rem] tabular:text-text tabular:before:content-none tabular:@5xl:text-sm tabular:first:pl-3 ${phone === 'actions' ? 'tabular:last:pr-3' : 'tabular:last:pr-11'} ${
    phone ? partClasses[phone] : 'hidden'
  } ${phone === 'fact' ? (hasMore ? 'max-w-7/10' : 'max-w-full') : ''} ${phone === 'actions' ? '' : dense ? 'tabular:py-0.5' : 'tabular:py-1'} ${numeric ? 'tabular-nums tabular:text-right' : ''} ${cut ? truncateClasses[cut] : ''}`;
}

const isOneLine = (phone: CardPart | undefined) => phone === 'fact' || phone === 'more';

type RowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  classes: string[];
  busy: boolean;
  /** True if the card must leave room for actions at its right. */
  hasActions: boolean;
  path?: string;
};

function DataRow<Row extends { id: number }>({ row, columns, classes, busy, hasActions, path }: RowProps<Row>) {
  return (
    <tr
      ref={path === undefined ? undefined : highlightIfRecent(path, row.id)}
      aria-busy={busy || undefined}
      className={`relative flex break-inside-avoid flex-wrap items-center gap-x-2 gap-y-0.5 border-t border-line px-4 py-2.5 transition-opacity duration-150 first:border-t-0 has-data-face:pl-17 aria-busy:opacity-50 tabular:static tabular:table-row tabular:before:content-none ${hasActions ? 'has-data-face:pr-14' : ''} ${lineBreakClass}`}
    >
      {columns.map(({ key, cell, numeric, cut, phone }, index) => (
        <td key={key} data-column={key} className={classes[index]}>
          <span
            className={`block ${isOneLine(phone) ? `truncate tabular:overflow-visible ${numeric ? '' : 'tabular:whitespace-normal'}` : ''} ${cut ? `tabular:contain-inline-size ${truncateTextClasses[cut]}` : ''} ${numeric ? 'whitespace-nowrap' : ''}`}
          >
            {cell(row)}
          </span>
        </td>
      ))}
    </tr>
  );
}

/** Memoized: typing in the search must not re-render fifty rows. */
const MemoizedRow = memo(DataRow) as typeof DataRow;

/** A table; without room for one, each row becomes a card with the cells that a person scans. */
export function DataTable<Row extends { id: number }>({
  caption,
  columns,
  rows,
  path,
  sort,
  onSort,
  isBusy,
  readAll,
}: Props<Row>) {
  const [view, setView] = useState(() => readTableView(caption));
  const [allRows, setAllRows] = useState<Row[]>();
  const { off, dense } = view;
  const classes = useMemo(() => {
    const hasMore = columns.some(({ phone }) => phone === 'more');
    return columns.map((column) => cellClass(column, { hasMore, isOff: off.includes(column.key), dense }));
  }, [columns, off, dense]);
  const hasActions = columns.some(({ phone }) => phone === 'actions');
  const gradualRows = useGradualRows(rows);
  const shownRows = allRows ?? gradualRows;
  const options = (
    <TableOptions
      caption={caption}
      columns={columns}
      view={view}
      onView={setView}
      readAll={readAll}
      onAll={setAllRows}
    />
  );
  const bodyRef = useFocusAfterRemoval<HTMLTableSectionElement>();
  return (
    <div
      className={`group/table ${containerClass(columns, off)}`}
      data-off={off.join(' ')}
      data-dense={dense || undefined}
    >
      {/* Clipped, not hidden: the headings stay visible while the page scrolls. */}
      <div className="overflow-clip rounded-card border border-line bg-surface">
        <table className="block w-full text-sm tabular:table">
          <caption className="sr-only">{caption}</caption>
          <thead className="hidden tabular:table-header-group">
            <tr>
              {columns.map((column, at) => (
                <Heading
                  key={column.key}
                  column={column}
                  sort={sort}
                  onSort={onSort}
                  isOff={off.includes(column.key)}
                  options={at === columns.length - 1 && options}
                />
              ))}
            </tr>
          </thead>
          <tbody {...bodyRef} className="block tabular:table-row-group">
            {shownRows.map((row) => (
              <MemoizedRow
                key={row.id}
                row={row}
                columns={columns}
                classes={classes}
                busy={isBusy?.(row) ?? false}
                hasActions={hasActions}
                path={path}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const SKELETON_ROWS = 8;
const skeletonClasses: Record<CardPart, string> = {
  // One line for each line of a card: the margin keeps the rest of it free.
  title: 'order-1 h-5 w-3/5 mr-[39%]',
  fact: 'order-2 h-4 w-2/5 mr-[59%]',
  more: 'hidden',
  badge: 'order-3 h-5 w-20 rounded-full',
  amount: 'order-4 ml-auto h-5 w-20',
  actions: 'hidden',
};

/** Skeleton with the table's own headings and rows, or its cards. */
export function TableSkeleton<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const across = 'tabular:grid tabular:auto-cols-fr tabular:grid-flow-col tabular:items-center tabular:gap-6 px-3';
  return (
    <div role="status" aria-busy="true" aria-label="Cargando" className={containerClass(columns)}>
      <div className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
        <div aria-hidden className={`hidden h-9 text-xs font-semibold text-muted ${across}`}>
          {columns.map(({ key, title, numeric, wide }) => (
            <span key={key} className={`truncate ${numeric ? 'text-right' : ''} ${wide ? 'hidden @4xl:inline' : ''}`}>
              {title}
            </span>
          ))}
        </div>
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div
            key={row}
            data-skeleton
            className={`flex min-h-23 flex-wrap content-center gap-2 py-2.5 tabular:h-11 tabular:min-h-0 tabular:py-0 ${across}`}
          >
            {columns.map(({ key, phone, numeric, wide }) => (
              <div
                key={key}
                className={`skeleton tabular:order-none tabular:mr-0 ${wide ? '@4xl:block' : 'tabular:block'} tabular:h-4 tabular:w-3/5 tabular:rounded-md ${numeric ? 'tabular:ml-auto' : ''} ${phone ? skeletonClasses[phone] : 'hidden'}`}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
