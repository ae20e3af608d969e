import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Db } from '#db/database';
import type { Passwords } from '#access/passwords';
import type { Tokens } from '#access/tokens';
import type { Uploads } from '#files/uploads';

/** How notifications leave the house. */
export type Push = {
  /** Those that are configured. */
  providers: PushProvider[];
  /** What browsers subscribe with. */
  publicKey: string;
  /** Whether this is the address of a push service that we may post to. */
  isPushAddress: (address: string) => boolean;
  /** There is something new to deliver. */
  wake: () => void;
};

/** What features are given. */
export type Dependencies = {
  db: Db;
  /** The same database over connections of its own: whoever storms the door keeps nobody waiting who is inside. */
  loginDb: Db;
  uploads: Uploads;
  tokens: Tokens;
  passwords: Passwords;
  push: Push;
  /** The clock that says which day it is. */
  now: () => Date;
  /** False with EXTRAS=0: nothing beyond the two documents is answered. */
  extras: boolean;
};
