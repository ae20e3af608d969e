import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { today } from '@pulso/contract/kit/dates';
import { readConfig, type Config } from '#config';
import { checkServer, openDb, openPool } from '#db/connect';
import { makeDataDir } from '#db/data-dir';
import { startEmbedded } from '#db/embedded/embedded';
import { clusterPaths } from '#db/embedded/cluster';
import { migrate } from '#db/migrate';
import { fillDemo } from '#demo/fill-demo';
import { noPlans, readUserCount } from '#demo/seed-arguments';
import { hasPlans } from '#demo/seed.queries';
import { seedUsers } from '#demo/seed-users';
import { openPasswords } from '#access/passwords';
import { openUploads } from '#files/uploads';
import { StartupError } from '#startup-error';

const say = (line: string) => process.stdout.write(`${line}\n`);
const grouped = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.');

type Step = () => Promise<unknown>;

/** The database that the server would open. One that a server has open already is not for us. */
async function openDatabase({ DATABASE_URL, DATA_DIR, POSTGRES_BIN }: Config, closing: Step[]) {
  if (DATABASE_URL) {
    const pool = openPool({ connectionString: DATABASE_URL });
    closing.push(() => pool.end());
    await checkServer(pool, DATABASE_URL);
    return pool;
  }
  const server = await startEmbedded({ dataDir: DATA_DIR, programs: POSTGRES_BIN, say, holder: 'npm run seed' });
  closing.push(() => server.stop());
  const pool = openPool(server.connection);
  closing.push(() => pool.end());
  return pool;
}

/** No start has made a database there yet. */
function isNew(dataDir: string): boolean {
  const { cluster, passwordFile } = clusterPaths(dataDir);
  return !existsSync(cluster) && !existsSync(passwordFile);
}

async function seed(closing: Step[]) {
  const users = readUserCount(process.argv.slice(2));
  const config = readConfig(process.env);
  const refusal = noPlans({ users, demo: config.DEMO });
  if (!config.DEMO && !config.DATABASE_URL && isNew(config.DATA_DIR)) throw refusal;
  await makeDataDir(config.DATA_DIR);
  const pool = await openDatabase(config, closing);
  const db = openDb(pool);
  // The demonstration brings plans; without it nothing is written where there are none.
  if (!config.DEMO && !(await hasPlans(db))) throw refusal;
  await migrate(pool);
  const passwords = openPasswords();
  if (config.DEMO) {
    const uploads = openUploads(join(config.DATA_DIR, 'uploads'));
    await mkdir(uploads.folder, { recursive: true });
    await fillDemo({ db, uploads, passwords, say, today: today() });
    if (!(await hasPlans(db))) throw refusal;
  }

  say(`Agregando ${grouped(users)} usuarios…`);
  const started = performance.now();
  const progress = (done: number) => done < users && done % 20_000 === 0 && say(`  ${grouped(done)}`);
  const added = await seedUsers({ db, passwords, today: today(), users, progress });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1).replace('.', ',');
  say(
    `Agregados en ${seconds} s: ${grouped(added.users)} usuarios, ${grouped(added.history)} suscripciones, ` +
      `${grouped(added.packages)} paquetes y ${grouped(added.payments)} pagos.`,
  );
}

const closing: Step[] = [];
try {
  await seed(closing);
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
// The last opened closes first.
for (let close = closing.pop(); close; close = closing.pop()) await close();
