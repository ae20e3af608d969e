import type { LoginUser } from '@pulso/contract/accounts/auth';
import { may } from '@pulso/contract/accounts/permissions';
import { roles } from '@pulso/contract/accounts/users.labels';
import { call, serverMessage } from '#api/client';
import { asFlag, asNumber, asText, isObject } from '#api/reader';
import { clearSession, readToken, storeSession, storeToken } from '#api/session';
import { REJECTED_TOKEN_STAYS } from '#api/strict-spec';

type Answer = { user: Omit<LoginUser, 'role'> & { role: string }; access_token: string };

/** Reads either shape of answer; a foreign server's user may carry less, or more, and roles that ours does not know. */
export function readAnswer(part: unknown): Answer | undefined {
  if (!isObject(part) || !isObject(part.user)) return undefined;
  const { user } = part;
  const [access_token, role] = [asText(part.access_token), asText(user.role)];
  if (!access_token || role === undefined) return undefined;
  const [name, username] = [asText(user.name) ?? '', asText(user.username) ?? ''];
  return {
    user: { id: asNumber(user.id) ?? NaN, name, username, role, status: asFlag(user.status) ?? false },
    access_token,
  };
}

const readExtras = (told: unknown) => (Array.isArray(told) ? told.map(String) : []);

const FAILED = 'Error al iniciar sesión';
const NO_COOKIES = 'Tu navegador bloquea las cookies. Permítelas para este sitio e intenta de nuevo.';
const NO_RIGHTS = { title: 'Sin Permisos', description: 'No tienes permisos para acceder a esta sección' };
const INACTIVE = { title: 'Cuenta Inactiva', description: 'Tu cuenta está desactivada. Contacta al administrador.' };

type Result =
  | { kind: 'entered' }
  | { kind: 'failed'; message: string }
  | { kind: 'rejected'; title: string; description: string };

/** Logs in from either shape of answer; who may not enter is told why, and leaves nothing behind. */
export async function logIn(values: { username: string; password: string }): Promise<Result> {
  try {
    const body = await call('POST', '/auth/login', { payload: { json: values }, anonymous: true });
    const found = readAnswer(body) ?? readAnswer(body.data);
    if (!found) return { kind: 'failed', message: FAILED };
    const { user, access_token } = found;
    storeToken(access_token);
    if (readToken() !== access_token) return { kind: 'failed', message: NO_COOKIES };
    // Roles are compared to the letter: another spelling is not that role.
    const role = roles.find((known) => known === user.role);
    const rejection = !role || !may(role, 'panel') ? NO_RIGHTS : user.status ? undefined : INACTIVE;
    if (!role || rejection) {
      if (!REJECTED_TOKEN_STAYS) clearSession();
      return { kind: 'rejected', ...(rejection ?? NO_RIGHTS) };
    }
    storeSession({ ...user, role }, readExtras((body as { extras?: unknown }).extras));
    return { kind: 'entered' };
  } catch (error) {
    return { kind: 'failed', message: serverMessage(error, FAILED) };
  }
}
