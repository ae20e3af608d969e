import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, type ReactNode } from 'react';

type Tab = { value: string; label: ReactNode; content: ReactNode };
type Props = { label: string; tabs: Tab[]; value: string; onChange: (value: string) => void };

/** One line, which scrolls sideways where it does not fit; on a device with a mouse its tabs are narrower. */
const listClass = 'fades-at-end flex gap-1 sm:pointer-fine:gap-0 overflow-x-auto border-b border-line';

/** Scrolls the line, not the page, until the selected tab stands in its middle, with neighbours at both sides. */
function useSelectedInView(value: string) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const line = list.current;
    const tab = line?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!line || !tab) return;
    const [outer, inner] = [line.getBoundingClientRect(), tab.getBoundingClientRect()];
    line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
  }, [value]);
  return list;
}

export function Tabs({ label, tabs, value, onChange }: Props) {
  const list = useSelectedInView(value);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List ref={list} aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 sm:px-4 sm:pointer-fine:px-2 text-sm font-semibold whitespace-nowrap text-muted hover:text-text print:px-0 data-active:border-accent data-active:text-accent"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5 print:pt-2">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
