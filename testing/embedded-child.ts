import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { StartupError } from '../apps/api/src/startup-error';

/** A process with an embedded server, for tests that kill it. Reports as lines of JSON. */
const [dataDir = '', holder] = process.argv.slice(2);
const printEvent = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const settings = { fsync: 'off' };
  const server = await startEmbedded({ dataDir, holder, settings, print: (line) => printEvent({ said: line }) });
  process.once('SIGTERM', () => void server.stop());
  printEvent({ connection: server.connection });
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  printEvent({ refused: error.message });
  process.exitCode = 1;
}
