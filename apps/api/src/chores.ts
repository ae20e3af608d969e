import type { Db } from '#db/schema/database';
import { removeOldDownloads } from '#db/writes/downloads';
import { removeOldAnswers } from '#db/writes/idempotency';
import { compactTallies } from '#db/writes/tallies';
import { removeOldOrigins, removeExpiredFailures, removeExpiredSessions } from '#features/accounts/auth/auth.queries';
import { removeSilentDevices } from '#features/accounts/devices/devices.queries';
import { removeOldReceipts } from '#features/billing/payments/receipts.queries';
import { removeOldAccesses } from '#features/coaching/access/access.queries';
import { removeOldImports } from '#features/desk/imports/imports.queries';
import { waitUntilCopied } from '#features/desk/backups/deferred-removal';
import { sealEvents } from '#features/accounts/audit/audit.queries';
import { clearDeletions } from '#files/clear-deletions';
import { sweepUploads } from '#files/sweep-uploads';
import type { Uploads } from '#files/uploads';

const DAY_MS = 86_400_000;

type Options = {
  db: Db;
  uploads: Pick<Uploads, 'pictures' | 'remove'>;
  /** Drops the file with the first password once it is another. */
  firstPassword: () => Promise<unknown>;
  /** Sweeps any number of orphaned pictures. */
  sweepAll?: boolean;
  warn: (line: string) => void;
};

/** Removes expired data. A chore that fails does not stop the others, and is repeated the next day. */
export async function doChores({ db, uploads, firstPassword, sweepAll, warn }: Options): Promise<void> {
  const chores: Record<string, () => Promise<unknown>> = {
    'sesiones vencidas': () => removeExpiredSessions(db),
    'inicios de sesión fallidos': () => removeExpiredFailures(db),
    'direcciones y dispositivos conocidos': () => removeOldOrigins(db),
    'accesos de hace más de una semana': () => removeOldAccesses(db),
    'primera contraseña': firstPassword,
    'respuestas guardadas': () => removeOldAnswers(db),
    recuentos: () => compactTallies(db),
    'sellos de la auditoría': () => sealEvents(db),
    'descargas sin usar': () => removeOldDownloads(db),
    'comprobantes rechazados': () => removeOldReceipts(db),
    'elementos eliminados': () => clearDeletions(db, uploads),
    'importaciones de hace más de una semana': () => removeOldImports(db),
    'dispositivos en silencio': () => removeSilentDevices(db),
    'imágenes sin uso': async () => {
      await waitUntilCopied(db);
      await sweepUploads(db, uploads.pictures, { all: sweepAll });
    },
  };
  for (const [name, chore] of Object.entries(chores))
    await chore().catch((error: Error) => warn(`Tarea diaria sin terminar (${name}): ${error.message}`));
}

/** Runs the chores now and then daily; returns what stops them. */
export function scheduleChores(options: Options): () => Promise<void> {
  const run = () => void doChores(options);
  run();
  const timer = setInterval(run, DAY_MS);
  timer.unref();
  return async () => clearInterval(timer);
}
