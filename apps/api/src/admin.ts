import { parseArgs } from 'node:util';
import { roleLabel } from '@pulso/contract/accounts/users.labels';
import { formatClock, formatDate } from '@pulso/contract/kit/dates';
import { generatePassword, openPasswords } from '#access/passwords';
import { readPassword } from '#access/read-password';
import { readConfig } from '#config';
import { openDb, openPool } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { becomeOwner } from '#db/data-dir/become-owner';
import { checkMigrated } from '#db/schema/migrate';
import { reachDatabase } from '#db/connection/reach-database';
import { listSessions } from '#features/accounts/auth/auth.queries';
import { findFirstPassword } from '#features/accounts/users/first-password';
import {
  createAdmin,
  endSessionById,
  endSessionsOfAccount,
  findAccount,
  setPassword,
} from '#features/accounts/users/operator.queries';
import { runCommand } from '#safekeeping/command';
import { StartupError } from '#startup-error';

const HELP = `Uso, con el servidor en marcha o detenido:

  npm run admin -- password USUARIO                 le da una contraseña nueva y cierra sus sesiones
  npm run admin -- create USUARIO [--name NOMBRE]   crea un administrador
  npm run admin -- sessions [USUARIO]               las sesiones abiertas, de uno o de todos
  npm run admin -- end-sessions USUARIO|ID          cierra todas las de alguien, o una

La contraseña se genera y se muestra una sola vez. Con --password-stdin se escribe, o llega por una tubería.`;

const APPLICATION_NAME = 'pulso-admin';
const MAX_CONNECTIONS = 1;
const SESSION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Prints remarks to stderr, so that the answer on stdout can be piped. */
const printNote = (line: string) => process.stderr.write(`${line}\n`);
const endedSessionsText = (count: number) => (count === 1 ? 'Se cerró 1 sesión' : `Se cerraron ${count} sesiones`);
const formatMoment = (instant: string) => `${formatDate(instant)} ${formatClock(instant)}`;

type Options = { name?: string; typed: boolean; dataDir: string };
type Command = {
  needsUser: boolean;
  options: string[];
  run: (db: Db, user: string, options: Options) => Promise<void>;
};

/** A typed password is never shown; a generated one is shown once. */
async function choosePassword({ typed }: Options) {
  const password = typed ? await readPassword() : generatePassword();
  const tell = () => typed || print(`Contraseña, que no se vuelve a mostrar: ${password}`);
  return { password, tell };
}

async function changePassword(db: Db, username: string, options: Options) {
  // An unknown account fails before anybody types a password.
  await findAccount(db, username);
  const { password, tell } = await choosePassword(options);
  const passwords = openPasswords();
  const { account, ended } = await setPassword(db, passwords, { username, password });
  await findFirstPassword({ dataDir: options.dataDir, db, passwords });
  const who = `${account.username} (${roleLabel(account.role)})`;
  print(`La contraseña de ${who} cambió${ended ? ` y se cerraron sus sesiones (${ended})` : ''}.`);
  tell();
  if (!account.status) printNote('La cuenta está inactiva: no podrá entrar hasta que un administrador la active.');
}

async function createAdminAccount(db: Db, username: string, { name = 'Administrador', ...options }: Options) {
  const { password, tell } = await choosePassword(options);
  const user = await createAdmin(db, openPasswords(), { username, name, password });
  print(`El administrador ${user.username} puede entrar.`);
  tell();
}

async function showSessions(db: Db, username: string) {
  const account = username ? await findAccount(db, username) : undefined;
  const open = await listSessions(db, account?.id);
  if (open.length === 0) return print('No hay sesiones abiertas.');
  const rows = open.map(({ id, role, address, created_at, expires_at, ...user }) => [
    id,
    user.username,
    roleLabel(role),
    address,
    formatMoment(created_at),
    formatMoment(expires_at),
  ]);
  const table = [['ID', 'Usuario', 'Rol', 'Dirección', 'Desde', 'Hasta'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
}

async function endSessions(db: Db, userOrId: string) {
  if (SESSION_ID.test(userOrId)) {
    const { username } = await endSessionById(db, userOrId.toLowerCase());
    return print(`Se cerró la sesión de ${username}.`);
  }
  const { id, username } = await findAccount(db, userOrId);
  const ended = await endSessionsOfAccount(db, id);
  print(ended === 0 ? `${username} no tenía sesiones abiertas.` : `${endedSessionsText(ended)} de ${username}.`);
}

const COMMANDS: Record<string, Command> = {
  password: { needsUser: true, options: ['password-stdin'], run: changePassword },
  create: { needsUser: true, options: ['password-stdin', 'name'], run: createAdminAccount },
  sessions: { needsUser: false, options: [], run: showSessions },
  'end-sessions': { needsUser: true, options: [], run: endSessions },
};

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { name: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [name = '', user = '', ...rest] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    const isWhole =
      command && rest.length === 0 && (user.trim() !== '' || (!command.needsUser && positionals.length < 2));
    if (isWhole && Object.keys(values).every((option) => command.options.includes(option)))
      return { command, user, options: { name: values.name, typed: values['password-stdin'] ?? false } };
  } catch {
    // An unknown option.
  }
  throw new StartupError(HELP);
}

await runCommand(async (closing) => {
  const args = process.argv.slice(2);
  if (args.length === 0) return print(HELP);
  const { command, user, options } = readArguments(args);
  const config = readConfig(process.env);
  await becomeOwner(config.DATA_DIR);
  const { connection } = await reachDatabase(config, closing, {
    print: printNote,
    holder: 'npm run admin',
    application_name: APPLICATION_NAME,
    purpose: 'no hay cuentas',
  });
  const pool = openPool({ ...connection, application_name: APPLICATION_NAME }, MAX_CONNECTIONS);
  closing.push(() => pool.end());
  await checkMigrated(pool);
  await command.run(openDb(pool), user, { ...options, dataDir: config.DATA_DIR });
});
