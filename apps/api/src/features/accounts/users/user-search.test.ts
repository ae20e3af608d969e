import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fold, hasSurelyMoreThan, isOrderScanFaster, termsOf } from '#features/accounts/users/user-search';
import { sharedApp } from '#test/shared-app';

describe('what is searched', () => {
  const app = sharedApp();

  it('is folded here as in the database', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 12 }), { numRuns: 500, seed: 7 });
    const wellFormed = ['ÑANDÚ', 'İnci Weiß', 'ﬁesta Łuk', 'ẞ Æ Œ', ...texts].map((text) => text.replaceAll('\0', ''));
    const { rows } = await sql<{ folded: string }>`
      select fold(given) as folded from unnest(${wellFormed}::text[]) with ordinality as t(given, place) order by place`.execute(
      app().db,
    );
    expect(wellFormed.map(fold)).toEqual(rows.map(({ folded }) => folded));
  });

  it('is every word, or the digits of a phone', () => {
    expect(termsOf('  Pérez   JUAN pérez ')).toEqual([['perez', 'juan']]);
    expect(termsOf('11 5555')).toEqual([['11', '5555'], ['115555']]);
    expect(termsOf('115555')).toEqual([['115555']]);
    expect(termsOf('5491155554444')).toEqual([['5491155554444'], ['1155554444'], ['111555554444']]);
    expect(termsOf(' ')).toBeUndefined();
  });
});

describe('how it is found', () => {
  /** A thousand users: one in two is a María, one in a hundred a Zoe. */
  const texts = Array.from(
    { length: 1_000 },
    (_, n) => `${n % 2 ? 'maria' : 'juan'} ${n % 100 ? 'sosa' : 'zoe'}\u001fsocio${n}`,
  );
  const sample = { texts, users: 1_000_000 };
  const walked = (search: string, wanted = 50) => isOrderScanFaster(termsOf(search) ?? [], wanted, sample);

  it('by walking along the order for words of many, by trigrams for words of few', () => {
    expect(['maria', 'sosa maria', 'zoe', 'ma', 'zz'].map((search) => walked(search))).toEqual(Array(5).fill(true));
    expect(['nadie', 'socio999', 'maria nadie'].map((search) => walked(search))).toEqual(Array(3).fill(false));
    // A hundred of ten thousand users are Zoe: reading those is quicker than walking past five thousand others.
    expect(isOrderScanFaster([['zoe']], 50, { texts, users: 10_000 })).toBe(false);
    expect(isOrderScanFaster([['maria']], 50, undefined)).toBe(false);
  });

  it('without counting those that are surely too many', () => {
    expect(
      [['maria'], ['zoe'], ['socio99'], ['nadie']].map((words) => hasSurelyMoreThan([words], 1_000, sample)),
    ).toEqual([true, true, true, false]);
    expect(hasSurelyMoreThan([['zoe']], 1_000, { texts, users: 100_000 })).toBe(false);
    expect(hasSurelyMoreThan([['zoe']], 1_000, undefined)).toBe(false);
  });
});
