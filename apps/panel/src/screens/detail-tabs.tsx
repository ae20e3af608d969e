import { createContext, useContext, type ReactNode } from 'react';
import { Tabs } from '@pulso/web/ui/details/tabs';
import { useViewState } from '#api/view-state';

/** The history of the record that a detail shows, which stands after the content in the order of the house; undefined where a server keeps none. */
export const HistoryContext = createContext<ReactNode>(undefined);

/** The body of a detail, and beside it the tab 'Historial'. */
export function DetailTabs({ children }: { children: ReactNode }) {
  const history = useContext(HistoryContext);
  const [{ pestana }, show] = useViewState({ pestana: 'detalle' });
  if (history === undefined) return children;
  const tabs = [
    { value: 'detalle', label: 'Detalle', content: children },
    { value: 'historial', label: 'Historial', content: history },
  ];
  const selected = tabs.some(({ value }) => value === pestana) ? pestana : 'detalle';
  return (
    <div className="print:[&_[role=tablist]]:hidden">
      <Tabs label="Vistas" tabs={tabs} value={selected} onChange={(value) => show({ pestana: value })} />
    </div>
  );
}
