import { userRow, type User, type UserEdit } from '@pulso/contract/accounts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { announce } from '#api/announce';
import { call, CallFailure, assertSuccess, serverMessage } from '#api/client';
import { multipart, type Chosen } from '#forms/payload';
import { gapsIn, readRow } from '#api/reader';
import { useItemToEdit } from '#api/resources';
import { isOwnId, renameSession, serverOffers } from '#api/session';
import { editUsers } from '#features/accounts/users/use-users';
import { listedUsers } from '#features/accounts/users/users-calls';
import { saveFailure, type SaveFailure } from '#forms/failure-box';

/** The multipart field of the picture. */
export const PICTURE = 'image';

/** True if this server takes a user's picture; the specification has no call for it. */
export const takesPicture = () => serverOffers('user-picture');

type Sent = { json: Record<string, unknown> & Pick<UserEdit, 'name' | 'username'>; image: Chosen };

export function useUserToEdit(id: string | undefined) {
  return useItemToEdit({ path: '/user', row: userRow }, id);
}

/** Creates without a user, changes the one given. Only the success flag counts; a row in the answer is optional. */
export function useSaveUser(user: User | undefined) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ json, image }: Sent) => {
      // Only a server that answers versions is sent one.
      const headers = user?.version === undefined ? undefined : { 'If-Match': `"${user.version}"` };
      const path = user ? `user/${user.id}` : 'user';
      // JSON, as specified, but for what only a form can carry.
      const whole = image === null ? { ...json, remove_image: true } : json;
      const payload = image ? multipart(json, { name: PICTURE, file: image }) : { json: whole };
      return assertSuccess(await call(user ? 'PATCH' : 'POST', path, { payload, headers }));
    },
    onSuccess: async ({ data }, { json }) => {
      if (user && isOwnId(user.id)) renameSession(json);
      // A complete answer is shown until the refetch is done.
      const changed =
        gapsIn(listedUsers, data, user?.id).length === 0 ? readRow(listedUsers, data, user?.id) : undefined;
      await editUsers(client, (rows) => rows.map((row) => (changed && row.id === user?.id ? changed : row)));
      const id = readRow(listedUsers, data, user?.id)?.id ?? user?.id;
      announce(listedUsers, user ? 'updated' : 'created', { id, name: json.name });
    },
    onError: (error) => {
      // A conflict or a missing row means that the cache is stale.
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409))
        void editUsers(client, (rows) => rows);
    },
  });
  const failure = useMemo(() => save.error && failureOf(save.error), [save.error]);
  return {
    save: save.mutate,
    saving: save.isPending,
    saved: save.isSuccess,
    failure: failure ?? undefined,
    reset: save.reset,
  };
}

function failureOf(error: Error): SaveFailure {
  const reason = serverMessage(error, '');
  if (error instanceof CallFailure && error.status === 200)
    return saveFailure(`Error al guardar: ${reason || 'Respuesta inesperada del servidor'}`, error);
  const message = reason || 'Error al guardar los datos del usuario. Por favor, intenta de nuevo.';
  const failure = saveFailure(message, error);
  // A conflict names no field; when it speaks of the username, that is where it belongs.
  const isTaken = error instanceof CallFailure && error.status === 409 && /nombre de usuario|username/i.test(reason);
  return isTaken ? { ...failure, errors: { ...failure.errors, username: reason } } : failure;
}
