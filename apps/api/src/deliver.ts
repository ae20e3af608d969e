import { parentPort, workerData } from 'node:worker_threads';
import { openDb, openPool } from '#db/connection/connect';
import { startDispatcher } from '#push/dispatcher';
import { openPush } from '#push/open-push';
import type { PushThreadCommand, PushThreadData } from '#push/push-thread';

const MAX_CONNECTIONS = 6;

/** The thread that delivers notifications, started by `startPushThread`. */
const { config, connection, apiCalls } = workerData as PushThreadData;
const { senders } = await openPush(config);
const pool = openPool(connection, MAX_CONNECTIONS);
const dispatcher = startDispatcher({
  db: openDb(pool),
  senders,
  warn: (message) => parentPort?.postMessage(message),
  apiCalls: () => Atomics.load(apiCalls, 0),
  settings: { perSecond: config.PUSH_PER_SECOND },
});

parentPort?.on('message', (command: PushThreadCommand) => {
  if (command === 'wake') return dispatcher.wake();
  // Ends this thread only: an idle connection to a database that is away would keep it alive.
  void dispatcher.stop().finally(() => process.exit());
});
