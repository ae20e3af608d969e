import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Passwords } from '#access/passwords';
import type { Tokens } from '#access/tokens';
import type { Db } from '#db/schema/database';
import type { Table } from '#db/stores/rows';
import type { Write } from '#db/writes/write';
import type { Uploads } from '#files/uploads';
import type { Machine } from '#machine';

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
  /** True if the disk has room for writes; undefined if the database is on another machine. */
  hasSpace?: () => Promise<boolean>;
  /** True if another node has brought the database to a newer schema. */
  isOutdated?: () => boolean;
  now: () => Date;
  /** Restores a deleted row together with what follows from it elsewhere; false if it was not deleted, or too long ago. */
  aroundRestore: (write: Write, table: Table, id: number, restore: () => Promise<boolean>) => Promise<boolean>;
  /** Called after somebody's password changed. */
  passwordChanged?: () => Promise<unknown>;
  /** False with EXTRAS=0: nothing beyond the two documents is answered. */
  extras: boolean;
};
