import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Passwords } from '#access/passwords';
import type { Db } from '#db/schema/database';
import { findLogin } from '#features/accounts/auth/auth.queries';
import { writeIfAbsent } from '#files/secrets';

export type Access = { username: string; password: string };

const fileIn = (dataDir: string) => resolve(dataDir, 'secrets/first-password');

/** A file that only its owner can read. Written before the account is committed, so that a crash does not lose it. */
export async function storeFirstPassword(dataDir: string, { username, password }: Access): Promise<void> {
  await mkdir(dirname(fileIn(dataDir)), { recursive: true, mode: 0o700 });
  // A start may have died before its account was committed.
  await forgetFirstPassword(dataDir);
  await writeIfAbsent(fileIn(dataDir), `Usuario:    ${username}\nContraseña: ${password}\n`);
}

export async function forgetFirstPassword(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

type Where = { dataDir: string; db: Db; passwords: Passwords };

/** The first password while it opens its account; the file that it is in goes as soon as it does not, however that came. */
export async function findFirstPassword({
  dataDir,
  db,
  passwords,
}: Where): Promise<(Access & { file: string }) | undefined> {
  const file = fileIn(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const [, username = '', password = ''] = /^Usuario: +(.+)\nContraseña: (.+)\n$/.exec(text) ?? [];
  const account = await findLogin(db, username);
  const client = { known: true, key: username };
  if (await passwords.matches(account?.password_hash, password, client)) return { file, username, password };
  await forgetFirstPassword(dataDir);
  return undefined;
}
