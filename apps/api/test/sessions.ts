import { expect } from 'vitest';
import { findLogin, startSession } from '#features/accounts/auth/auth.queries';
import type { TestApp } from '#test/test-app';

/** A session like a login's, without the slow hash. */
export async function openSession(app: TestApp, username: string): Promise<string> {
  const found = await findLogin(app.db, username);
  const session = found && (await startSession(app.db, found, { address: '200.45.1.7' }));
  if (!session) throw new Error(`${username} cannot log in`);
  return app.tokens.sign({ userId: session.id, sessionId: session.session_id }, new Date(session.expires_at));
}

export const logOut = (app: TestApp, token?: string) => app.send('POST', '/api/auth/logout', { token });

/** The status that a token gets for a call that any administrator may make. */
export const statusWithToken = async (app: TestApp, token: string) => (await app.get('/api/level', token)).status;

/** Changes another account over the API. */
export async function changeAccount(app: TestApp, id: number, values: object) {
  const { status } = await app.json('PATCH', `/api/user/${id}`, values);
  expect(status).toBe(200);
}
