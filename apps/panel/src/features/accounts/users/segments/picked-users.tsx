import type { UserListRow } from '@pulso/contract/accounts/users';
import { MAX_AT_ONCE, TOO_MANY_AT_ONCE, type BulkAction, type Whom } from '@pulso/contract/accounts/whom';
import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import {
  Bell,
  Bookmark,
  BookmarkX,
  Download,
  EllipsisVertical,
  MessageCircle,
  Power,
  PowerOff,
  UserCheck,
} from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { navigate } from '@pulso/web/navigation/navigation';
import { Button } from '@pulso/web/ui/controls/button';
import { download } from '@pulso/web/ui/download';
import { addresses, filteredAddress } from '#addresses';
import { serverOffers } from '#api/session';
import { FILES_ARE_STANDARD } from '#api/strict-spec';
import { useExport } from '#features/accounts/users/list/export-button';
import { usersCsvFileName, usersCsvOf } from '#features/accounts/users/list/users-csv';
import type { UsersTable } from '#features/accounts/users/list/users-screen';
import { BulkDialog } from '#features/accounts/users/segments/bulk-dialog';
import type { UsersQuery } from '#features/accounts/users/users.rules';
import type { Column } from '#ui/lists/data-table';
import type { RowAction } from '#ui/lists/row-actions';
import { formatCount } from '#ui/text/numbers';

// Loaded when it is opened.
const RowMenu = lazy(async () => ({ default: (await import('#ui/lists/row-menu')).RowMenu }));

type Picked = ReadonlyMap<number, UserListRow>;

/** A tick in the place of a row's own actions. */
const tickColumn = (picked: Picked | 'all', toggle: (user: UserListRow) => void): Column<UserListRow> => ({
  key: 'elegir',
  title: 'Elegir',
  cell: (user) => (
    <label className="-m-2 flex size-11 items-center justify-center tabular:size-9">
      <input
        type="checkbox"
        aria-label={`Elegir a ${displayName(user.name)}`}
        checked={picked === 'all' || picked.has(user.id)}
        onChange={() => toggle(user)}
        className="size-4"
      />
    </label>
  ),
  phone: 'actions',
});

type Props = {
  query: UsersQuery;
  columns: readonly Column<UserListRow>[];
  rows: UserListRow[];
  total: number;
  /** True if there are more than were counted. */
  more: boolean;
  table: UsersTable;
  onClose: () => void;
};

/** The list with a tick on each row, and what can be done with those who are ticked, or with all whom the filters find. */
export function PickedUsers({ query, columns, rows, total, more, table, onClose }: Props) {
  const [picked, setPicked] = useState<Picked | 'all'>(new Map());
  const [action, setAction] = useState<BulkAction>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const exporting = useExport(query);
  const isAll = picked === 'all';
  const count = isAll ? total : picked.size;
  const pick = (users: UserListRow[]) =>
    setPicked(
      (before) => new Map([...(before === 'all' ? [] : before), ...users.map((user) => [user.id, user] as const)]),
    );
  const toggle = useMemo(
    () => (user: UserListRow) =>
      setPicked((before) => {
        // Of all, the first tick that is taken away leaves the others of this page.
        const next = new Map(before === 'all' ? rows.map((row) => [row.id, row]) : before);
        if (!next.delete(user.id)) next.set(user.id, user);
        return next;
      }),
    [rows],
  );
  const shownColumns = useMemo(
    () => [tickColumn(picked, toggle), ...columns.filter(({ phone }) => phone !== 'actions')],
    [columns, picked, toggle],
  );

  const { sort: _sort, order: _order, ...question } = query;
  const whom: Whom = isAll ? { query: question } : { ids: [...picked.keys()] };
  const exportPicked = () => {
    if (isAll) return exporting.start(FILES_ARE_STANDARD ? 'standard' : 'excel');
    const day = today();
    const text = usersCsvOf([...picked.values()], day, FILES_ARE_STANDARD ? 'standard' : 'excel');
    return download(usersCsvFileName(day), text, 'text/csv;charset=utf-8');
  };
  const actions: RowAction[] = [
    { label: 'Activar', icon: Power, onPress: () => setAction('activate') },
    { label: 'Desactivar', icon: PowerOff, onPress: () => setAction('deactivate') },
    { label: 'Agregar etiqueta', icon: Bookmark, onPress: () => setAction('add_tag') },
    { label: 'Quitar etiqueta', icon: BookmarkX, onPress: () => setAction('remove_tag') },
    ...(serverOffers('trainers')
      ? [{ label: 'Asignar entrenador', icon: UserCheck, onPress: () => setAction('assign_trainer') }]
      : []),
    { label: 'Exportar', icon: Download, onPress: exportPicked },
    ...(serverOffers('audiences')
      ? [
          {
            label: 'Notificar',
            icon: Bell,
            onPress: () =>
              void navigate(
                filteredAddress(addresses.notifications, { pestana: 'grupo', consulta: JSON.stringify(whom) }),
              ),
          },
        ]
      : []),
    ...(serverOffers('collections')
      ? [
          {
            label: 'WhatsApp uno por uno',
            icon: MessageCircle,
            onPress: () =>
              void navigate(filteredAddress(addresses.collections, { lista: 'users', consulta: JSON.stringify(whom) })),
          },
        ]
      : []),
  ];
  // A search is counted no further than a thousand.
  const reason = more && total < MAX_AT_ONCE ? `Son más de ${formatCount(total)}: agrega un filtro.` : TOO_MANY_AT_ONCE;
  const tooMany = more || total > MAX_AT_ONCE;
  return (
    <>
      <div className="sticky top-(--head-top) z-10 mb-2 flex items-center gap-2 rounded-card border border-line bg-surface p-2 pl-4 shadow-float print:hidden">
        <p aria-live="polite" className="min-w-0 flex-1 text-sm font-semibold tabular-nums">
          {count === 1 ? '1 elegido' : `${formatCount(count)} elegidos`}
          {isAll && <span className="font-normal text-muted"> · todos los que coinciden</span>}
        </p>
        <Button
          ref={menuButton}
          look="primary"
          disabled={count === 0}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          icon={<EllipsisVertical aria-hidden className="size-4" />}
          onClick={() => setMenuOpen(true)}
        >
          Acciones
        </Button>
        <Button onClick={onClose}>Listo</Button>
        {isMenuOpen && (
          <Suspense>
            <RowMenu anchor={menuButton} name="elegidos" actions={actions} onClose={() => setMenuOpen(false)} />
          </Suspense>
        )}
      </div>
      <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-2 print:hidden">
        {isAll ? (
          <Button look="quiet" onClick={() => setPicked(new Map())}>
            Quitar la selección
          </Button>
        ) : (
          <>
            {total > rows.length && (
              <Button look="quiet" onClick={() => pick(rows)}>
                Elegir esta página
              </Button>
            )}
            {tooMany ? (
              <span className="px-4 text-sm text-muted">{reason}</span>
            ) : (
              <Button look="quiet" onClick={() => setPicked('all')}>
                Seleccionar los {formatCount(total)} que coinciden
              </Button>
            )}
          </>
        )}
      </div>
      {table(shownColumns, rows)}
      {action && (
        <BulkDialog
          action={action}
          whom={whom}
          count={count}
          onClose={() => setAction(undefined)}
          onDone={() => setPicked(new Map())}
          onStale={isAll ? undefined : () => setPicked(new Map())}
        />
      )}
    </>
  );
}
