import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Binaries } from '#db/embedded/binaries';
import { syncFolder, type ClusterPaths } from '#db/embedded/cluster';
import type { RunContext } from '#db/embedded/process';
import { DATABASE, newPassword, runAsSuperuser, SUPERUSER } from '#db/embedded/superuser';
import { StartupError } from '#startup-error';

/** The product's role: owns its tables, and has no access to files, programs or other roles. */
export const APP_ROLE = 'pulso_app';

/**
 * The role's password. Where its file is missing (a new cluster, one of a version that connected as superuser, a kill
 * half-way, a restored folder) role and password are set again.
 */
export async function ensureRole(paths: ClusterPaths, context: RunContext, binaries: Binaries): Promise<string> {
  const storedPassword = await readFile(paths.passwordFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartupError(`No se puede leer ${paths.passwordFile} (${error.message}).`, { cause: error });
  });
  if (storedPassword.trim()) return storedPassword.trim();
  const password = newPassword();
  await runAsSuperuser(context, binaries, roleStatement(password)).catch((error: unknown) => {
    throw new StartupError(`No se pudo abrir la base de datos de ${paths.cluster}: ${String(error)}`, { cause: error });
  });
  await writePassword(paths.passwordFile, password);
  await rm(paths.formerPasswordFile, { force: true });
  return password;
}

/**
 * One statement, so that it is atomic. Hands over what an earlier version made as superuser, for which REASSIGN OWNED
 * does not work; objects of extensions stay, and a column's sequence follows its table. The superuser is left without
 * a password, because nothing connects as it any more.
 */
const roleStatement = (password: string) => `
  do $$
  declare handover text;
  begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE}; end if;
    alter role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
    alter role ${SUPERUSER} password null;
    alter database ${DATABASE} owner to ${APP_ROLE};
    for handover in
      with bound as (select classid, objid from pg_depend where deptype in ('e', 'i', 'a'))
      select format('alter table %s owner to ${APP_ROLE}', c.oid::regclass) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and ('pg_class'::regclass, c.oid) not in (select classid, objid from bound)
      union all
      select format('alter routine %s owner to ${APP_ROLE}', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and ('pg_proc'::regclass, p.oid) not in (select classid, objid from bound)
      union all
      select format('alter type %s owner to ${APP_ROLE}', t.oid::regtype) from pg_type t
      where t.typnamespace = 'public'::regnamespace and t.typtype in ('c', 'd', 'e', 'r')
        and ('pg_type'::regclass, t.oid) not in (select classid, objid from bound)
    loop execute handover; end loop;
  end $$;`;

async function writePassword(path: string, password: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The password never goes into a file that somebody else has made.
  await rm(`${path}.new`, { force: true });
  const file = await open(`${path}.new`, 'wx', 0o600);
  try {
    await file.writeFile(`${password}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  await syncFolder(dirname(path));
  await syncFolder(dirname(dirname(path)));
}
