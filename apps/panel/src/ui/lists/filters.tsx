import { ListFilter, X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { FilterBar } from '#ui/layout/page';
import { filterClass, SelectControl, type SelectProps } from '#ui/controls/select';

type Props = {
  search: ReactNode;
  /** Number of active filters. */
  active: number;
  /** Omitted if another control already clears the filters. */
  onClear?: () => void;
  children: ReactNode;
};

/** Height of the bars that stay above a scrolling list. */
const BARS_HEIGHT_PX = 120;

/** The search, and a panel of filters that 'Filtros' shows and hides; open at first if the address holds filters. */
export function Filters({ search, active, onClear, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(active > 0);
  const panel = useRef<HTMLDivElement>(null);
  // The button stays visible while the list scrolls, the panel does not.
  const isSeen = () => (panel.current?.getBoundingClientRect().bottom ?? 0) > BARS_HEIGHT_PX;
  const toggle = () => {
    const closes = open && isSeen();
    setOpen(!closes);
    if (!closes) requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <>
      <FilterBar>
        {search}
        <Button
          icon={<ListFilter aria-hidden className="size-4" />}
          aria-expanded={open}
          aria-controls={id}
          onClick={toggle}
        >
          Filtros
          {active > 0 && (
            <span aria-hidden className="rounded-full bg-accent-soft px-2 text-xs text-accent tabular-nums">
              {active}
            </span>
          )}
        </Button>
      </FilterBar>
      <div
        ref={panel}
        id={id}
        hidden={!open}
        className="mb-4 grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-surface p-4 sm:flex sm:flex-wrap [&[hidden]]:hidden"
      >
        {open && children}
        {open && onClear && (
          <Button
            look="quiet"
            className="max-sm:col-span-2"
            icon={<X aria-hidden className="size-4" />}
            onClick={onClear}
          >
            Limpiar Filtros
          </Button>
        )}
      </div>
    </>
  );
}

/** A filter with its label above it. */
type FilterProps = SelectProps & {
  /** Of choices that are long. */
  isWide?: boolean;
};

export function FilterSelect({ label, onChange, isWide = false, ...rest }: FilterProps) {
  const id = useId();
  return (
    <div className={`flex-1 sm:max-w-60 print:hidden ${isWide ? 'max-sm:col-span-2 sm:min-w-60' : 'sm:min-w-40'}`}>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-muted">
        {label}
      </label>
      <SelectControl
        {...rest}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        className={`w-full ${filterClass}`}
      />
    </div>
  );
}
