import { parentPort, workerData } from 'node:worker_threads';
import { openDb, openPool } from '#db/connect';
import { openPush } from '#push/open-push';
import type { PushOrder, PushOrders } from '#push/push-thread';
import { startPushWorker } from '#push/dispatcher';

const CONNECTIONS = 6;

/** The thread that delivers notifications: what it is told comes from `startPushThread`. */
const { config, connection, calls } = workerData as PushOrders;
const { senders } = await openPush(config);
const pool = openPool(connection, CONNECTIONS);
const worker = startPushWorker({
  db: openDb(pool),
  senders,
  warn: (message) => parentPort?.postMessage(message),
  calls: () => Atomics.load(calls, 0),
  settings: { perSecond: config.PUSH_PER_SECOND },
});

parentPort?.on('message', (order: PushOrder) => {
  if (order === 'wake') return worker.wake();
  // Of this thread: an idle connection to a database that is away would keep it alive.
  void worker.stop().finally(() => process.exit());
});
