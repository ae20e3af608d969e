import { hash, verify } from '@node-rs/argon2';
import { tooMany } from '#http/errors';
import { limit } from '#http/limit';

// OWASP's second choice for argon2id: 46 MiB, one pass, one lane. The library's default algorithm is argon2id.
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const AT_ONCE = 2;
const LONGEST_QUEUE = 16;

export type Passwords = ReturnType<typeof openPasswords>;

/**
 * Hashing takes a core and 46 MiB for tens of milliseconds, so only a few run at once and a flood is turned away
 * instead of starving everything else. 'ñ' typed on a Mac and on a phone are the same: NFC.
 */
export function openPasswords() {
  const guesses = limit(AT_ONCE, LONGEST_QUEUE, () =>
    tooMany('Hay demasiados intentos al mismo tiempo. Espera unos segundos.', 5),
  );
  // Only administrators set passwords: theirs wait in a line of their own and are never turned away.
  const settings = limit(1);
  // Verified for unknown users, so that they take as long as known ones.
  const decoy = hash('no user has this password', COST);

  return {
    hash: (password: string) => settings(() => hash(password.normalize('NFC'), COST)),
    matches: (stored: string | undefined, password: string) =>
      guesses(async () => {
        const right = await verify(stored ?? (await decoy), password.normalize('NFC'));
        return right && stored !== undefined;
      }),
  };
}
