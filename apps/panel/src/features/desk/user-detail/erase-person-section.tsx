import { ERASED_NAME } from '@pulso/contract/accounts/users';
import type { UserDetail } from '@pulso/contract/desk/user-detail';
import { displayName } from '@pulso/contract/kit/labels';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assertOk, isNotFound, reasonOf } from '@pulso/web/answers';
import { navigate } from '@pulso/web/navigation/navigation';
import { TwoStepDelete } from '@pulso/web/ui/controls/two-step-delete';
import { Panel } from '@pulso/web/ui/details/facts';
import { ErrorBox } from '@pulso/web/ui/feedback/states';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { call } from '#api/client';
import { isOwnId, serverOffers } from '#api/session';
import { forgetVisit } from '#api/visited-items';
import { editUsers } from '#features/accounts/users/use-users';
import { userListResource } from '#features/accounts/users/users-calls';

/** Deletes a user and all that says who it was; on a server that can, and never oneself. */
export function ErasePersonSection({ user: { id, name } }: { user: UserDetail }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      // Gone already where only the second call failed before.
      await call('DELETE', `user/${id}`).then(assertOk, (failure: unknown) => {
        if (!isNotFound(failure)) throw failure;
      });
      assertOk(await call('POST', `user/${id}/erase`));
    },
    onSuccess: async () => {
      forgetVisit({ path: userListResource.path, id });
      showToast({ title: 'Datos personales borrados', tone: 'good' });
      await navigate(addresses.users.list, { replace: true, asLeft: true });
      await editUsers(client, (rows) => rows.filter((row) => row.id !== id));
    },
    // The screen stays, so that it can be tried again; the lists look again when they are next seen.
    onError: () => client.invalidateQueries({ queryKey: [userListResource.path], refetchType: 'none' }),
  });
  if (!serverOffers('erase-user') || isOwnId(id)) return null;
  return (
    <div className="print:hidden">
      <Panel title="Datos personales">
        <div className="space-y-4 text-sm">
          {error && (
            <ErrorBox>
              <p>Error al borrar los datos personales</p>
              <p className="font-normal">{reasonOf(error)}</p>
            </ErrorBox>
          )}
          <p className="text-muted">
            Elimina al usuario y borra para siempre su nombre, teléfono, usuario, medidas, notas y foto. Los pagos y lo
            que compró quedan, a nombre de «{ERASED_NAME}». No se puede deshacer.
          </p>
          <TwoStepDelete
            label="Borrar datos personales"
            name={displayName(name)}
            busy={isPending}
            outlined
            onDelete={() => mutate()}
          />
        </div>
      </Panel>
    </div>
  );
}
