import { userRow, type User } from '@pulso/contract/accounts/users';
import type { UserEdit } from '@pulso/contract/accounts/users.input';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { assertSuccess, CallFailure, serverMessage } from '@pulso/web/answers';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { announceWrite, describeWrite } from '#api/announce';
import { call } from '#api/client';
import { buildMultipart, type ImageChoice } from '#forms/payload';
import { missingFieldsOf, readRow } from '#api/reader';
import { useItemToEdit } from '#api/resources';
import { isOwnId, updateSessionName, serverOffers } from '#api/session';
import { FORMS_PROPOSE_NOTHING } from '#api/strict-spec';
import { proposeUsername } from '#features/accounts/users/form/user-form.rules';
import { editUsers } from '#features/accounts/users/use-users';
import { userListResource } from '#features/accounts/users/users-calls';
import { createSaveFailure, type SaveFailure } from '#forms/failure-box';

/** The multipart field of the picture. */
export const PICTURE_FIELD = 'image';

/** True if this server takes a user's picture; the specification has no call for it. */
export const canUploadPicture = () => serverOffers('user-picture');

/** True if this server stores notes and an e-mail address; the specification reads them and writes them nowhere. */
export const canWriteNotes = () => serverOffers('user-notes');

type UserSaveInput = {
  json: Record<string, unknown> & Pick<UserEdit, 'name' | 'username' | 'password'>;
  image: ImageChoice;
  /** True if nobody has seen the password yet. */
  isPasswordNew: boolean;
};

/** The only time that the proposed password is shown. */
function showCredentials({ name, username, password }: UserSaveInput['json']) {
  const credentials = `Usuario: ${username}\nContraseña: ${password}`;
  const description = `${name}\n${credentials}\nNo se vuelve a mostrar.`;
  showToast({ title: describeWrite(userListResource, 'created'), description, tone: 'good', copy: credentials });
}

export function useUserToEdit(id: string | undefined) {
  return useItemToEdit({ path: '/user', row: userRow }, id);
}

/** Creates without a user, changes the one given. Only the success flag counts; a row in the answer is optional. */
export function useSaveUser(user: User | undefined, opensDetail: boolean) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async ({ json, image }: UserSaveInput) => {
      // Only a server that answers versions is sent one.
      const headers = user?.version === undefined ? undefined : { 'If-Match': `"${user.version}"` };
      const path = user ? `user/${user.id}` : 'user';
      // JSON, as specified, but for what only a form can carry.
      const jsonBody = image === null ? { ...json, remove_image: true } : json;
      const send = async (changes: object = {}) => {
        const payload = image
          ? buildMultipart({ ...json, ...changes }, { name: PICTURE_FIELD, file: image })
          : { json: { ...jsonBody, ...changes } };
        return assertSuccess(await call(user ? 'PATCH' : 'POST', path, { payload, headers }));
      };
      const isProposed = !user && !FORMS_PROPOSE_NOTHING && json.username === proposeUsername(json.name);
      if (!isProposed) return { ...(await send()), username: json.username };
      return sendUnderFreeUsername(json.username, (username) => send({ username }));
    },
    onSuccess: async ({ data, username }, { json: sent, isPasswordNew }) => {
      const json = { ...sent, username };
      if (user && isOwnId(user.id)) updateSessionName(json);
      // A complete answer is shown until the refetch is done.
      const updatedRow =
        missingFieldsOf(userListResource, data, user?.id).length === 0
          ? readRow(userListResource, data, user?.id)
          : undefined;
      await editUsers(client, (rows) => rows.map((row) => (updatedRow && row.id === user?.id ? updatedRow : row)));
      if (isPasswordNew) return showCredentials(json);
      const id = savedId(data, user);
      const isOpen = opensDetail && id !== undefined;
      announceWrite(userListResource, user ? 'updated' : 'created', { id, name: json.name }, { isOpen });
    },
    onError: (error) => {
      // A conflict or a missing row means that the cache is stale.
      if (error instanceof CallFailure && (error.status === 404 || error.status === 409))
        void editUsers(client, (rows) => rows);
    },
  });
  const failure = useMemo(() => save.error && toSaveFailure(save.error), [save.error]);
  return {
    save: save.mutate,
    saving: save.isPending,
    saved: save.isSuccess,
    savedId: savedId(save.data?.data, user),
    failure: failure ?? undefined,
    reset: save.reset,
  };
}

/** True if somebody else has the user name. A conflict names no field; when it speaks of the username, that is it. */
const isUsernameTaken = (error: unknown) =>
  error instanceof CallFailure && error.status === 409 && /nombre de usuario|username/i.test(serverMessage(error, ''));

const MAX_NAMESAKES = 20;

/** A proposed user name that somebody has gets a number: the second Ana Pérez is 'ana.perez2'. */
async function sendUnderFreeUsername<T>(proposed: string, send: (username: string) => Promise<T>, number = 1) {
  const username = number === 1 ? proposed : `${proposed}${number}`;
  try {
    return { ...(await send(username)), username };
  } catch (error) {
    if (!isUsernameTaken(error) || number === MAX_NAMESAKES) throw error;
    return sendUnderFreeUsername(proposed, send, number + 1);
  }
}

/** Id of the saved user; a server may answer a creation without it. */
function savedId(data: unknown, user: User | undefined): number | undefined {
  return readRow(userListResource, data, user?.id)?.id ?? user?.id;
}

function toSaveFailure(error: Error): SaveFailure {
  const reason = serverMessage(error, '');
  if (error instanceof CallFailure && error.status === 200)
    return createSaveFailure(`Error al guardar: ${reason || 'Respuesta inesperada del servidor'}`, error);
  const message = reason || 'Error al guardar los datos del usuario. Por favor, intenta de nuevo.';
  const failure = createSaveFailure(message, error);
  return isUsernameTaken(error) ? { ...failure, errors: { ...failure.errors, username: reason } } : failure;
}
