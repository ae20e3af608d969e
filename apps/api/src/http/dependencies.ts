import type { Db } from '#db/database';
import type { Passwords } from '#http/passwords';
import type { Tokens } from '#http/tokens';
import type { Uploads } from '#http/uploads';

/** What features are given. */
export type Dependencies = {
  db: Db;
  uploads: Uploads;
  tokens: Tokens;
  passwords: Passwords;
  /** The clock that says which day it is. */
  now: () => Date;
  /** False with EXTRAS=0: nothing beyond the two documents is answered. */
  extras: boolean;
};
