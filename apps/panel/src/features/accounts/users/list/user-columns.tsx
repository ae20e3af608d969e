import type { UserListRow } from '@pulso/contract/accounts/users';
import { normalizeRole, roleLabel } from '@pulso/contract/accounts/users.labels';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { textOrDash, displayName, statusLabel } from '@pulso/contract/kit/labels';
import { formatPhone } from '@pulso/contract/kit/phone';
import { CalendarSync, Eye, Pencil } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Badge } from '@pulso/web/ui/feedback/badge';
import { addresses } from '#addresses';
import { mayVisit } from '#api/session';
import { statesVaryByScreen } from '#api/strict-spec';
import { PauseBadge, SubscriptionBadge } from '#features/accounts/users/subscription-badge';
import { roleTones } from '#features/accounts/users/users.rules';
import { TruncatedText } from '#ui/layout/truncated-text';
import type { Column } from '#ui/lists/data-table';
import { RowActions } from '#ui/lists/row-actions';
import { RowTitle } from '#ui/lists/row-title';

const TagChips = lazy(async () => ({ default: (await import('#features/accounts/tags/tag-chips')).TagChips }));

// Other servers' lists have neither pictures nor plans.
const Face = lazy(async () => ({ default: (await import('#screens/face')).Face }));
const PlanFacts = lazy(async () => ({ default: (await import('#features/accounts/users/list/plan-facts')).PlanFacts }));

function RoleBadge({ role }: { role: string }) {
  const knownRole = normalizeRole(role);
  return (
    // Most are clients: a card says only who is not.
    <>
      <Badge tone={knownRole ? roleTones[knownRole] : 'grey'} quiet>
        {roleLabel(role)}
      </Badge>
      {knownRole === 'CLIENT' && <span data-none />}
    </>
  );
}

/** Nearly everybody is active: by default only who is not wears a badge, and the word is left to screen readers. */
function UserStatus({ active }: { active: boolean }) {
  if (active && !statesVaryByScreen())
    return (
      <span data-none className="sr-only">
        {statusLabel(true)}
      </span>
    );
  return (
    <Badge tone={active ? 'green' : 'grey'} quiet>
      {statusLabel(active)}
    </Badge>
  );
}

/** True if there is something to renew; staff buys nothing, and who never bought is sold a first plan instead. */
const canBeRenewed = ({ role, suscription_end }: UserListRow) =>
  normalizeRole(role) === 'CLIENT' && Boolean(suscription_end);

/** The state of what somebody bought, and what it is, until when, and what is owed for it. */
function SubscriptionCell({ user, today }: { user: UserListRow; today: DateText }) {
  const { plan, owed, pause } = user;
  return (
    <span className="flex flex-wrap items-center gap-x-2 tabular:block">
      {pause ? (
        // The second badge goes on two lines before it pushes the actions off the table.
        <span className="flex flex-wrap gap-1 [&>span+span]:whitespace-normal">
          <SubscriptionBadge user={user} today={today} />
          <PauseBadge user={user} today={today} />
        </span>
      ) : (
        <SubscriptionBadge user={user} today={today} />
      )}
      {(plan || (owed ?? 0) > 0) && (
        <Suspense>
          <PlanFacts user={user} />
        </Suspense>
      )}
    </span>
  );
}

type Deletion = { isRemoving: (id: number) => boolean; remove: (user: UserListRow) => void };
type RenewHandler = ((user: UserListRow) => void) | undefined;

function Actions({ user, deletion, renew }: { user: UserListRow; deletion: Deletion; renew: RenewHandler }) {
  return (
    <RowActions
      name={displayName(user.name)}
      actions={[
        { label: 'Ver detalles', icon: Eye, to: addresses.users.detail(user.id) },
        ...(mayVisit('users') ? [{ label: 'Editar', icon: Pencil, to: addresses.users.edit(user.id) }] : []),
        ...(renew && canBeRenewed(user) ? [{ label: 'Renovar', icon: CalendarSync, onPress: () => renew(user) }] : []),
      ]}
      deletion={
        mayVisit('users') ? { busy: deletion.isRemoving(user.id), onDelete: () => deletion.remove(user) } : undefined
      }
    />
  );
}

/** The keys of those that sort are the fields to sort by. */
const columnsOf = (today: DateText, deletion: Deletion, renew: RenewHandler): Column<UserListRow>[] => [
  { key: 'id', title: 'ID', aside: true, cell: ({ id }) => id, numeric: true, sortBy: 'server' },
  {
    key: 'name',
    title: 'Nombre',
    cell: ({ id, name, tags, profile_image, phone, countryCodeT }) => (
      <span className="tabular:flex tabular:items-center tabular:gap-2 tabular:*:first:min-w-0 tabular:*:first:flex-1">
        <RowTitle
          name={name}
          to={addresses.users.detail(id)}
          isPerson
          picture={profile_image && <Face name={name} image={profile_image} className="block size-11 tabular:size-8" />}
          text={formatPhone(phone, countryCodeT)}
          textOf="phone"
        />
        {tags && tags.length > 0 && (
          <Suspense>
            <TagChips tags={tags} most={1} asDots />
          </Suspense>
        )}
      </span>
    ),
    sortBy: 'server',
    cut: 'most',
    phone: 'title',
  },
  {
    key: 'username',
    title: 'Usuario',
    aside: true,
    cell: ({ username }) => <TruncatedText text={textOrDash(username)} />,
    sortBy: 'server',
    cut: 'little',
  },
  {
    key: 'phone',
    title: 'Teléfono',
    aside: true,
    cell: ({ phone, countryCodeT }) => (
      <span className="whitespace-nowrap tabular-nums">{textOrDash(formatPhone(phone, countryCodeT))}</span>
    ),
    sortBy: 'server',
    phone: 'fact',
  },
  {
    key: 'role',
    title: 'Rol',
    aside: true,
    cell: ({ role }) => <RoleBadge role={role} />,
    sortBy: 'server',
    phone: 'badge',
  },
  {
    key: 'status',
    title: 'Estado',
    cell: ({ status }) => <UserStatus active={status} />,
    sortBy: 'server',
    phone: 'badge',
  },
  {
    key: 'suscription_end',
    title: 'Suscripción',
    cell: (user) => <SubscriptionCell user={user} today={today} />,
    sortBy: 'server',
    phone: 'badge',
  },
  {
    key: 'created_at',
    title: 'Registro',
    aside: true,
    cell: ({ created_at }) => <span className="tabular-nums">{textOrDash(formatDate(created_at))}</span>,
    sortBy: 'server',
  },
  {
    key: 'acciones',
    title: 'Acciones',
    numeric: true,
    cell: (user) => <Actions user={user} deletion={deletion} renew={renew} />,
    phone: 'actions',
  },
];

/** Kept until the day or a deletion changes, so that typing re-renders no row. */
export function useUserColumns(
  today: DateText,
  { remove, isRemoving }: Deletion,
  renew: RenewHandler,
): Column<UserListRow>[] {
  return useMemo(() => columnsOf(today, { remove, isRemoving }, renew), [today, remove, isRemoving, renew]);
}
