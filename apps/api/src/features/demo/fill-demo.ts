import { randomBytes } from 'node:crypto';
import type { DateText } from '@pulso/contract/dates';
import type { Db } from '#db/database';
import { inTransaction } from '#db/transaction';
import { demoBusiness } from '#features/demo/business';
import { demoContent } from '#features/demo/content';
import { isEmptyDatabase, listUsernames, lockDemo, writeContent, writePeople } from '#features/demo/demo.queries';
import { storePictures } from '#features/demo/demo-pictures';
import type { Passwords } from '#http/passwords';
import type { Uploads } from '#http/uploads';

type Setting = {
  db: Db;
  uploads: Uploads;
  passwords: Passwords;
  /** Progress for a person, in Spanish. */
  say: (line: string) => void;
  today: DateText;
};

/**
 * Fills an empty database with a believable business; one with data is left alone. Pictures first, then all rows in one
 * transaction: whatever goes wrong on the way leaves an empty database, and pictures that are swept some day.
 */
export async function fillDemo({ db, uploads, passwords, say, today }: Setting): Promise<boolean> {
  if (!(await isEmptyDatabase(db))) return false;
  say('Cargando datos de demostración…');
  const content = demoContent(today);
  const business = demoBusiness(today, await listUsernames(db));
  // Nobody can log in as a person who does not exist.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const pictures = await storePictures(uploads, content, business.users);

  const filled = await inTransaction(db, async (transaction) => {
    await lockDemo(transaction);
    // Another node may have been faster.
    if (!(await isEmptyDatabase(transaction))) return false;
    await writeContent(transaction, pictures.content);
    await writePeople(transaction, { ...business, users: pictures.users }, passwordHash);
    return true;
  });
  if (!filled) await pictures.remove();
  return filled;
}
