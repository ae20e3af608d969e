import { shownName } from '@pulso/contract/kit/labels';
import { Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import type { EntityAddresses } from '#addresses';
import type { Named } from '#api/announce';
import { reportTold } from '#api/report';
import { useList, useRemove, useToggle, type Written } from '#api/resources';
import { ListStates } from '#screens/list-states';
import { Paged } from '#screens/paged';
import { TableActions } from '#screens/table-actions';
import { useFilters } from '#screens/use-filters';
import { Button } from '#ui/button';
import { DataTable, TableSkeleton, type Column } from '#ui/data-table';
import { holdsWords } from '#ui/find-options';
import { LinkButton } from '#ui/links';
import { FilterBar, PageHeader } from '#ui/page';
import { plainText } from '#ui/plain-text';
import { SearchBox } from '#ui/search-box';
import { EmptyState } from '#ui/states';

export type TableWords = {
  title: string;
  search: string;
  create: string;
  /** One, several: 'paquete', 'paquetes'. */
  count: [one: string, several: string];
  /** Of an empty list, and of a search that finds nothing. */
  empty: { title: string; text: string; create: string };
  nothingFound: string;
  load: string;
  remove: string;
  toggle: (error: Error) => string;
  /** What the browser asks before one is deleted. */
  question: string;
};

type Props<Row> = {
  resource: Written<Row>;
  places: EntityAddresses;
  words: TableWords;
  nameOf: (row: Row) => string;
  columns: Column<Row>[];
};

const firstView = { buscar: '', pagina: '1' };

/** A table whose rows are switched on and off in place; creating and editing are screens of their own. */
export function TableCatalogue<Row extends Named & { id: number; status: boolean }>(props: Props<Row>) {
  const { resource, places, words, nameOf, columns } = props;
  const list = useList(resource);
  const { toggle, isToggling } = useToggle(resource, (error) => reportTold(words.toggle(error), error));
  const { remove, isRemoving } = useRemove(resource, (error) => reportTold(words.remove, error));
  const { view, filter, clear, goTo } = useFilters(firstView);
  const fits = holdsWords(useDeferredValue(view.buscar));
  const found = list.data?.filter((row) => fits(plainText(nameOf(row))));
  const total = list.data?.length;
  const [one, several] = words.count;
  const actions: Column<Row> = {
    key: 'actions',
    title: 'Acciones',
    numeric: true,
    cell: (row) => (
      <TableActions
        name={shownName(nameOf(row))}
        detail={places.detail(row.id)}
        edit={places.edit(row.id)}
        active={row.status}
        busy={isToggling(row.id) || isRemoving(row.id)}
        onToggle={() => toggle(row)}
        question={words.question}
        onDelete={() => remove(row)}
      />
    ),
  };
  const create = (label: string) => (
    <LinkButton to={places.create} look="primary" icon={<Plus aria-hidden className="size-4" />}>
      {label}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={words.title} context={total === undefined ? '' : `${total} ${total === 1 ? one : several}`}>
        {create(words.create)}
      </PageHeader>
      <FilterBar>
        <SearchBox label={words.search} value={view.buscar} onChange={(buscar) => filter({ buscar })} />
      </FilterBar>
      <ListStates
        list={list}
        found={found}
        failure={words.load}
        alwaysTold
        skeleton={<TableSkeleton />}
        empty={
          total === 0 ? (
            <EmptyState title={words.empty.title} text={words.empty.text}>
              {create(words.empty.create)}
            </EmptyState>
          ) : (
            <EmptyState title={words.nothingFound} text="Prueba con otra palabra.">
              <Button onClick={clear}>Limpiar búsqueda</Button>
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Paged rows={rows} page={view.pagina} onPage={goTo}>
            {(page) => (
              <DataTable
                caption={words.title}
                columns={[...columns, actions]}
                rows={page}
                rowKey={({ id }) => id}
                isBusy={({ id }) => isRemoving(id)}
              />
            )}
          </Paged>
        )}
      </ListStates>
    </>
  );
}
