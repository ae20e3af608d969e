import { resolve } from 'node:path';
import { openBackup } from '#archive/read-backup';
import { readConfig } from '#config';
import { becomeOwner } from '#db/data-dir/become-owner';
import { makeDataDir } from '#db/data-dir/data-dir';
import { rememberExternalDatabase } from '#db/connection/external-database';
import { openDatabase } from '#db/connection/open-database';
import { openStore } from '#files/open-store';
import { runCommand } from '#safekeeping/command';
import { connectionName, restoreBackup } from '#safekeeping/restore-backup';
import { contentInWords } from '#safekeeping/backup-texts';
import { StartupError } from '#startup-error';

const print = (line: string) => process.stdout.write(`${line}\n`);

await runCommand(async (closing) => {
  const [file, ...rest] = process.argv.slice(2);
  if (!file || file.startsWith('-') || rest.length > 0) throw new StartupError('Uso: npm run restore -- ARCHIVO');
  const path = resolve(file);
  const config = readConfig(process.env);
  // The backup is checked before anything is made or started for it.
  const backup = await openBackup(path);
  closing.push(backup.close);
  // Its file may be root's.
  await becomeOwner(config.DATA_DIR);
  await makeDataDir(config.DATA_DIR);
  const name = connectionName();
  const { connection } = await openDatabase(config, closing, {
    print,
    holder: 'npm run restore',
    application_name: name,
  });
  const pictures = await openStore(config);
  const { safety, ...content } = await restoreBackup(backup, { config, connection, pictures, name, print });
  await rememberExternalDatabase(config);
  print(
    `Restaurado: ${path} (${contentInWords(content)}). Las sesiones del panel se cerraron` +
      `${safety ? `; lo que había antes está en ${safety}` : ''}.`,
  );
});
