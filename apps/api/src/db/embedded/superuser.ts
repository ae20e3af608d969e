import { randomBytes } from 'node:crypto';
import type { Binaries } from '#db/embedded/binaries';
import { clusterArguments, runThere, type Workplace } from '#db/embedded/process';

/** Whom initdb makes. Only we are it, and only while no server runs. */
export const SUPERUSER = 'pulso';
export const DATABASE = 'pulso';

/** One statement, without a server: nobody can connect meanwhile, and no password is needed. */
export async function runAsSuperuser(
  place: Workplace,
  { postgres }: Binaries,
  statement: string,
  database = DATABASE,
): Promise<void> {
  // A failure must not quote the statement, which may hold a password.
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'];
  const args = ['--single', ...clusterArguments(place.cluster), ...settings, database];
  // The end of a line is the end of a statement.
  await runThere(place, postgres, args, `${statement.replace(/\s+/g, ' ')}\n`);
}

export const newPassword = (): string => randomBytes(24).toString('hex');
