import { randomBytes } from 'node:crypto';
import type { DateText } from '@pulso/contract/kit/dates';
import type { Passwords } from '#access/passwords';
import { stopRecording } from '#db/writes/events';
import type { Db } from '#db/schema/database';
import { markDemo } from '#features/accounts/auth/stage.queries';
import { buildDemoBusiness } from '#demo/business';
import { buildDemoContent } from '#demo/content';
import { writeContent } from '#demo/demo-content.queries';
import { writeCourses } from '#demo/demo-courses.queries';
import { writePeople } from '#demo/demo-people.queries';
import { writeNotifications } from '#demo/demo-notifications.queries';
import { writeSegments } from '#demo/demo-segments.queries';
import { storePictures } from '#demo/demo-pictures';
import { isEmptyDatabase, listUsernames, lockDemo } from '#demo/demo.queries';
import type { Uploads } from '#files/uploads';

type Options = {
  db: Db;
  uploads: Uploads;
  passwords: Passwords;
  /** Prints progress, in Spanish. */
  print: (line: string) => void;
  today: DateText;
};

/**
 * Fills an empty database with a believable business; one with data is left alone. Pictures first, then the rows, all in
 * one transaction under a lock: of two nodes that start at once one fills it, and whatever goes wrong on the way leaves
 * it empty.
 */
export async function fillDemo({ db, uploads, passwords, print, today }: Options): Promise<boolean> {
  if (!(await isEmptyDatabase(db))) return false;
  return db.transaction().execute(async (transaction) => {
    await lockDemo(transaction);
    await stopRecording(transaction);
    // Another node may have filled it while this one waited.
    if (!(await isEmptyDatabase(transaction))) return false;
    print('Cargando datos de demostración…');
    const business = buildDemoBusiness(today, await listUsernames(transaction));
    // A random password, so that nobody can log in as these users.
    const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
    const pictures = await storePictures(uploads, buildDemoContent(today), business.users);
    try {
      await writeContent(transaction, pictures.content);
      await writePeople(transaction, { ...business, users: pictures.users }, { passwordHash, today });
      await writeCourses(transaction, today);
      await writeSegments(transaction);
      await writeNotifications(transaction, today);
      await markDemo(transaction);
    } catch (error) {
      await pictures.remove();
      throw error;
    }
    return true;
  });
}
