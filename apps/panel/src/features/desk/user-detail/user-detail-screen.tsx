import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { today } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import { isNotFound, reasonOf } from '@pulso/web/answers';
import { navigate, useParams } from '@pulso/web/navigation/navigation';
import { BackLink, LinkButton } from '@pulso/web/ui/controls/links';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { useNow } from '@pulso/web/ui/hooks/use-now';
import { addresses } from '#addresses';
import { mayVisit } from '#api/session';
import { useViewState } from '#api/view-state';
import { useRemoveUser } from '#features/accounts/users/use-users';
import { ActionsMenu, ActionsPanel } from '#features/desk/user-detail/actions-panel';
import { ErasePersonSection } from '#features/desk/user-detail/erase-person-section';
import { NotesSection } from '#features/desk/user-detail/notes-section';
import { DailyActions, ProfileCard } from '#features/desk/user-detail/profile-card';
import { useUser } from '#features/desk/user-detail/use-user';
import {
  actionsByAddress,
  canCharge,
  findResumedAction,
  UserDialogs,
  type OnOpen,
  type UserAction,
} from '#features/desk/user-detail/user-dialogs';
import { UserRecords } from '#features/desk/user-detail/user-records';
import { hasActionsMenu } from '#features/desk/user-detail/user-actions';
import { UserData } from '#features/desk/user-detail/user-sections';
import { ItemStates } from '#screens/item-states';

const backLink = { to: addresses.users.list, label: 'Volver a la lista' };

export function UserDetailScreen() {
  const { id = '' } = useParams();
  const user = useUser(id);
  return (
    <ItemStates
      item={user}
      failure={() => 'Error al cargar los detalles del usuario'}
      reason={(error) => (isNotFound(error) ? 'Esa persona no existe, o alguien la eliminó.' : reasonOf(error))}
      back={backLink}
      skeleton={<UserSkeleton />}
    >
      {(loadedUser) => <LoadedUser key={loadedUser.id} user={loadedUser} />}
    </ItemStates>
  );
}

function LoadedUser({ user }: { user: UserDetail }) {
  const day = today(useNow());
  const [{ abrir }, show] = useViewState({ abrir: '' });
  const [opened, setOpened] = useState<{ action: UserAction | undefined; debtId?: number }>(() => ({
    action: findResumedAction(),
  }));
  const open = opened.action ?? (canCharge() ? actionsByAddress.get(abrir) : undefined);
  const onOpen = useCallback<OnOpen>((action, debtId) => setOpened({ action, debtId }), []);
  const close = () => {
    setOpened({ action: undefined });
    if (abrir) show({ abrir: '' });
  };
  const [failure, setFailure] = useState<Error>();
  const { remove, isRemoving } = useRemoveUser(setFailure);
  const onDelete = () => {
    setFailure(undefined);
    remove(user, { onSuccess: () => void navigate(backLink.to, { replace: true, asLeft: true }) });
  };
  const mayEdit = mayVisit('users');
  const edit = mayEdit && (
    <LinkButton look="quiet" to={addresses.users.edit(user.id)} icon={<Pencil aria-hidden className="size-4" />}>
      Editar
    </LinkButton>
  );
  const isMenu = hasActionsMenu();
  const deletion = mayEdit ? { busy: isRemoving(user.id), onDelete } : undefined;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BackLink to={backLink.to}>{backLink.label}</BackLink>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <DailyActions user={user} onOpen={onOpen} />
          {isMenu ? (
            <ActionsMenu user={user} day={day} onOpen={onOpen} deletion={deletion} />
          ) : (
            deletion && <TwoStepDelete name={displayName(user.name)} {...deletion} />
          )}
        </div>
      </div>
      {failure && (
        <div className="mb-4">
          <FailureState message="Error al eliminar el usuario" reason={reasonOf(failure)} />
        </div>
      )}
      <div className="space-y-6 max-sm:space-y-4">
        <ProfileCard user={user} day={day} />
        {!isMenu && (
          <div className="print:hidden">
            <ActionsPanel user={user} day={day} onOpen={onOpen} />
          </div>
        )}
        <div className="grid grid-cols-1 items-start gap-6 max-sm:gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="min-w-0 space-y-6 max-sm:space-y-4">
            <NotesSection user={user} />
            <UserRecords user={user} day={day} onOpen={onOpen} />
          </div>
          <div className="space-y-6 max-sm:space-y-4">
            <UserData user={user} day={day} edit={edit} />
            <ErasePersonSection user={user} />
          </div>
        </div>
      </div>
      <UserDialogs user={user} day={day} open={open} debtId={opened.debtId} onOpen={onOpen} onClose={close} />
    </>
  );
}

/** The parts of the page before anything is known of the person. */
function UserSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Cargando">
      <div data-skeleton className="mb-6 flex gap-4 rounded-card border border-line bg-surface p-5 max-sm:mb-4">
        <div className="skeleton size-16 shrink-0 rounded-full sm:size-20" />
        <div className="min-w-0 flex-1 space-y-2">
          <div className="skeleton h-7 w-60 max-w-full sm:h-8" />
          <div className="skeleton h-5 w-44 max-w-full" />
          <div className="skeleton h-6 w-72 max-w-full" />
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 max-sm:gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="space-y-6 max-sm:space-y-4">
          <div className="skeleton h-32 rounded-card" />
          <div className="skeleton h-96 rounded-card" />
        </div>
        <div className="skeleton h-96 rounded-card" />
      </div>
    </div>
  );
}
