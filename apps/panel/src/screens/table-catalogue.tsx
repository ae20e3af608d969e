import { shownName } from '@pulso/contract/kit/labels';
import { Eye, Pencil, Plus, Power, PowerOff, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { EntityAddresses } from '#addresses';
import type { Named } from '#api/announce';
import { reportTold } from '#api/report';
import { useDuplicate, useList, useRemove, useToggle, type Duplication, type Written } from '#api/resources';
import { duplicateAction } from '#screens/duplicate';
import { countWords, filterRows, firstViewOf, ListFilters, type ListFilter } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import { Paged } from '#screens/paged';
import { useFilters } from '#screens/use-filters';
import { Button } from '#ui/controls/button';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { holdsWords } from '#ui/pickers/find-options';
import { LinkButton } from '#ui/controls/links';
import { PageHeader } from '#ui/layout/page';
import { plainText } from '#ui/text/plain-text';
import { RowActions, type RowAction } from '#ui/lists/row-actions';
import { SearchBox } from '#ui/lists/search-box';
import { useSorted } from '#ui/lists/sort';
import { SortSelect } from '#ui/lists/sort-select';
import { EmptyState } from '#ui/feedback/states';

export type TableWords = {
  title: string;
  search: string;
  create: string;
  /** Noun in singular and plural: 'paquete', 'paquetes'. */
  count: [one: string, several: string];
  /** Texts for an empty list; `nothingFound` is for a search without results. */
  empty: { title: string; text: string; create: string };
  nothingFound: string;
  load: string;
  remove: string;
  toggle: (error: Error) => string;
  /** The browser's question before a deletion. */
  question: string;
};

type Item = Named & { id: number; status: boolean };
type Props<Row> = {
  resource: Written<Row>;
  places: EntityAddresses;
  words: TableWords;
  nameOf: (row: Row) => string;
  columns: Column<Row>[];
  filters: readonly ListFilter<Row>[];
};

type Actions<Row> = Duplication<Row> & {
  toggle: (row: { id: number; status: boolean }) => void;
  isToggling: (id: number) => boolean;
  remove: (row: Row) => void;
  isRemoving: (id: number) => boolean;
};

/** Columns with the row's actions: view, edit, copy, switch on or off, and delete after the browser's own question. */
function useColumns<Row extends Item>(
  { places, words, nameOf, columns }: Props<Row>,
  actions: Actions<Row>,
): Column<Row>[] {
  const { toggle, isToggling, remove, isRemoving, duplicate, isDuplicating } = actions;
  return useMemo(() => {
    const actionsOf = (row: Row): RowAction[] => {
      const { id, status } = row;
      const disabled = isToggling(id) || isRemoving(id);
      return [
        { label: 'Ver detalles', icon: Eye, to: places.detail(id) },
        { label: 'Editar', icon: Pencil, to: places.edit(id) },
        ...duplicateAction({ duplicate, isDuplicating }, row),
        {
          label: status ? 'Desactivar' : 'Activar',
          icon: status ? PowerOff : Power,
          disabled,
          onPress: () => toggle(row),
        },
        {
          label: 'Eliminar',
          icon: Trash2,
          disabled,
          danger: true,
          onPress: () => window.confirm(words.question) && remove(row),
        },
      ];
    };
    return [
      ...columns,
      {
        key: 'actions',
        title: 'Acciones',
        numeric: true,
        cell: (row) => <RowActions name={shownName(nameOf(row))} actions={actionsOf(row)} />,
        phone: 'actions',
      },
    ];
  }, [columns, places, words, nameOf, toggle, isToggling, remove, isRemoving, duplicate, isDuplicating]);
}

/** A table whose rows are switched on and off in place; creating and editing are screens of their own. */
export function TableCatalogue<Row extends Item>(props: Props<Row>) {
  const { resource, places, words, nameOf, filters } = props;
  const list = useList(resource);
  const { toggle, isToggling } = useToggle(resource, (error) => reportTold(words.toggle(error), error));
  const { remove, isRemoving } = useRemove(resource, (error) => reportTold(words.remove, error));
  const duplication = useDuplicate(resource);
  const { view, filter, sort, onSort, clear, active, goTo } = useFilters(firstViewOf(filters));
  const columns = useColumns(props, { toggle, isToggling, remove, isRemoving, ...duplication });
  const sorted = useSorted(list.data, columns, sort);
  const fits = holdsWords(useDeferredValue(view.buscar));
  const found = sorted && filterRows(sorted, filters, view).filter((row) => fits(plainText(nameOf(row))));
  const total = list.data?.length;
  const create = (label: string) => (
    <LinkButton to={places.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
      {label}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={words.title}
        context={total === undefined || !found ? '' : countWords(total, found.length, words.count)}
        action={create(words.create)}
      />
      <ListFilters
        search={<SearchBox label={words.search} value={view.buscar} onChange={(buscar) => filter({ buscar })} />}
        filters={filters}
        rows={list.data ?? []}
        view={view}
        active={active}
        onChange={filter}
        onClear={found?.length === 0 ? undefined : clear}
        order={<SortSelect columns={columns} sort={sort} onSort={onSort} />}
      />
      <ListStates
        list={list}
        found={found}
        failure={words.load}
        alwaysTold
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          total === 0 ? (
            <EmptyState title={words.empty.title} text={words.empty.text}>
              {create(words.empty.create)}
            </EmptyState>
          ) : (
            <EmptyState
              title={words.nothingFound}
              text={active > 0 ? 'Prueba con otra búsqueda o con menos filtros.' : 'Prueba con otra palabra.'}
            >
              <Button onClick={clear}>{active > 0 ? 'Limpiar Filtros' : 'Limpiar búsqueda'}</Button>
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Paged rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => (
              <DataTable
                caption={words.title}
                columns={columns}
                rows={page}
                path={resource.path}
                sort={sort}
                onSort={onSort}
                isBusy={({ id }) => isRemoving(id)}
              />
            )}
          </Paged>
        )}
      </ListStates>
    </>
  );
}
