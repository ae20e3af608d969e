import { useViewState } from '#api/view-state';
import { ALL_VALUE } from '#ui/lists/filter-values';
import type { Sort } from '#ui/lists/sort';

type View = { buscar: string; pagina: string; orden?: string; sentido?: string };

/** Initial sort of a list. */
export const defaultSort = { orden: '', sentido: 'asc' };

/** A list's search, filters and page, kept in the address. Filters are the values that begin as `ALL`. */
export function useFilters<Filters extends View & Record<string, string>>(first: Filters) {
  const [view, show] = useViewState(first);
  const filters = Object.keys(first).filter((name) => first[name] === ALL_VALUE);
  const cleared = Object.fromEntries([...filters, 'buscar'].map((name) => [name, first[name]])) as Partial<Filters>;
  // Filtered rows may fill fewer pages, so back to the first.
  const filter = (changes: Partial<Filters>) => show({ pagina: first.pagina, ...changes });
  const { orden, sentido } = view;
  const sort: Sort | undefined = orden ? { by: orden, order: sentido === 'desc' ? 'desc' : 'asc' } : undefined;
  return {
    view,
    filter,
    sort,
    onSort: (wanted?: Sort) =>
      filter({ orden: wanted?.by ?? first.orden, sentido: wanted?.order ?? first.sentido } as Partial<Filters>),
    clear: () => filter(cleared),
    /** Number of active filters. */
    active: filters.filter((name) => view[name] !== ALL_VALUE).length,
    goTo: (page: number) => {
      show({ pagina: String(page) } as Partial<Filters>);
      window.scrollTo({ top: 0 });
    },
    show,
  };
}
