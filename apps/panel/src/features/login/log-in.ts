import type { LoginUser } from '@pulso/contract/auth';
import { call, toldOr } from '#api/client';
import { clearSession, storeSession, storeToken } from '#api/session';
import { REJECTED_TOKEN_STAYS } from '#api/strict-spec';

type Answer = { user: Omit<LoginUser, 'role'> & { role: string }; access_token: string };

/** Either shape of answer; a foreign server's user may carry more, and roles that ours does not know. */
function readAnswer(part: unknown): Answer | undefined {
  const { user, access_token } = (part ?? {}) as Partial<Answer>;
  return user && typeof user.role === 'string' && access_token ? { user, access_token } : undefined;
}

const readExtras = (told: unknown) => (Array.isArray(told) ? told.map(String) : []);

const FAILED = 'Error al iniciar sesión';
const NO_RIGHTS = { title: 'Sin Permisos', description: 'No tienes permisos para acceder a esta sección' };
const INACTIVE = { title: 'Cuenta Inactiva', description: 'Tu cuenta está desactivada. Contacta al administrador.' };

type Result =
  { kind: 'in' } | { kind: 'failed'; message: string } | { kind: 'rejected'; title: string; description: string };

/** Logs in from either shape of answer; who may not enter is told why, and leaves nothing behind. */
export async function logIn(values: { username: string; password: string }): Promise<Result> {
  try {
    const body = await call('POST', '/auth/login', { payload: { json: values }, anonymous: true });
    const found = readAnswer(body) ?? readAnswer(body.data);
    if (!found) return { kind: 'failed', message: FAILED };
    const { user, access_token } = found;
    storeToken(access_token);
    const rejection = user.role !== 'ADMIN' ? NO_RIGHTS : user.status ? undefined : INACTIVE;
    if (rejection) {
      if (!REJECTED_TOKEN_STAYS) clearSession();
      return { kind: 'rejected', ...rejection };
    }
    storeSession({ ...user, role: 'ADMIN' }, readExtras((body as { extras?: unknown }).extras));
    return { kind: 'in' };
  } catch (error) {
    return { kind: 'failed', message: toldOr(error, FAILED) };
  }
}
