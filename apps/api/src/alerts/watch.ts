import { hostname } from 'node:os';
import { join } from 'node:path';
import { alertOf, judge, type Observation, type Trouble } from '#alerts/alerts.rules';
import { sendAlert } from '#alerts/send-alert';
import { openToldTroubles } from '#alerts/told-troubles';
import type { Config } from '#config';
import type { Db } from '#db/schema/database';
import { findBackupTrouble } from '#features/desk/backups/backup-trouble.queries';
import { readDisk } from '#files/disk-space';
import { readVersion } from '#version';

const CHECK_MS = 30_000;

type Watched = Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_EVERY' | 'DATABASE_URL'>;
type Options = {
  config: Watched;
  /** The address that alerts are posted to. */
  address: string;
  db: Db;
  warn: (line: string) => void;
  pausesMs?: number[];
};

export type Watch = ReturnType<typeof watchTroubles>;

/** Looks every half minute whether somebody has to be told of a trouble, or that one is over. */
export function watchTroubles({ config, address, db, warn, pausesMs }: Options) {
  const { DATA_DIR, BACKUP_DIR, DATABASE_URL } = config;
  const backups = { folder: BACKUP_DIR, intervalSeconds: config.BACKUP_EVERY, node: hostname() };
  const url = new URL(address);
  const stopping = new AbortController();
  const told = openToldTroubles(join(DATA_DIR, 'alerts'));
  /** Troubles whose telling failed, and is said in the log. */
  const untold = new Set<Trouble>();
  let failures = 0;
  let crashedAt: number | undefined;

  // Nodes on one database have its backups in common, and the rest each for itself.
  const nameOf = (trouble: Trouble) =>
    trouble === 'backup' || DATABASE_URL === undefined ? trouble : `${trouble}@${hostname()}`;

  const observe = async (): Promise<Observation> => {
    const backup = await findBackupTrouble(db, backups).then(
      ({ trouble }) => trouble,
      () => undefined,
    );
    failures = backup === undefined ? failures + 1 : 0;
    const disks = await Promise.all(
      Object.entries({ 'los datos': DATA_DIR, 'las copias de seguridad': BACKUP_DIR }).map(async ([name, folder]) => {
        const disk = await readDisk(folder);
        return disk ? [{ name, ...disk }] : [];
      }),
    );
    const msSinceCrash = crashedAt === undefined ? undefined : performance.now() - crashedAt;
    return { backup, disks: disks.flat(), failures, msSinceCrash };
  };

  const tell = async (trouble: Trouble, sentence: string | null) => {
    const name = nameOf(trouble);
    const [change, undo] = sentence === null ? [told.end, told.begin] : [told.begin, told.end];
    if (!(await change(name))) return;
    const { version, commit } = readVersion();
    const teller = { host: hostname(), version: [version, commit].filter(Boolean).join('+'), at: new Date() };
    try {
      await sendAlert(url, alertOf(trouble, sentence, teller), { stopping: stopping.signal, pausesMs });
      untold.delete(trouble);
    } catch (error) {
      // The next check tries again.
      await undo(name);
      if (!stopping.signal.aborted && !untold.has(trouble))
        warn(`No se pudo avisar a ${url.host} (ALERT_URL): ${(error as Error).message}`);
      untold.add(trouble);
    }
  };

  let telling: Promise<unknown> = Promise.resolve();
  const checkOnce = async () => {
    if (stopping.signal.aborted) return;
    const judged = Object.entries(judge(await observe())) as [Trouble, string | null | undefined][];
    // A database that is being closed does not answer either.
    if (stopping.signal.aborted) return;
    telling = Promise.all(
      judged.flatMap(([trouble, sentence]) => (sentence === undefined ? [] : [tell(trouble, sentence)])),
    );
    await telling;
  };

  let checking = Promise.resolve();
  /** One check after the other: each changes what the next one finds. */
  const check = (): Promise<void> => {
    checking = checking.then(checkOnce).catch((error: Error) => warn(`ALERT_URL: ${error.message}`));
    return checking;
  };
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  void check();

  return {
    check,
    databaseCrashed: () => {
      crashedAt = performance.now();
      return check();
    },
    /** Waits for no database; what was being told is told by the next start. */
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await telling;
    },
  };
}
