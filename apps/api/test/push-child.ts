import type { PoolConfig } from 'pg';
import { openDb, openPool } from '#db/connect';
import type { WorkerSettings } from '#push/provider-worker';
import { startPushWorker } from '#push/dispatcher';
import { openSenders } from '#test/push-senders';

/** A node that only delivers, to be killed: what it needs comes as its argument. */
export type ChildOrders = { connection: PoolConfig; account: string; address: string; settings: WorkerSettings };

const orders = JSON.parse(process.argv[2] ?? '') as ChildOrders;
const senders = await openSenders(orders.account, orders.address);
const warn = (message: string) => process.stderr.write(`${message}\n`);
startPushWorker({ db: openDb(openPool(orders.connection, 4)), senders, warn, settings: orders.settings });
