import type { LoginUser } from '@pulso/contract/accounts/auth';
import type { Extra } from '@pulso/contract/accounts/extras';
import { hasPermission } from '@pulso/contract/accounts/permissions';
import { roles } from '@pulso/contract/accounts/users.labels';
import { serverMessage, isObject } from '@pulso/web/answers';
import { call } from '#api/client';
import { asFlag, asNumber, asText } from '#api/reader';
import { clearSession, readToken, storeKeptUsername, storeSession, storeToken } from '#api/session';
import { REJECTED_TOKEN_STAYS } from '#api/strict-spec';

type LoginAnswer = { user: Omit<LoginUser, 'role'> & { role: string }; access_token: string };

/** Reads either shape of answer; a foreign server's user may carry less, or more, and roles that ours does not know. */
export function readLoginAnswer(part: unknown): LoginAnswer | undefined {
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

const readExtras = (answer: unknown) => (Array.isArray(answer) ? answer.map(String) : []);

const FAILURE_MESSAGE = 'Error al iniciar sesión';
const COOKIES_BLOCKED_MESSAGE = 'Tu navegador bloquea las cookies. Permítelas para este sitio e intenta de nuevo.';
const NO_PERMISSION_MESSAGE = { title: 'Sin Permisos', description: 'No tienes permisos para acceder a esta sección' };
const INACTIVE_ACCOUNT_MESSAGE = {
  title: 'Cuenta Inactiva',
  description: 'Tu cuenta está desactivada. Contacta al administrador.',
};

/** `keep` is only there if the session is to be kept on this device. */
export type Credentials = { username: string; password: string; keep?: true };

type LoginResult =
  | { kind: 'entered' }
  | { kind: 'failed'; message: string }
  | { kind: 'rejected'; title: string; description: string };

/** Logs in from either shape of answer; who may not enter is told why, and leaves nothing behind. */
export async function logIn(values: Credentials): Promise<LoginResult> {
  try {
    const body = await call('POST', '/auth/login', { payload: { json: values }, anonymous: true });
    const loginAnswer = readLoginAnswer(body) ?? readLoginAnswer(body.data);
    if (!loginAnswer) return { kind: 'failed', message: FAILURE_MESSAGE };
    const { user, access_token } = loginAnswer;
    storeKeptUsername(values.keep ? values.username : '');
    storeToken(access_token);
    if (readToken() !== access_token) return { kind: 'failed', message: COOKIES_BLOCKED_MESSAGE };
    // Roles are compared to the letter: another spelling is not that role.
    const role = roles.find((knownRole) => knownRole === user.role);
    const extras = readExtras((body as { extras?: unknown }).extras);
    const isLetIn = role === 'TRAINER' && extras.includes('trainers' satisfies Extra);
    const rejection =
      !role || !(hasPermission(role, 'panel') || isLetIn)
        ? NO_PERMISSION_MESSAGE
        : user.status
          ? undefined
          : INACTIVE_ACCOUNT_MESSAGE;
    if (!role || rejection) {
      storeKeptUsername('');
      if (!REJECTED_TOKEN_STAYS) clearSession();
      return { kind: 'rejected', ...(rejection ?? NO_PERMISSION_MESSAGE) };
    }
    storeSession({ ...user, role }, extras);
    return { kind: 'entered' };
  } catch (error) {
    return { kind: 'failed', message: serverMessage(error, FAILURE_MESSAGE) };
  }
}
