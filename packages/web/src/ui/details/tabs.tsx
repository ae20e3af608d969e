import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

type Tab = { value: string; label: ReactNode; content: ReactNode };
type Props = { label: string; tabs: Tab[]; value: string; onChange: (value: string) => void };

/** One line that a finger scrolls sideways; wrapped on a device with a mouse, whose tabs are narrower to fit into one line. */
const listClass =
  'fades-at-end flex gap-1 sm:pointer-fine:gap-0.5 overflow-x-auto border-b border-line sm:pointer-fine:flex-wrap max-[22rem]:flex-wrap';

export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 border-b-2 border-transparent px-3 sm:px-4 sm:pointer-fine:px-2.5 text-sm font-semibold whitespace-nowrap text-muted hover:text-text print:px-0 data-active:border-accent data-active:text-accent"
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
