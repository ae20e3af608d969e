import type { PoolConfig } from 'pg';
import { openDb, openPool } from '#db/connection/connect';
import { startDispatcher } from '#push/dispatcher';
import type { WorkerSettings } from '#push/provider-worker';
import { openSenders } from '#test/push-senders';

/** A process with nothing but a dispatcher, to be killed; its settings come as an argument. */
export type ChildSettings = { connection: PoolConfig; account: string; address: string; settings: WorkerSettings };

const child = JSON.parse(process.argv[2] ?? '') as ChildSettings;
const senders = await openSenders(child.account, child.address);
const warn = (message: string) => process.stderr.write(`${message}\n`);
startDispatcher({ db: openDb(openPool(child.connection, 4)), senders, warn, settings: child.settings });
