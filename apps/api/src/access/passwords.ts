import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { openFairQueue, serveQueues } from '#access/fair-queue';
import { tooManyAtOnce } from '#db/writes/refusal';
import { SINGLE_PROCESS, type Machine } from '#machine';

// OWASP's second choice for argon2id: 46 MiB, one pass, one lane. The library's default algorithm is argon2id.
const ARGON2_COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** The library's error for a text that is no hash, e.g. left by an import by hand: nobody's password matches it. */
const UNREADABLE_HASH_CODE = 'InvalidArg';
const QUEUE_LIMITS = { maxPerKey: 16, maxTotal: 48, refusal: tooManyAtOnce };

// Excludes characters that look alike on a screen.
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GENERATED_PASSWORD_LENGTH = 16;

export const generatePassword = () =>
  Array.from({ length: GENERATED_PASSWORD_LENGTH }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join(
    '',
  );

/** `known`: the client has logged in to the account before. `key`: clients with the same key share their turns. */
export type Client = { known: boolean; key: string };

export type Passwords = ReturnType<typeof openPasswords>;

/**
 * Hashing takes a core, 46 MiB and one of libuv's four threads for tens of milliseconds. Two workers: with the one for
 * images that leaves a thread to read files. Unknown clients get one of them only, so that they cannot lock out known
 * ones: of all processes of the machine one hashes for them. NFC, because 'ñ' has different bytes on a Mac and on a phone.
 */
export function openPasswords({ alone }: Pick<Machine, 'alone'> = SINGLE_PROCESS) {
  const unknown = openFairQueue(QUEUE_LIMITS);
  const known = openFairQueue(QUEUE_LIMITS);
  // Only administrators set passwords, so this queue needs no limit.
  const settings = openFairQueue({ ...QUEUE_LIMITS, maxPerKey: Infinity, maxTotal: Infinity });
  const run = serveQueues([
    [unknown, settings, known],
    [known, settings],
  ]);
  const set = (password: string) => run(settings, 'all', () => hash(password.normalize('NFC'), ARGON2_COST));
  // A hash to verify for unknown users, so that they take as long as existing ones.
  const decoy = set('no user has this password');

  return {
    hash: set,
    matches: (storedHash: string | undefined, password: string, client: Client) =>
      run(client.known ? known : unknown, client.key, () => {
        const check = async () => {
          const normalizedPassword = password.normalize('NFC');
          const against = storedHash ?? (await decoy);
          const right = await verify(against, normalizedPassword).catch(async (error: { code?: string }) => {
            if (error.code !== UNREADABLE_HASH_CODE) throw error;
            await verify(await decoy, normalizedPassword);
            return false;
          });
          return right && storedHash !== undefined;
        };
        return client.known ? check() : alone('stranger', check);
      }),
  };
}
