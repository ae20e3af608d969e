import { userRow } from '@pulso/contract/accounts/users';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { assertSuccess, CallFailure, reasonOf } from '@pulso/web/answers';
import { Button } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { call } from '#api/client';
import { readRow } from '#api/reader';
import { userListResource } from '#features/accounts/users/users-calls';
import { CLIENT_CHAT_TITLE, ClientChatDialog } from '#features/billing/collections/client-chat-dialog';
import type { LinkChatProps } from '#features/billing/links/share-link-dialog';
import { FormSkeleton } from '#forms/form-dialog';

const contactResource = {
  path: userListResource.path,
  row: z.pick(userRow, { id: true, name: true, phone: true, status: true }),
};

/** Writes to the client of a link, whose telephone the link does not know, with the link in the message. */
export function LinkChatDialog({ link, onClose }: LinkChatProps) {
  const { id } = link.user;
  const { data, error, refetch } = useQuery({
    queryKey: [userListResource.path, String(id), 'contact'],
    queryFn: async ({ signal }) => {
      const answer = assertSuccess(await call('GET', `${contactResource.path}/${id}`, { signal }));
      const user = readRow(contactResource, answer.data, id);
      if (user === undefined) throw new CallFailure(200, undefined);
      return user;
    },
  });
  if (data) return <ClientChatDialog user={data} link={link.url} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={CLIENT_CHAT_TITLE} footer={<Button onClick={onClose}>Cancelar</Button>}>
      {error ? (
        <div className="p-5">
          <FailureState
            message="Error al cargar los datos del cliente"
            reason={reasonOf(error)}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <FormSkeleton rows={4} />
      )}
    </Dialog>
  );
}
