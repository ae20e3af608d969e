import type * as Argon2 from '@node-rs/argon2';
import { describe, expect, it, vi } from 'vitest';
import { openPasswords } from '#access/passwords';
import { Refusal } from '#db/writes/refusal';

/** The current and the highest concurrency, and the passwords in the order of their checks. */
const hashingLoad = vi.hoisted(() => ({ running: 0, most: 0, looks: [] as unknown[] }));

// The real library, with a record of its concurrency.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  const watched = async <T>(work: () => Promise<T>) => {
    hashingLoad.running += 1;
    hashingLoad.most = Math.max(hashingLoad.most, hashingLoad.running);
    return work().finally(() => {
      hashingLoad.running -= 1;
    });
  };
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => watched(() => real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => {
      hashingLoad.looks.push(given[1]);
      return watched(() => real.verify(...given));
    },
  };
});

const MAX_PER_KEY = 16;
const unknownClient = { known: false, key: '203.0.113.5' };
const knownClient = { known: true, key: 'ana' };
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Once the decoy hash is done, so that nothing is running. */
async function openIdlePasswords() {
  const passwords = openPasswords();
  await passwords.matches(undefined, 'nada', unknownClient);
  return { ...passwords, stored: await passwords.hash('la buena') };
}

describe('passwords', () => {
  it('P14 are kept as argon2id of the strength that OWASP asks for, each with a salt of its own', async () => {
    const { hash } = openPasswords();
    const [one, other] = [await hash('la misma'), await hash('la misma')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['a stranger', unknownClient, 1],
    ['somebody known', knownClient, 2],
  ])(
    'A11 P14 of %s beyond a short queue are turned away at once with 429, and the queue is served',
    async (...[, client, atOnce]) => {
      const { matches, stored } = await openIdlePasswords();
      const finished: string[] = [];
      const look = async (index: number) => {
        const right = index % 2 === 0;
        try {
          const answer = await matches(stored, right ? 'la buena' : 'la mala', client);
          finished.push(answer === right ? 'right' : 'wrong');
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          const { kind, message, retryAfterSeconds } = error as Refusal;
          expect([kind, retryAfterSeconds]).toEqual(['busy', 5]);
          expect(message).toBe('Hay demasiados intentos al mismo tiempo. Espera unos segundos.');
          finished.push('refused');
        }
      };
      const served = atOnce + MAX_PER_KEY;
      const refused = 40 - served;
      await Promise.all(times(40, look));
      // Refusals are immediate.
      expect(finished).toEqual([...Array<string>(refused).fill('refused'), ...Array<string>(served).fill('right')]);
      expect(await matches(stored, 'la buena', client)).toBe(true);
    },
  );

  it('X4 of strangers keep nobody waiting who is known, and those of one address no other stranger', async () => {
    const { matches, stored } = await openIdlePasswords();
    hashingLoad.looks.length = 0;
    const flood = times(6, () => matches(stored, 'de muchos', unknownClient));
    const other = matches(stored, 'de otro', { known: false, key: '203.0.113.6' });
    const mine = matches(stored, 'de ana', knownClient);
    // Next, although seven came before it.
    expect(hashingLoad.looks).toEqual(['de muchos', 'de ana']);
    await Promise.all([...flood, other, mine]);
    expect(hashingLoad.looks.filter((password) => password !== 'de ana').indexOf('de otro')).toBe(2);
  });

  it('X4 are two at once in all, of strangers one, so that images and files have a thread each', async () => {
    const { hash, matches, stored } = await openIdlePasswords();
    const guesses = () => times(6, (index) => matches(stored, 'la mala', { known: false, key: `${index}` }));
    hashingLoad.most = 0;
    await Promise.all(guesses());
    expect(hashingLoad.most).toBe(1);
    await Promise.all([
      ...guesses(),
      ...times(6, () => matches(stored, 'la mala', knownClient)),
      ...times(6, () => hash('otra')),
    ]);
    expect(hashingLoad).toMatchObject({ most: 2, running: 0 });
  });

  it('K4 that administrators set wait their turn and are never turned away', async () => {
    const { hash } = openPasswords();
    const made = await Promise.all(times(MAX_PER_KEY + 4, () => hash('la misma')));
    expect(new Set(made).size).toBe(made.length);
  });

  it('of nobody never match, not even the one that is hashed in their place', async () => {
    const { matches } = openPasswords();
    expect(await matches(undefined, 'no user has this password', unknownClient)).toBe(false);
  });
});
