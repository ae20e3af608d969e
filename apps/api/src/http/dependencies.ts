import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Passwords } from '#access/passwords';
import type { Tokens } from '#access/tokens';
import type { Db } from '#db/database';
import type { Uploads } from '#files/uploads';
import type { Machine } from '#machine';

export type Push = {
  /** The configured ones. */
  providers: PushProvider[];
  /** The VAPID key that browsers subscribe with. */
  publicKey: string;
  /** Whether the address belongs to a push service that we may post to. */
  isPushAddress: (address: string) => boolean;
  /** Starts delivery of what is queued. */
  wake: () => void;
};

export type Backups = {
  /** Where their files are. */
  folder: string;
  /** 0: none are made by themselves. */
  intervalSeconds: number;
  /** The name of this machine. */
  node: string;
  /** Makes the backup whose row was begun, beside everything else. */
  start: (id: number) => void;
};

export type Dependencies = {
  db: Db;
  /** A read replica of it. */
  replica?: Db;
  /** The same database over its own pool: a flood of logins must not take the connections of other requests. */
  loginDb: Db;
  uploads: Uploads;
  tokens: Tokens;
  passwords: Passwords;
  push: Push;
  backups: Backups;
  machine: Machine;
  /** Whether the disk has room for what is written; not given where the database is elsewhere. */
  hasSpace?: () => Promise<boolean>;
  now: () => Date;
  /** Called once somebody has another password. */
  passwordChanged?: () => Promise<unknown>;
  /** False with EXTRAS=0: nothing beyond the two documents is answered. */
  extras: boolean;
};
