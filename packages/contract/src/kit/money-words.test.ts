import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountInWords } from './money-words';

it.each([
  [0, 'Cero pesos'],
  [0.5, 'Cero pesos con 50/100'],
  [0.01, 'Cero pesos con 01/100'],
  [1, 'Un peso'],
  [1.5, 'Un peso con 50/100'],
  [2, 'Dos pesos'],
  [15, 'Quince pesos'],
  [16, 'Dieciséis pesos'],
  [20, 'Veinte pesos'],
  [21, 'Veintiún pesos'],
  [22, 'Veintidós pesos'],
  [23, 'Veintitrés pesos'],
  [26, 'Veintiséis pesos'],
  [30, 'Treinta pesos'],
  [31, 'Treinta y un pesos'],
  [99, 'Noventa y nueve pesos'],
  [100, 'Cien pesos'],
  [101, 'Ciento un pesos'],
  [116, 'Ciento dieciséis pesos'],
  [200, 'Doscientos pesos'],
  [500, 'Quinientos pesos'],
  [555, 'Quinientos cincuenta y cinco pesos'],
  [700, 'Setecientos pesos'],
  [999, 'Novecientos noventa y nueve pesos'],
  [1_000, 'Mil pesos'],
  [1_001, 'Mil un pesos'],
  [1_100, 'Mil cien pesos'],
  [2_000, 'Dos mil pesos'],
  [12_500.5, 'Doce mil quinientos pesos con 50/100'],
  [21_000, 'Veintiún mil pesos'],
  [31_021, 'Treinta y un mil veintiún pesos'],
  [100_000, 'Cien mil pesos'],
  [101_000, 'Ciento un mil pesos'],
  [999_999, 'Novecientos noventa y nueve mil novecientos noventa y nueve pesos'],
  [1_000_000, 'Un millón de pesos'],
  [1_000_000.25, 'Un millón de pesos con 25/100'],
  [1_000_001, 'Un millón un pesos'],
  [1_001_000, 'Un millón mil pesos'],
  [1_500_000, 'Un millón quinientos mil pesos'],
  [2_000_000, 'Dos millones de pesos'],
  [21_000_000, 'Veintiún millones de pesos'],
  [100_000_000, 'Cien millones de pesos'],
  [101_000_001, 'Ciento un millones un pesos'],
  [1_000_000_000, 'Mil millones de pesos'],
  [1_001_000_000, 'Mil un millones de pesos'],
  [2_000_000_000, 'Dos mil millones de pesos'],
  [2_021_031_041.09, 'Dos mil veintiún millones treinta y un mil cuarenta y un pesos con 09/100'],
  [
    9_999_999_999.99,
    'Nueve mil novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve pesos con 99/100',
  ],
  [-12_500, 'Menos doce mil quinientos pesos'],
  // Cents that a double cannot hold exactly.
  [1.15, 'Un peso con 15/100'],
  [4.35, 'Cuatro pesos con 35/100'],
])('PAG-15 says %d as %j', (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});

const VALUES: Record<string, number> = Object.fromEntries([
  ...(
    'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete ' +
    'dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete ' +
    'veintiocho veintinueve treinta'
  )
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...'cuarenta cincuenta sesenta setenta ochenta noventa cien'
    .split(' ')
    .map((word, index) => [word, (index + 4) * 10] as const),
  ...'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'
    .split(' ')
    .map((word, index) => [word, (index + 1) * 100] as const),
]);

/** Cents of an amount in words, read as a person does. */
function readWords(words: string): bigint {
  const [, whole = '', cents = '0'] = /^(.*?) (?:de )?pesos?(?: con (\d\d)\/100)?$/.exec(words.toLowerCase()) ?? [];
  let [millions, thousands, rest] = [0, 0, 0];
  for (const word of whole.split(' ')) {
    if (word === 'y') continue;
    if (word === 'mil') [thousands, rest] = [(rest || 1) * 1_000, 0];
    else if (word === 'millón' || word === 'millones') [millions, thousands, rest] = [thousands + rest, 0, 0];
    else rest += VALUES[word] ?? NaN;
  }
  return BigInt(millions * 1_000_000 + thousands + rest) * 100n + BigInt(cents);
}

it('PAG-15 says every amount so that it is read back to the cent', () => {
  const wrong: number[] = [];
  for (let whole = 0; whole <= 30_000; whole++)
    if (readWords(amountInWords(whole)) !== BigInt(whole) * 100n) wrong.push(whole);
  expect(wrong).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      expect(readWords(amountInWords(cents / 100))).toBe(BigInt(cents));
    }),
    { numRuns: 2_000 },
  );
});
