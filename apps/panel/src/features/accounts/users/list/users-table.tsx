import type { UserListRow } from '@pulso/contract/accounts/users';
import { normalizeRole, roleLabel } from '@pulso/contract/accounts/users.labels';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { shown, shownName, statusLabel } from '@pulso/contract/kit/labels';
import { formatPhone } from '@pulso/contract/kit/phone';
import { Eye, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { addresses } from '#addresses';
import { SubscriptionBadge } from '#features/accounts/users/subscription-badge';
import { roleTones } from '#features/accounts/users/users.rules';
import { Badge } from '#ui/badge';
import { DataTable, type Column, type Sort } from '#ui/data-table';
import { IconLink } from '#ui/links';
import { TwoStepDelete } from '#ui/two-step-delete';

function RoleBadge({ role }: { role: string }) {
  const known = normalizeRole(role);
  return <Badge tone={known ? roleTones[known] : 'grey'}>{roleLabel(role)}</Badge>;
}

type Deletion = { isRemoving: (id: number) => boolean; remove: (user: UserListRow) => void };

function Actions({ user, deletion }: { user: UserListRow; deletion: Deletion }) {
  const name = shownName(user.name);
  return (
    <span className="-mr-3 inline-flex items-center tabular:-my-2 tabular:-ml-3">
      <IconLink
        to={addresses.users.detail(user.id)}
        label="Ver detalles"
        of={name}
        icon={<Eye aria-hidden className="size-4" />}
      />
      <IconLink
        to={addresses.users.edit(user.id)}
        label="Editar"
        of={name}
        icon={<Pencil aria-hidden className="size-4" />}
      />
      <TwoStepDelete name={name} busy={deletion.isRemoving(user.id)} onDelete={() => deletion.remove(user)} compact />
    </span>
  );
}

/** The keys of those that sort are the fields to sort by. */
const columnsOf = (today: DateText, deletion: Deletion): Column<UserListRow>[] => [
  { key: 'id', title: 'ID', cell: ({ id }) => id, numeric: true, sortable: true },
  {
    key: 'name',
    title: 'Nombre',
    cell: ({ name }) => (
      <strong className="font-medium wrap-anywhere tabular:block tabular:min-w-24">{shownName(name)}</strong>
    ),
    sortable: true,
  },
  {
    key: 'username',
    title: 'Usuario',
    cell: ({ username }) => (
      <span className="wrap-anywhere tabular:inline-block tabular:min-w-24 @5xl:min-w-36">{shown(username)}</span>
    ),
    sortable: true,
  },
  {
    key: 'phone',
    title: 'Teléfono',
    cell: ({ phone, countryCodeT }) => (
      <span className="tabular-nums @5xl:whitespace-nowrap">{shown(formatPhone(phone, countryCodeT))}</span>
    ),
    sortable: true,
  },
  { key: 'role', title: 'Rol', cell: ({ role }) => <RoleBadge role={role} />, sortable: true },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <Badge tone={status ? 'green' : 'grey'}>{statusLabel(status)}</Badge>,
    sortable: true,
  },
  {
    key: 'suscription_end',
    title: 'Suscripción',
    cell: (user) => <SubscriptionBadge user={user} today={today} />,
    sortable: true,
  },
  {
    key: 'created_at',
    title: 'Registro',
    cell: ({ created_at }) => <span className="tabular-nums">{shown(formatDate(created_at))}</span>,
    sortable: true,
  },
  { key: 'acciones', title: 'Acciones', cell: (user) => <Actions user={user} deletion={deletion} /> },
];

type Props = {
  users: UserListRow[];
  today: DateText;
  deletion: Deletion;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
};

export function UsersTable({ users, today, deletion, sort, onSort }: Props) {
  const { remove, isRemoving } = deletion;
  const columns = useMemo(() => columnsOf(today, { remove, isRemoving }), [today, remove, isRemoving]);
  return (
    <DataTable
      caption="Usuarios"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isBusy={({ id }) => isRemoving(id)}
    />
  );
}
