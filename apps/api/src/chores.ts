import type { Db } from '#db/database';
import { removeOldAnswers } from '#db/idempotency';
import { forgetOldPlaces, removeExpiredFailures, removeExpiredSessions } from '#features/accounts/auth/auth.queries';
import { removeSilentDevices } from '#features/accounts/devices/devices.queries';
import { compactTally } from '#features/accounts/users/user-tally.queries';
import { sweepUploads } from '#files/sweep-uploads';
import type { Uploads } from '#files/uploads';

const DAY_MS = 86_400_000;

type Tidying = {
  db: Db;
  uploads: Pick<Uploads, 'folder'>;
  /** However many pictures no row refers to, they are set aside. */
  sweepAll?: boolean;
  warn: (line: string) => void;
};

/** What nobody needs any more goes. Each for itself: one that fails only means that it goes another day. */
export async function doChores({ db, uploads, sweepAll, warn }: Tidying): Promise<void> {
  const chores: Record<string, () => Promise<unknown>> = {
    'sesiones vencidas': () => removeExpiredSessions(db),
    'inicios de sesión fallidos': () => removeExpiredFailures(db),
    'direcciones y dispositivos conocidos': () => forgetOldPlaces(db),
    'respuestas guardadas': () => removeOldAnswers(db),
    'recuento de usuarios': () => compactTally(db),
    'dispositivos en silencio': () => removeSilentDevices(db),
    'imágenes sin uso': () => sweepUploads(db, uploads.folder, { all: sweepAll }),
  };
  for (const [name, chore] of Object.entries(chores))
    await chore().catch((error: Error) => warn(`Tarea diaria sin terminar (${name}): ${error.message}`));
}

/** Once now and then daily, until it is stopped. */
export function keepTidy(tidying: Tidying): () => Promise<void> {
  const run = () => void doChores(tidying);
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return async () => clearInterval(timer);
}
