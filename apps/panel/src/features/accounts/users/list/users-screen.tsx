import type { UserListRow } from '@pulso/contract/accounts/users';
import { SEGMENT_GONE } from '@pulso/contract/accounts/users.labels';
import { today } from '@pulso/contract/kit/dates';
import { Check, UserPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { mayVisit, serverOffers } from '#api/session';
import { showFailureToast } from '#api/report-failure';
import { ExportButton } from '#features/accounts/users/list/export-button';
import { useUserColumns } from '#features/accounts/users/list/user-columns';
import { lastPage, PAGE_SIZE, useRemoveUser, useUsers } from '#features/accounts/users/use-users';
import { userListResource } from '#features/accounts/users/users-calls';
import { userFilters, defaultView, toUsersQuery, type UsersView } from '#features/accounts/users/users.rules';
import { ListStates } from '#screens/list-states';
import { useFilters } from '#screens/use-filters';
import { DataTable, TableSkeleton, type Column } from '#ui/lists/data-table';
import { allOption } from '#ui/lists/filter-values';
import { Filters, FilterSelect } from '#ui/lists/filters';
import { formatCount } from '#ui/text/numbers';
import { PageHeader } from '#ui/layout/page';
import { Pagination } from '#ui/lists/pagination';
import { SearchBox } from '#ui/lists/search-box';
import { SimilarNote } from '#ui/lists/similar-note';
import { SortSelect } from '#ui/lists/sort-select';

const newUserButton = (
  <LinkButton to={addresses.users.create} look="primary" icon={<UserPlus aria-hidden className="size-4" />}>
    Nuevo Usuario
  </LinkButton>
);

const formatUserCount = (total: number, more: boolean) =>
  `${more ? 'Más de ' : ''}${formatCount(total)} ${total === 1 ? 'usuario' : 'usuarios'}`;

// Loaded where they are used: most look at the list and go on to a person.
const FurtherFilters = lazy(async () => ({
  default: (await import('#features/accounts/users/segments/further-filters')).FurtherFilters,
}));
const PickedUsers = lazy(async () => ({
  default: (await import('#features/accounts/users/segments/picked-users')).PickedUsers,
}));

/** The table of the list, with these columns. */
export type UsersTable = (columns: readonly Column<UserListRow>[], rows: UserListRow[]) => ReactNode;

/** A further part of the screen: a button above the list, or a filter. */
export type UsersExtraProps = {
  place: 'header' | 'filters';
  view: UsersView;
  /** Undefined while it is not known. */
  total: number | undefined;
  onFilter: (changes: Partial<UsersView>) => void;
};
type Props = { onRenew?: (user: UserListRow) => void; Extra?: ComponentType<UsersExtraProps> };

/** Both are given where the server has them: what is sold and assigned stands after the users in the order of the house. */
export function UsersScreen({ onRenew, Extra }: Props) {
  const { view, show, filter, sort, onSort, clear, active, goTo } = useFilters(defaultView);
  const day = today(useNow());
  const list = useUsers(view, day);
  const deletion = useRemoveUser((error) => showFailureToast('Error al eliminar el usuario', error));
  const { rows, total, more, similar, gone, current, isOld } = list;
  const columns = useUserColumns(day, deletion, onRenew);
  const hasSegments = serverOffers('segments');
  const mayChange = mayVisit('users');
  const newUser = mayChange && newUserButton;
  const [isPicking, setPicking] = useState(false);

  const query = toUsersQuery(view);
  const tableOf: UsersTable = (shownColumns, users) => (
    <DataTable
      caption="Usuarios"
      columns={shownColumns}
      rows={users}
      path={userListResource.path}
      sort={sort}
      onSort={onSort}
      isBusy={({ id }) => deletion.isRemoving(id)}
      readAll={async () => (await import('#features/accounts/users/list/read-all')).readAllUsers(query)}
    />
  );
  const extra = (place: UsersExtraProps['place']) =>
    Extra && (
      <Suspense>
        <Extra place={place} view={view} total={isOld ? undefined : total} onFilter={filter} />
      </Suspense>
    );

  // The last row of the last page is gone, or the address is too old: the last page that there is.
  const isPast = !isOld && rows?.length === 0 && !!total && current > lastPage(total);
  useEffect(() => {
    if (isPast) show({ pagina: String(lastPage(total)) });
  });

  return (
    <>
      <PageHeader title="Usuarios" context={total === undefined ? '' : formatUserCount(total, more)} action={newUser}>
        {hasSegments && (
          <Button
            aria-pressed={isPicking}
            disabled={!total}
            icon={<Check aria-hidden className="size-4" />}
            onClick={() => setPicking(!isPicking)}
          >
            <span className="max-sm:sr-only">Elegir</span>
          </Button>
        )}
        {extra('header')}
        {mayChange && <ExportButton query={query} disabled={!total} />}
      </PageHeader>
      <Filters
        search={
          <SearchBox
            label="Buscar por nombre, usuario o teléfono..."
            value={view.buscar}
            onChange={(buscar) => filter({ buscar })}
          />
        }
        active={active}
        onClear={total === 0 ? undefined : clear}
      >
        {Object.values(userFilters).map(({ param, label, all, options }) => (
          <FilterSelect
            key={param}
            label={label}
            value={view[param]}
            onChange={(value) => filter({ [param]: value })}
            options={[allOption(all), ...options].filter(({ value }) => value !== 'expiring' || list.findsExpiring)}
          />
        ))}
        {extra('filters')}
        {hasSegments && (
          <Suspense>
            <FurtherFilters view={view} onFilter={filter} />
          </Suspense>
        )}
        <SortSelect columns={columns} sort={sort} onSort={onSort} />
      </Filters>
      <ListStates
        list={{ ...list, data: rows }}
        found={rows}
        failure="Error al cargar los usuarios"
        skeleton={<TableSkeleton columns={columns} />}
        empty={
          active === 0 && view.buscar === '' ? (
            <EmptyState
              title="Todavía no hay usuarios"
              text={mayChange ? 'Crea el primero para venderle un plan.' : 'Aquí verás a los que te asignen.'}
            >
              {newUser}
            </EmptyState>
          ) : (
            <EmptyState
              title={gone ? SEGMENT_GONE : 'No se encontraron usuarios'}
              text="Prueba con otra búsqueda o con menos filtros."
            >
              <Button onClick={clear}>Limpiar Filtros</Button>
              {newUser}
            </EmptyState>
          )
        }
      >
        {(users) => (
          <div aria-busy={isOld || undefined} className="transition-opacity duration-150 aria-busy:opacity-60">
            {similar && <SimilarNote />}
            {isPicking && hasSegments ? (
              <Suspense fallback={tableOf(columns, users)}>
                <PickedUsers
                  key={JSON.stringify({ ...query, sort: undefined, order: undefined })}
                  query={query}
                  columns={columns}
                  rows={users}
                  total={total ?? users.length}
                  more={more}
                  table={tableOf}
                  onClose={() => setPicking(false)}
                />
              </Suspense>
            ) : (
              tableOf(columns, users)
            )}
            <Pagination page={current} limit={PAGE_SIZE} total={total ?? users.length} more={more} onPage={goTo} />
          </div>
        )}
      </ListStates>
    </>
  );
}
