import { useViewState } from '#api/view-state';
import { ALL } from '#ui/filter-values';

type View = { buscar: string; pagina: string };

/** A list's search, filters and page, kept in the address. Filters are the values that begin as `ALL`. */
export function useFilters<Filters extends View & Record<string, string>>(first: Filters) {
  const [view, show] = useViewState(first);
  const filters = Object.keys(first).filter((name) => first[name] === ALL);
  const cleared = Object.fromEntries([...filters, 'buscar'].map((name) => [name, first[name]])) as Partial<Filters>;
  // Filtered rows may fill fewer pages, so back to the first.
  const filter = (changes: Partial<Filters>) => show({ pagina: first.pagina, ...changes });
  return {
    view,
    filter,
    clear: () => filter(cleared),
    /** How many filters are on. */
    active: filters.filter((name) => view[name] !== ALL).length,
    goTo: (page: number) => {
      show({ pagina: String(page) } as Partial<Filters>);
      window.scrollTo({ top: 0 });
    },
    show,
  };
}
