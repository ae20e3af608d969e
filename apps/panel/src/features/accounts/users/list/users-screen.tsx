import type { UserListRow } from '@pulso/contract/accounts/users';
import { today } from '@pulso/contract/kit/dates';
import { ClipboardList, UserPlus } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { LinkButton } from '@pulso/web/ui/controls/links';
import { EmptyState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { showFailureToast } from '#api/report-failure';
import { serverOffers } from '#api/session';
import { ExportButton } from '#features/accounts/users/list/export-button';
import { useUserColumns } from '#features/accounts/users/list/user-columns';
import { lastPage, PAGE_SIZE, useRemoveUser, useUsers } from '#features/accounts/users/use-users';
import { userListResource } from '#features/accounts/users/users-calls';
import {
  userFilters,
  defaultView,
  toUsersQuery,
  trainingFilterOptions,
  type UsersQuery,
} from '#features/accounts/users/users.rules';
import { ListStates } from '#screens/list-states';
import { useFilters } from '#screens/use-filters';
import { DataTable, TableSkeleton } from '#ui/lists/data-table';
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

/** Those whom the filters leave, and how many they are. */
export type ListedUsers = { query: UsersQuery; count: number };
type Props = { onRenew?: (user: UserListRow) => void; onAssign?: (listed: ListedUsers) => void };

/** Both are given where the server does it: what is sold and assigned stands after the users in the order of the house. */
export function UsersScreen({ onRenew, onAssign }: Props) {
  const { view, show, filter, sort, onSort, clear, active, goTo } = useFilters(defaultView);
  const day = today(useNow());
  const list = useUsers(view, day);
  const deletion = useRemoveUser((error) => showFailureToast('Error al eliminar el usuario', error));
  const { rows, total, more, similar, current, isOld } = list;
  const columns = useUserColumns(day, deletion, onRenew);

  // The last row of the last page is gone, or the address is too old: the last page that there is.
  const isPast = !isOld && rows?.length === 0 && !!total && current > lastPage(total);
  useEffect(() => {
    if (isPast) show({ pagina: String(lastPage(total)) });
  });

  return (
    <>
      <PageHeader
        title="Usuarios"
        context={total === undefined ? '' : formatUserCount(total, more)}
        action={newUserButton}
      >
        {onAssign && (
          <Button
            icon={<ClipboardList aria-hidden className="size-4" />}
            disabled={!total || isOld}
            onClick={() => onAssign({ query: toUsersQuery(view), count: total ?? 0 })}
          >
            Asignar
          </Button>
        )}
        <ExportButton view={view} disabled={!total} />
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
        {serverOffers('coaching') && (
          <FilterSelect
            label="Entrenamiento"
            value={view.entrenamiento}
            onChange={(entrenamiento) => filter({ entrenamiento })}
            options={[allOption('Todos'), ...trainingFilterOptions]}
          />
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
            <EmptyState title="Todavía no hay usuarios" text="Crea el primero para venderle un plan.">
              {newUserButton}
            </EmptyState>
          ) : (
            <EmptyState title="No se encontraron usuarios" text="Prueba con otra búsqueda o con menos filtros.">
              <Button onClick={clear}>Limpiar Filtros</Button>
              {newUserButton}
            </EmptyState>
          )
        }
      >
        {(users) => (
          <div aria-busy={isOld || undefined} className="transition-opacity duration-150 aria-busy:opacity-60">
            {similar && <SimilarNote />}
            <DataTable
              caption="Usuarios"
              columns={columns}
              rows={users}
              path={userListResource.path}
              sort={sort}
              onSort={onSort}
              isBusy={({ id }) => deletion.isRemoving(id)}
            />
            <Pagination page={current} limit={PAGE_SIZE} total={total ?? users.length} more={more} onPage={goTo} />
          </div>
        )}
      </ListStates>
    </>
  );
}
