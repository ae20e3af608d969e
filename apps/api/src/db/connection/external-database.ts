import type { Config } from '#config';
import { addressWithoutPassword } from '#db/connection/connect';
import { readNote, writeNote } from '#db/data-dir/notes';
import { StartupError } from '#startup-error';

type Settings = Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>;

/** Remembers where the data are, so that no start or command without DATABASE_URL takes an empty database for them. */
export async function rememberExternalDatabase({ DATA_DIR, DATABASE_URL }: Settings): Promise<void> {
  if (DATABASE_URL) await writeNote(DATA_DIR, 'external-database', addressWithoutPassword(DATABASE_URL).trim());
}

/** Refuses the included database where the data are in another one. */
export async function refuseForgottenAddress({ DATA_DIR, DATABASE_URL }: Settings): Promise<void> {
  if (DATABASE_URL) return;
  const { file, text } = await readNote(DATA_DIR, 'external-database');
  if (text === undefined) return;
  throw new StartupError(
    `Los datos de ${DATA_DIR} están en la base de datos ${text}, y falta DATABASE_URL. Para dejar aquella y usar la incluida, borra ` +
      `${file}, y trae los datos con una copia de seguridad.`,
  );
}
