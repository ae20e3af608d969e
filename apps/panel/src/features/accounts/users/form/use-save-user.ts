import { userRow, type User, type UserEdit } from '@pulso/contract/accounts/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, CallFailure, assertSuccess, serverMessage } from '#api/client';
import { gapsIn, readRow } from '#api/reader';
import { useItemToEdit } from '#api/resources';
import { isOwnId, renameSession } from '#api/session';
import { editUsers } from '#features/accounts/users/use-users';
import { listedUsers } from '#features/accounts/users/users-calls';
import { saveFailure, type SaveFailure } from '#forms/failure-box';

export function useUserToEdit(id: string | undefined) {
  return useItemToEdit({ path: '/user', row: userRow }, id);
}

/** Creates without a user, changes the one given. The success flag alone is judged; a row in the answer is welcome. */
export function useSaveUser(user: User | undefined) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (json: Pick<UserEdit, 'name' | 'username'>) => {
      // The version is known only where the server gave one, so no header goes to a server without it.
      const headers = user?.version === undefined ? undefined : { 'If-Match': `"${user.version}"` };
      const path = user ? `user/${user.id}` : 'user';
      return assertSuccess(await call(user ? 'PATCH' : 'POST', path, { payload: { json }, headers }));
    },
    onSuccess: ({ data }, sent) => {
      if (user && isOwnId(user.id)) renameSession(sent);
      // Whatever is shown of people is asked for again; until that is here, an answer that says it all is shown at once.
      const changed =
        gapsIn(listedUsers, data, user?.id).length === 0 ? readRow(listedUsers, data, user?.id) : undefined;
      return editUsers(client, (rows) => rows.map((row) => (changed && row.id === user?.id ? changed : row)));
    },
    onError: (error) => {
      // Somebody else was quicker, so what is shown elsewhere is no longer true.
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409))
        void editUsers(client, (rows) => rows);
    },
  });
  const failure = useMemo(() => save.error && failureOf(save.error), [save.error]);
  return { save: save.mutate, saving: save.isPending, saved: save.isSuccess, failure: failure ?? undefined };
}

function failureOf(error: Error): SaveFailure {
  const told = serverMessage(error, '');
  if (error instanceof CallFailure && error.status === 200)
    return saveFailure(`Error al guardar: ${told || 'Respuesta inesperada del servidor'}`, error);
  const message = told || 'Error al guardar los datos del usuario. Por favor, intenta de nuevo.';
  const failure = saveFailure(message, error);
  // A conflict names no field; when it speaks of the username, that is where it belongs.
  const isTaken = error instanceof CallFailure && error.status === 409 && /nombre de usuario|username/i.test(told);
  return isTaken ? { ...failure, errors: { ...failure.errors, username: told } } : failure;
}
