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
import { ActionsPanel } from '#features/desk/user-detail/actions-panel';
import { BodyMetrics } from '#features/desk/user-detail/body-metrics';
import { ErasePersonSection } from '#features/desk/user-detail/erase-person-section';
import { NotesSection } from '#features/desk/user-detail/notes-section';
import { ProfileCard } from '#features/desk/user-detail/profile-card';
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
import { UserSections } from '#features/desk/user-detail/user-sections';
import { DetailSkeleton, ItemStates } from '#screens/item-states';

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
      skeleton={<DetailSkeleton pictured={false} />}
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
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BackLink to={backLink.to}>{backLink.label}</BackLink>
        {mayVisit('users') && (
          <div className="flex flex-wrap gap-2 print:hidden">
            <LinkButton to={addresses.users.edit(user.id)} icon={<Pencil aria-hidden className="size-4" />}>
              Editar
            </LinkButton>
            <TwoStepDelete name={displayName(user.name)} busy={isRemoving(user.id)} onDelete={onDelete} />
          </div>
        )}
      </div>
      {failure && (
        <div className="mb-4">
          <FailureState message="Error al eliminar el usuario" reason={reasonOf(failure)} />
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-3">
        {/* On a narrow screen what was bought and paid comes before the body. */}
        <div className="contents lg:block lg:space-y-6">
          <ProfileCard user={user} day={day} onOpen={onOpen} />
          <div className="print:hidden">
            <ActionsPanel user={user} day={day} onOpen={onOpen} />
          </div>
          <div className="max-lg:order-1">
            <BodyMetrics user={user} day={day} />
          </div>
        </div>
        <div className="contents min-w-0 lg:col-span-2 lg:block lg:space-y-6">
          <NotesSection user={user} />
          <UserRecords user={user} day={day} onOpen={onOpen} />
          <div className="space-y-6 max-lg:order-2">
            <UserSections user={user} day={day} />
            <ErasePersonSection user={user} />
          </div>
        </div>
      </div>
      <UserDialogs user={user} day={day} open={open} debtId={opened.debtId} onOpen={onOpen} onClose={close} />
    </>
  );
}
