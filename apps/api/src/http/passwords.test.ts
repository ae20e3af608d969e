import { describe, expect, it } from 'vitest';
import { ApiError } from '#http/errors';
import { openPasswords } from '#http/passwords';

const AT_ONCE = 2;
const LONGEST_QUEUE = 16;

describe('passwords', () => {
  it('P14 are kept as argon2id of the strength that OWASP asks for, each with a salt of its own', async () => {
    const { hash } = openPasswords();
    const [one, other] = [await hash('la misma'), await hash('la misma')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('A11 P14 beyond a short queue are turned away at once with 429, and the queue is served', async () => {
    const { hash, matches } = openPasswords();
    const stored = await hash('la buena');
    const finished: string[] = [];
    const look = async (index: number) => {
      const right = index % 2 === 0;
      try {
        const answer = await matches(stored, right ? 'la buena' : 'la mala');
        finished.push(answer === right ? 'right' : 'wrong');
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        const { status, message, retryAfter } = error as ApiError;
        expect([status, retryAfter]).toEqual([429, 5]);
        expect(message).toBe('Hay demasiados intentos al mismo tiempo. Espera unos segundos.');
        finished.push('refused');
      }
    };
    const served = AT_ONCE + LONGEST_QUEUE;
    const refused = 40 - served;
    await Promise.all(Array.from({ length: 40 }, (_, index) => look(index)));
    // Nobody who is refused waits for those who are served.
    expect(finished).toEqual([...Array<string>(refused).fill('refused'), ...Array<string>(served).fill('right')]);
    expect(await matches(stored, 'la buena')).toBe(true);
  });

  it('K4 that administrators set wait their turn and are never turned away', async () => {
    const { hash } = openPasswords();
    const made = await Promise.all(Array.from({ length: AT_ONCE + LONGEST_QUEUE + 2 }, () => hash('la misma')));
    expect(new Set(made).size).toBe(made.length);
  });

  it('of nobody never match, not even the one that is hashed in their place', async () => {
    const { matches } = openPasswords();
    expect(await matches(undefined, 'no user has this password')).toBe(false);
  });
});
