import { adminPassword, password as passwordRule, userCreate } from '@pulso/contract/accounts/users.input';
import { today } from '@pulso/contract/kit/dates';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import type * as z from 'zod/mini';
import type { Passwords } from '#access/passwords';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import { writeAsSystem, type SystemActor, type Write } from '#db/writes/write';
import {
  endSession,
  endSessionsOf,
  findLogin,
  listSessions,
  removeFailures,
  type OpenSession,
} from '#features/accounts/auth/auth.queries';
import { changeUser, createUser } from '#features/accounts/users/users.queries';

/** Writes for commands started on the machine: no account, and no session to spare. */
const writeAsOperator = <T>(db: Db, work: (write: Write<SystemActor>) => Promise<T>) =>
  writeAsSystem(db, { name: 'npm run admin', today: today() }, work);

function requireValid<T>(parsed: z.core.util.SafeParseResult<T>): T {
  if (!parsed.success) throw new Refusal(Object.values(fieldErrors(parsed.error)).join('; '));
  return parsed.data;
}

export async function findAccount(db: Db, username: string) {
  const login = await findLogin(db, username.trim());
  if (!login) throw new Refusal(`no hay ningún usuario ${username}.`);
  return login;
}

type Credentials = { username: string; password: string };

/** Ends the account's sessions, and lets people who tried too often try again. */
export async function setPassword(db: Db, passwords: Passwords, { username, password }: Credentials) {
  const account = await findAccount(db, username);
  const rule = account.role === 'ADMIN' ? adminPassword : passwordRule;
  const password_hash = await passwords.hash(requireValid(rule.safeParse(password)));
  const sessions = await listSessions(db, account.id);
  await writeAsOperator(db, async (writing) => {
    await changeUser(writing, account.id, { password_hash });
    await removeFailures(writing.db);
  });
  return { account, ended: sessions.length };
}

export async function createAdmin(db: Db, passwords: Passwords, { name, ...access }: Credentials & { name: string }) {
  const { password, ...values } = requireValid(
    userCreate.safeParse({ ...access, name, gender: 'Unisex', phone: '0000000', role: 'ADMIN' }),
  );
  const password_hash = await passwords.hash(requireValid(adminPassword.safeParse(password)));
  return writeAsOperator(db, (writing) => createUser(writing, { ...values, password_hash }));
}

/** Answers how many there were. */
export async function endSessionsOfAccount(db: Db, userId: number): Promise<number> {
  const sessions = await listSessions(db, userId);
  if (sessions.length > 0)
    await writeAsOperator(db, async (writing) => {
      await endSessionsOf(writing.db, userId, null);
      await recordEvent(writing, { entity: 'account', entityId: userId, userId, action: 'end-sessions' });
    });
  return sessions.length;
}

export async function endSessionById(db: Db, id: string): Promise<OpenSession> {
  const session = (await listSessions(db)).find((open) => open.id === id);
  if (!session) throw new Refusal(`no hay ninguna sesión abierta con el ID ${id}.`);
  await writeAsOperator(db, async (writing) => {
    await endSession(writing.db, id);
    const userId = session.user_id;
    await recordEvent(writing, { entity: 'account', entityId: userId, userId, action: 'end-session' });
  });
  return session;
}
