import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Passwords } from '#access/passwords';
import type { Tokens } from '#access/tokens';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';
import type { Write } from '#db/writes/write';
import type { Uploads } from '#files/uploads';
import type { Machine } from '#machine';
import type { MercadoPago } from '#mercadopago/mercadopago';
import type { Snapshot } from '#metrics/metrics.rules';
import type { RequestMetrics } from '#metrics/request-metrics';

export type Push = {
  /** The configured push providers. */
  providers: PushProvider[];
  /** The VAPID key that browsers subscribe with. */
  publicKey: string;
  /** True if the address belongs to a push service that we may post to. */
  isPushAddress: (address: string) => boolean;
  /** Starts delivery of queued notifications. */
  wake: () => void;
};

export type Backups = {
  /** Folder of the backup files. */
  folder: string;
  /** 0 turns scheduled backups off. */
  intervalSeconds: number;
  /** Name of this machine. */
  node: string;
  /** Makes the backup whose row was begun, in the background. */
  start: (id: number) => void;
};

export type Metrics = {
  count: RequestMetrics['count'];
  /** Counts of all processes of this machine. */
  collect: () => Promise<Snapshot>;
  /** Folders whose disks are watched, by the name of each. */
  folders: Record<string, string>;
};

export type Dependencies = {
  db: Db;
  /** Read replica of `db`. */
  replica?: Db;
  /** `db` over its own pool: a flood of logins must not take the connections of other requests. */
  loginDb: Db;
  uploads: Uploads;
  tokens: Tokens;
  passwords: Passwords;
  push: Push;
  backups: Backups;
  machine: Machine;
  metrics: Metrics;
  /** True if the disk has room for writes; undefined if the database is on another machine. */
  hasSpace?: () => Promise<boolean>;
  /** True if another node has brought the database to a newer schema. */
  isOutdated?: () => boolean;
  now: () => Date;
  /** Restores a deleted row together with what follows from it elsewhere; false if it was not deleted, or too long ago. */
  aroundRestore: (write: Write, table: Table, id: number, restore: () => Promise<boolean>) => Promise<boolean>;
  /** Refuses to remove what somebody still needs, beyond what the database knows; the row is locked. */
  beforeRemoval: (write: Write, table: Table, id: number) => Promise<void>;
  /** Gives somebody the period of a subscription that was typed into his form. */
  saveTypedPeriod: (write: Write, userId: number) => Promise<void>;
  /** Called after somebody's password changed. */
  passwordChanged?: () => Promise<unknown>;
  /** The address that the outside knows this server by, as its operator says. */
  publicUrl?: string;
  /** The public series of consumer prices; without an address it reads as one that does not answer. */
  publicSeries?: { address?: string; timeoutMs?: number };
  /** Makes links to pay at and asks what came of them; absent where it is not configured, and with it all that stands on it. */
  mercadopago?: MercadoPago;
  /** False with EXTRAS=0: nothing beyond the two documents is answered. */
  extras: boolean;
};
