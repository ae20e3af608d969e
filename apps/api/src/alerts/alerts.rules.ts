import { sizeInWords, type backupTroubles } from '@pulso/contract/desk/backups';

export type Trouble = 'backup' | 'disk' | 'database';
export type WatchedDisk = { name: string; free: number; size: number };

export type Observation = {
  /** Undefined while the database does not say. */
  backup: (typeof backupTroubles)[number] | null | undefined;
  disks: WatchedDisk[];
  /** Checks in a row that the database did not answer. */
  failures: number;
  msSinceCrash: number | undefined;
};

const MB = 1e6;
/** Twice what writes need, also where that is more than the share of a small disk. */
const MIN_LIMIT_BYTES = 64 * MB;
const MAX_LIMIT_BYTES = 1_000 * MB;
const LOW_SHARE = 0.05;
/** Ends a trouble with some room to spare, or one that sways would be told again and again. */
const ROOMY_FACTOR = 1.25;
/** One answer that failed may be a moment's. */
const MIN_FAILURES = 2;
/** A database that ends every few minutes is one trouble. */
const SETTLED_MS = 10 * 60_000;

const limitOf = ({ size }: WatchedDisk) => Math.max(MIN_LIMIT_BYTES, Math.min(MAX_LIMIT_BYTES, size * LOW_SHARE));

const BACKUP_TEXTS: Record<(typeof backupTroubles)[number], string> = {
  failed: 'la última copia de seguridad falló',
  missing: 'falta el archivo de la última copia de seguridad',
  unchecked: 'las últimas copias de seguridad no se pudieron comprobar',
  overdue: 'hace demasiado que no se completa una copia de seguridad',
};
const SEE_BACKUPS = 'El motivo está en Configuración › Copias de seguridad y en el registro.';

const OVER_TEXTS: Record<Trouble, string> = {
  backup: 'las copias de seguridad vuelven a estar al día.',
  disk: 'vuelve a haber lugar en el disco.',
  database: 'la base de datos vuelve a funcionar con normalidad.',
};

function diskText(disks: WatchedDisk[]): string | null | undefined {
  const low = disks.find((disk) => disk.free < limitOf(disk));
  if (low) {
    const room = `${sizeInWords(low.free)} de ${sizeInWords(low.size)}`;
    return `queda poco lugar en el disco de ${low.name}: ${room}. Con menos de 32 MB no se puede guardar nada.`;
  }
  return disks.length > 0 && disks.every((disk) => disk.free > ROOMY_FACTOR * limitOf(disk)) ? null : undefined;
}

function databaseText({ failures, msSinceCrash = Infinity }: Observation): string | null | undefined {
  if (msSinceCrash < SETTLED_MS) return 'la base de datos se detuvo de forma inesperada, y se la reinicia.';
  if (failures >= MIN_FAILURES) return 'la base de datos no responde.';
  return failures === 0 ? null : undefined;
}

/** The sentence for each trouble: null if there is none, undefined if that cannot be said now. */
export function judge(observation: Observation): Record<Trouble, string | null | undefined> {
  const { backup, disks } = observation;
  return {
    backup: backup && `${BACKUP_TEXTS[backup]}. ${SEE_BACKUPS}`,
    disk: diskText(disks),
    database: databaseText(observation),
  };
}

type Teller = { host: string; version: string; at: Date };

/** The body of the post; chats show its `text`. */
export function alertOf(trouble: Trouble, sentence: string | null, { host, version, at }: Teller) {
  const text = `Pulso (${host}): ${sentence ?? OVER_TEXTS[trouble]}`;
  return { text, trouble, over: sentence === null, host, version, at: at.toISOString() };
}
