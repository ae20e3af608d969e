import { displayName } from '@pulso/contract/kit/labels';
import { Eye, Pencil, Plus, Power, PowerOff, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import type { EntityAddresses } from '#addresses';
import type { NamedRow } from '#api/announce';
import { showFailureToast } from '#api/report-failure';
import { useDuplicate, useList, useRemove, useToggle, type Duplication, type WritableResource } from '#api/resources';
import { mayVisit } from '#api/session';
import { duplicateAction } from '#screens/duplicate';
import { formatFoundCount, filterRows, defaultViewOf, ListFilters, type ListFilter } from '#screens/list-filters';
import { ListStates } from '#screens/list-states';
import { PagedRows } from '#screens/paged-rows';
import { useFilters } from '#screens/use-filters';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { createWordMatcher } from '#ui/pickers/find-options';
import { PageHeader } from '#ui/layout/page';
import { plainText } from '#ui/text/plain-text';
import { findOrSimilar } from '#ui/text/similar-rows';
import { RowActions, type RowAction } from '#ui/lists/row-actions';
import { SearchBox } from '#ui/lists/search-box';
import { useSorted } from '#ui/lists/sort';
import { SortSelect } from '#ui/lists/sort-select';

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

type Item = NamedRow & { id: number; status: boolean };
type Props<Row> = {
  resource: WritableResource<Row>;
  places: EntityAddresses;
  words: TableWords;
  nameOf: (row: Row) => string;
  columns: Column<Row>[];
  filters: readonly ListFilter<Row>[];
  /** Further actions of a row; a stable function, so that rows stay memoized. */
  moreActions?: (row: Row) => RowAction[];
  /** Further ways to create rows, in the header and where there are none yet. */
  moreWays?: ReactNode;
  /** Asks before a row is switched off. */
  mayDeactivate?: (row: Row) => Promise<boolean>;
};

type TableActions<Row> = Duplication<Row> & {
  toggle: (row: { id: number; status: boolean }) => void;
  isToggling: (id: number) => boolean;
  remove: (row: Row) => void;
  isRemoving: (id: number) => boolean;
};

/** Columns with the row's actions: view, edit, copy, switch on or off, and delete after the browser's own question. */
function useColumns<Row extends Item>(
  { places, words, nameOf, columns, moreActions, mayDeactivate }: Props<Row>,
  actions: TableActions<Row>,
): Column<Row>[] {
  const { toggle, isToggling, remove, isRemoving, duplicate, isDuplicating } = actions;
  return useMemo(() => {
    const switchStatus = async (row: Row) => {
      if (!row.status || !mayDeactivate || (await mayDeactivate(row))) toggle(row);
    };
    const actionsOf = (row: Row): RowAction[] => {
      const { id, status } = row;
      const disabled = isToggling(id) || isRemoving(id);
      return [
        { label: 'Ver detalles', icon: Eye, to: places.detail(id) },
        { label: 'Editar', icon: Pencil, to: places.edit(id) },
        ...duplicateAction({ duplicate, isDuplicating }, row),
        ...(moreActions?.(row) ?? []),
        {
          label: status ? 'Desactivar' : 'Activar',
          icon: status ? PowerOff : Power,
          disabled,
          onPress: () => void switchStatus(row),
        },
        ...(mayVisit('content')
          ? [
              {
                label: 'Eliminar',
                icon: Trash2,
                disabled,
                danger: true,
                onPress: () => window.confirm(words.question) && remove(row),
              },
            ]
          : []),
      ];
    };
    return [
      ...columns,
      {
        key: 'actions',
        title: 'Acciones',
        numeric: true,
        cell: (row) => <RowActions name={displayName(nameOf(row))} actions={actionsOf(row)} />,
        phone: 'actions',
      },
    ];
  }, [
    columns,
    places,
    words,
    nameOf,
    toggle,
    isToggling,
    remove,
    isRemoving,
    duplicate,
    isDuplicating,
    moreActions,
    mayDeactivate,
  ]);
}

/** A table whose rows are switched on and off in place; creating and editing are screens of their own. */
export function TableCatalogue<Row extends Item>(props: Props<Row>) {
  const { resource, places, words, nameOf, filters, moreWays } = props;
  const list = useList(resource);
  const { toggle, isToggling } = useToggle(resource, (error) => showFailureToast(words.toggle(error), error));
  const { remove, isRemoving } = useRemove(resource, (error) => showFailureToast(words.remove, error));
  const duplication = useDuplicate(resource);
  const { view, filter, sort, onSort, clear, active, goTo } = useFilters(defaultViewOf(filters));
  const columns = useColumns(props, { toggle, isToggling, remove, isRemoving, ...duplication });
  const sorted = useSorted(list.data, columns, sort);
  const typed = useDeferredValue(view.buscar);
  const fits = createWordMatcher(typed);
  const textOf = (row: Row) => plainText(nameOf(row));
  const search =
    sorted && findOrSimilar(filterRows(sorted, filters, view), { typed, fits: (row) => fits(textOf(row)), textOf });
  const foundRows = search?.found;
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
        context={total === undefined || !foundRows ? '' : formatFoundCount(total, foundRows.length, words.count)}
        action={create(words.create)}
      >
        {moreWays}
      </PageHeader>
      <ListFilters
        search={<SearchBox label={words.search} value={view.buscar} onChange={(buscar) => filter({ buscar })} />}
        filters={filters}
        rows={list.data ?? []}
        view={view}
        active={active}
        onChange={filter}
        onClear={foundRows?.length === 0 ? undefined : clear}
        order={<SortSelect columns={columns} sort={sort} onSort={onSort} />}
      />
      <ListStates
        list={list}
        found={foundRows}
        similar={search?.isSimilar}
        failure={words.load}
        alwaysTold
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          total === 0 ? (
            <EmptyState title={words.empty.title} text={words.empty.text}>
              {create(words.empty.create)}
              {moreWays}
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
          <PagedRows rows={rows} page={view.pagina} onPage={goTo}>
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
          </PagedRows>
        )}
      </ListStates>
    </>
  );
}
