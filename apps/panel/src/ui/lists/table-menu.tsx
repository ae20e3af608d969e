import { Menu } from '@base-ui/react/menu';
import { Check, Printer } from 'lucide-react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { TableOptionsProps } from '#ui/lists/table-options';
import { readTables, TABLES_KEY, type TableView } from '#ui/lists/table-view';

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm font-medium outline-none select-none data-disabled:cursor-default data-disabled:opacity-60 data-highlighted:bg-sunken sm:min-h-9';
const headingClass = 'px-3 pt-2 pb-1 text-xs font-semibold text-muted';

const Tick = ({ on }: { on: boolean }) => (
  <Check aria-hidden className={`size-4 shrink-0 text-accent ${on ? '' : 'invisible'}`} />
);

type Props<Row> = TableOptionsProps<Row> & {
  /** Button that opened the menu. */
  anchor: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

function storeTableView(caption: string, { off, dense }: TableView) {
  try {
    localStorage.setItem(TABLES_KEY, JSON.stringify({ off: { ...readTables().off, [caption]: off }, dense }));
  } catch {
    // The choice lasts as long as the page.
  }
}

const DENSITIES = [
  { dense: false, label: 'Cómodas' },
  { dense: true, label: 'Compactas' },
];

/** Columns to show, how close the rows are, and the whole list on paper. */
export function TableMenu<Row>(props: Props<Row>) {
  const { anchor, caption, view, readAll, onAll, onClose } = props;
  const columns = props.columns.filter(({ phone }) => phone !== 'title' && phone !== 'actions');
  const { off } = view;
  const aside = columns.filter((column) => column.aside).map(({ key }) => key);
  const onView = (next: TableView) => {
    props.onView(next);
    storeTableView(caption, next);
  };
  const print = async () => {
    const all = await readAll?.().catch(() => undefined);
    // A page that does not come leaves the rows that are here.
    flushSync(() => onAll(all));
    document.documentElement.toggleAttribute('data-prints-all', all !== undefined);
    window.print();
    document.documentElement.removeAttribute('data-prints-all');
    onAll(undefined);
  };
  return (
    <Menu.Root open onOpenChange={(open) => !open && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <Menu.Popup
            aria-label="Ver la tabla"
            finalFocus={anchor}
            className="max-h-(--available-height) min-w-56 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float outline-none"
          >
            <Menu.Group>
              <Menu.GroupLabel className={headingClass}>Columnas</Menu.GroupLabel>
              {columns.map(({ key, title }) => {
                const shown = !off.includes(key);
                return (
                  <Menu.CheckboxItem
                    key={key}
                    checked={shown}
                    closeOnClick={false}
                    onCheckedChange={() =>
                      onView({ ...view, off: shown ? [...off, key] : off.filter((one) => one !== key) })
                    }
                    className={itemClass}
                  >
                    <Tick on={shown} />
                    {title}
                  </Menu.CheckboxItem>
                );
              })}
              {aside.length > 0 && (
                <Menu.Item
                  closeOnClick={false}
                  className={itemClass}
                  onClick={() => onView({ ...view, off: off.length > 0 ? [] : aside })}
                >
                  <span className="pl-7 text-accent">{off.length > 0 ? 'Todas las columnas' : 'Solo lo esencial'}</span>
                </Menu.Item>
              )}
            </Menu.Group>
            <Menu.RadioGroup
              value={view.dense}
              onValueChange={(dense: boolean) => onView({ ...view, dense })}
              className="mt-1 border-t border-line pt-1"
            >
              <Menu.GroupLabel className={headingClass}>Filas</Menu.GroupLabel>
              {DENSITIES.map(({ dense, label }) => (
                <Menu.RadioItem key={label} value={dense} closeOnClick={false} className={itemClass}>
                  <Tick on={view.dense === dense} />
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <div className="mt-1 border-t border-line pt-1">
              <Menu.Item className={itemClass} onClick={() => void print()}>
                <Printer aria-hidden className="size-4 shrink-0 text-muted" />
                Imprimir la lista
              </Menu.Item>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
