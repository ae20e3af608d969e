import { randomBytes } from 'node:crypto';
import type { Binaries } from '#db/embedded/binaries';
import { clusterArguments, runInCluster, type RunContext } from '#db/embedded/process';

/** Created by initdb, and used in single-user mode only. */
export const SUPERUSER = 'pulso';
export const DATABASE = 'pulso';

/** Runs one statement in single-user mode, which needs no password. */
export async function runAsSuperuser(
  context: RunContext,
  { postgres }: Binaries,
  statement: string,
  database = DATABASE,
): Promise<void> {
  // An error must not quote the statement, which may hold a password.
  const settings = ['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'];
  const args = ['--single', ...clusterArguments(context.cluster), ...settings, database];
  // In single-user mode a newline ends the statement.
  await runInCluster(context, postgres, args, `${statement.replace(/\s+/g, ' ')}\n`);
}

export const newPassword = (): string => randomBytes(24).toString('hex');
