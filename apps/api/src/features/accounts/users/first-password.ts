import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Passwords } from '#access/passwords';
import type { Db } from '#db/schema/database';
import { findLogin } from '#features/accounts/auth/auth.queries';
import { writeIfAbsent } from '#files/secrets';

export type Credentials = { username: string; password: string };

const passwordFile = (dataDir: string) => resolve(dataDir, 'secrets/first-password');

/** A file that only its owner can read. Written before the account is committed, so that a crash does not lose it. */
export async function storeFirstPassword(dataDir: string, { username, password }: Credentials): Promise<void> {
  await mkdir(dirname(passwordFile(dataDir)), { recursive: true, mode: 0o700 });
  // A start may have died before its account was committed.
  await removeFirstPassword(dataDir);
  await writeIfAbsent(passwordFile(dataDir), `Usuario:    ${username}\nContraseña: ${password}\n`);
}

export async function removeFirstPassword(dataDir: string): Promise<void> {
  await rm(passwordFile(dataDir), { force: true });
}

type FirstPasswordContext = { dataDir: string; db: Db; passwords: Passwords };

/** The first password while it opens its account; the file that it is in goes as soon as it does not, however that came. */
export async function findFirstPassword({
  dataDir,
  db,
  passwords,
}: FirstPasswordContext): Promise<(Credentials & { file: string }) | undefined> {
  const file = passwordFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const [, username = '', password = ''] = /^Usuario: +(.+)\nContraseña: (.+)\n$/.exec(text) ?? [];
  const account = await findLogin(db, username);
  const client = { known: true, key: username };
  if (await passwords.matches(account?.password_hash, password, client)) return { file, username, password };
  await removeFirstPassword(dataDir);
  return undefined;
}
