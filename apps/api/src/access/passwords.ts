import { hash, verify } from '@node-rs/argon2';
import { tooManyAtOnce } from '#db/refusal';
import { openLane, serveLanes } from '#access/lanes';

// OWASP's second choice for argon2id: 46 MiB, one pass, one lane. The library's default algorithm is argon2id.
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const LINE = { perKey: 16, total: 48, refuse: tooManyAtOnce };

/** Whoever asks: known to the account he names, or a stranger; and with whom he shares his turns. */
export type Visitor = { known: boolean; key: string };

export type Passwords = ReturnType<typeof openPasswords>;

/**
 * Hashing takes a core, 46 MiB and one of libuv's four threads for tens of milliseconds. Two at once: with the one for
 * images that leaves a thread to read files. Strangers never get both, so that they cannot keep out those who are known;
 * and nobody else gets theirs before them. 'ñ' typed on a Mac and on a phone are the same: NFC.
 */
export function openPasswords() {
  const strangers = openLane(LINE);
  const known = openLane(LINE);
  // Only administrators set passwords: theirs wait however many they are, and are never turned away.
  const settings = openLane({ ...LINE, perKey: Infinity, total: Infinity });
  const run = serveLanes([
    [strangers, settings, known],
    [known, settings],
  ]);
  const set = (password: string) => run(settings, 'all', () => hash(password.normalize('NFC'), COST));
  // Verified for unknown users, so that they take as long as known ones.
  const decoy = set('no user has this password');

  return {
    hash: set,
    matches: (stored: string | undefined, password: string, visitor: Visitor) =>
      run(visitor.known ? known : strangers, visitor.key, async () => {
        const right = await verify(stored ?? (await decoy), password.normalize('NFC'));
        return right && stored !== undefined;
      }),
  };
}
