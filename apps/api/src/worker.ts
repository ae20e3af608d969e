import { openPasswords } from '#access/passwords';
import type { WorkerStartData } from '#cluster/messages';
import { openPrimary } from '#cluster/primary';
import { openDb, openPool } from '#db/connection/connect';
import { poolSizes } from '#db/connection/pool-sizes';
import { withDeferredRemoval } from '#features/desk/backups/deferred-removal';
import { openStore } from '#files/open-store';
import { openUploads } from '#files/uploads';
import { serve } from '#serve';
import { startupMessageOf } from '#startup-error';

/** A process that serves HTTP and nothing else, started by `startWorkers`. */
const primary = openPrimary({
  serve: (order) => void start(order),
  stop: () => void stop(),
});
let drain = async () => {};

// A terminal and systemd signal every process; the primary says when to stop.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function start({ config, connection }: WorkerStartData) {
  try {
    const machine = primary.machine(config.WEB_CONCURRENCY);
    const pool = openPool(connection, poolSizes(machine).main);
    const served = await serve({
      config,
      pool,
      connection,
      uploads: openUploads(withDeferredRemoval(await openStore(config), openDb(pool)), machine),
      passwords: openPasswords(machine),
      machine,
      wake: primary.wake,
      countApiCall: primary.countApiCall,
      shareMetrics: primary.shareMetrics,
    });
    drain = async () => {
      await served.drain();
      await pool.end();
    };
    primary.tellListening(served.port);
  } catch (error) {
    await primary.tellFailed(startupMessageOf(error));
    process.exit(1);
  }
}

async function stop() {
  await drain().catch(() => undefined);
  process.exit(0);
}
