import { today } from '@pulso/contract/kit/dates';
import { openPasswords } from '#access/passwords';
import { readConfig } from '#config';
import { openDb } from '#db/connection/connect';
import { becomeOwner } from '#db/data-dir/become-owner';
import { makeDataDir } from '#db/data-dir/data-dir';
import { isNewDataDir } from '#db/embedded/cluster';
import { migrate } from '#db/schema/migrate';
import { openDatabase } from '#db/connection/open-database';
import { fillDemo } from '#demo/fill-demo';
import { noPlansError, readUserCount } from '#demo/seed-arguments';
import { seedUsers } from '#demo/seed-users';
import { hasPlans } from '#demo/seed.queries';
import { openStore } from '#files/open-store';
import { openUploads } from '#files/uploads';
import { StartupError } from '#startup-error';

const print = (line: string) => process.stdout.write(`${line}\n`);
const groupDigits = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '.');

type ClosingStep = () => Promise<unknown>;

async function seed(closing: ClosingStep[]) {
  const users = readUserCount(process.argv.slice(2));
  const config = readConfig(process.env);
  const refusal = noPlansError({ users, demo: config.DEMO });
  await becomeOwner(config.DATA_DIR);
  if (!config.DEMO && !config.DATABASE_URL && isNewDataDir(config.DATA_DIR)) throw refusal;
  await makeDataDir(config.DATA_DIR);
  const { pool, connection } = await openDatabase(config, closing, { print, holder: 'npm run seed' });
  const db = openDb(pool);
  // The demonstration brings plans; without plans nothing is written.
  if (!config.DEMO && !(await hasPlans(db))) throw refusal;
  await migrate(pool);
  const passwords = openPasswords();
  if (config.DEMO) {
    const uploads = openUploads(await openStore(config));
    await fillDemo({ db, uploads, passwords, print, today: today() });
    if (!(await hasPlans(db))) throw refusal;
  }

  print(`Agregando ${groupDigits(users)} usuarios…`);
  const startedAt = performance.now();
  const progress = (done: number) => print(done < users ? `  ${groupDigits(done)}` : 'Haciendo los índices…');
  const seedCounts = await seedUsers({ connection, passwords, today: today(), users, progress });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).replace('.', ',');
  print(
    `Agregados en ${seconds} s: ${groupDigits(seedCounts.users)} usuarios, ${groupDigits(seedCounts.history)} suscripciones, ` +
      `${groupDigits(seedCounts.packages)} paquetes y ${groupDigits(seedCounts.payments)} pagos.`,
  );
}

const closing: ClosingStep[] = [];
try {
  await seed(closing);
} catch (error) {
  process.stderr.write(`${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
// Resources close in reverse order of opening.
for (let close = closing.pop(); close; close = closing.pop()) await close();
