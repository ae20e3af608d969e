import { parseArgs } from 'node:util';
import { StartupError } from '#startup-error';

const MAX_USERS = 1_000_000;
const USAGE = 'Uso: npm run seed -- --users CANTIDAD   (de 1 a 1.000.000)';

type SeedRequest = { users: number; demo: boolean };

/** Says what to do about it; DEMO=1 is no advice where it was given already. */
export function noPlansError({ users, demo }: SeedRequest): StartupError {
  const command = `npm run seed -- --users ${users}`;
  const fill = `Si la base de datos está vacía, llénala con el negocio de demostración: DEMO=1 ${command}`;
  const create = `crea un plan en el panel (npm start, Suscripciones), detén el servidor y repite: ${command}`;
  return new StartupError(
    [
      'No hay ningún plan de suscripción activo al que suscribir usuarios. No se agregó nada.',
      ...(demo ? [`Antes ${create}`] : [fill, `Si no, antes ${create}`]),
    ].join('\n'),
  );
}

/** How many users the command line asks for; anything else is answered with the usage. */
export function readUserCount(args: string[]): number {
  try {
    const { values } = parseArgs({ args: args, options: { users: { type: 'string' } } });
    const users = /^\d{1,7}$/.test(values.users ?? '') ? Number(values.users) : 0;
    if (users >= 1 && users <= MAX_USERS) return users;
  } catch {
    // An unknown option.
  }
  throw new StartupError(USAGE);
}
