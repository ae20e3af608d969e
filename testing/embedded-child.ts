import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { StartupError } from '../apps/api/src/startup-error';

/** A process with an embedded server, for tests that kill it. Reports as lines of JSON. */
const [dataDir = '', holder] = process.argv.slice(2);
const tell = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const settings = { fsync: 'off' };
  const server = await startEmbedded({ dataDir, holder, settings, print: (line) => tell({ said: line }) });
  process.once('SIGTERM', () => void server.stop());
  tell({ connection: server.connection });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  tell({ refused: error.message });
  process.exitCode = 1;
}
