import { parseArgs } from 'node:util';
import { StartupError } from '#startup-error';

const MOST_USERS = 1_000_000;
const USAGE = 'Uso: npm run seed -- --users CANTIDAD   (de 1 a 1.000.000)';

/** How many users the command line asks for; what cannot be read is answered with how it is written. */
export function readUserCount(given: string[]): number {
  try {
    const { values } = parseArgs({ args: given, options: { users: { type: 'string' } } });
    const users = /^\d{1,7}$/.test(values.users ?? '') ? Number(values.users) : 0;
    if (users >= 1 && users <= MOST_USERS) return users;
  } catch {
    // Not an option that there is.
  }
  throw new StartupError(USAGE);
}
