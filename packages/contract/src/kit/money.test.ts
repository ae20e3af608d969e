import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatMoney, formatPesos, parseMoneyText, sumMoney } from './money';

const anyCents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

describe('formatMoney', () => {
  it.each([
    [1500, 'ARS 1.500,00'],
    [0, 'ARS 0,00'],
    [-0, 'ARS 0,00'],
    [0.5, 'ARS 0,50'],
    [0.07, 'ARS 0,07'],
    [999.99, 'ARS 999,99'],
    [999.999, 'ARS 1.000,00'],
    [1234567.8, 'ARS 1.234.567,80'],
    [9_999_999_999.99, 'ARS 9.999.999.999,99'],
    [-1500, 'ARS -1.500,00'],
    [-0.01, 'ARS -0,01'],
    [-0.001, 'ARS 0,00'],
    [1e15, 'ARS 1.000.000.000.000.000,00'],
    [1e21, 'ARS 1.000.000.000.000.000.000.000,00'],
    [-1e21, 'ARS -1.000.000.000.000.000.000.000,00'],
  ])('writes %d as %s', (amount, shown) => {
    expect(formatMoney(amount)).toBe(shown);
  });

  it('agrees with es-AR on every amount, with a plain space', () => {
    const spanish = new Intl.NumberFormat('es-AR', { minimumFractionDigits: 2, useGrouping: 'always' });
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(formatMoney(cents / 100)).toBe(`ARS ${spanish.format(cents / 100)}`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('shows nothing for what is no amount', () => {
    expect([NaN, Infinity, -Infinity].map(formatMoney)).toEqual(['', '', '']);
  });
});

describe('sumMoney', () => {
  it('P27 adds a million random amounts to the cent, in any order', () => {
    const random = fc.sample(fc.integer({ min: -99_999_999, max: 99_999_999 }), { numRuns: 10_000, seed: 27 });
    const amounts: number[] = [];
    let exact = 0n;
    for (let turn = 0; turn < 100; turn++)
      for (const cents of random) {
        amounts.push((cents + turn) / 100);
        exact += BigInt(cents + turn);
      }
    expect(amounts).toHaveLength(1_000_000);
    expect(sumMoney(amounts).toFixed(2)).toBe((Number(exact) / 100).toFixed(2));
    expect(sumMoney(amounts.toReversed())).toBe(sumMoney(amounts));
    // Added up as they are they differ.
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).not.toBe(sumMoney(amounts));
  });
});

describe('parseMoneyText', () => {
  it.each([
    ['1.234,50', 1234.5],
    ['1234,5', 1234.5],
    ['1234,50', 1234.5],
    ['1234.50', 1234.5],
    ['1234.5', 1234.5],
    ['1.234', 1234],
    ['5.005', 5005],
    ['12.345', 12345],
    ['123.456', 123456],
    ['1.234.567', 1234567],
    ['1.234.567,89', 1234567.89],
    ['1500', 1500],
    ['0', 0],
    ['0,5', 0.5],
    ['0.50', 0.5],
    ['007', 7],
    ['  1.500,00 ', 1500],
    ['-5', -5],
    ['-1.234,5', -1234.5],
    ['-0', 0],
    ['9.999.999.999,99', 9_999_999_999.99],
  ])('reads %j as %d', (text, amount) => {
    expect(parseMoneyText(text)).toBe(amount);
  });

  it.each([
    ['', ' ', '-', ',', '.', 'abc', '1a', 'NaN', 'Infinity', '1e3', '1E3', '0x10', '0b1', '1_000', "1'000"],
    ['1,234', '1,234.50', '1,234,567', '1,2,3', '0.500', '0.123', '1234.567', '1,500', '12,345', '0,001'],
    ['1.23.456', '1.2345', '12.34.56', '1234.567,00', '.234', '0.234,5', '1..234', '1.234.', '1.234,'],
    ['5.', '5,', '.5', ',5', '+5', '--5', '5-', '1 234', '1 234,50', '$ 5', 'ARS 5', '٣', '５', '1\u00a0234'],
    ['99999999999999999', '9007199254740993', '90071992547409,93', '9'.repeat(400)],
  ])('refuses %j and the like', (...texts) => {
    expect(texts.filter((text) => parseMoneyText(text) !== undefined)).toEqual([]);
  });

  it('reads back what the screen shows and what a stored amount looks like as text', () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const amount = cents / 100 + 0;
        expect(parseMoneyText(formatMoney(amount).replace('ARS ', ''))).toBe(amount);
        expect(parseMoneyText(String(amount))).toBe(amount);
        expect(parseMoneyText(amount.toFixed(2))).toBe(amount);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives a number of at most two decimals or nothing, whatever is typed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+ ]?[0-9.,]{0,12}$/), (text) => {
        const amount = parseMoneyText(text);
        if (amount !== undefined) expect(Number(amount.toFixed(2))).toBe(amount);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('sumMoney', () => {
  it('adds 0.1 and 0.2 a thousand times to 300', () => {
    expect(sumMoney(Array.from({ length: 1_000 }, () => [0.1, 0.2]).flat())).toBe(300);
  });

  it('is 0 for nothing', () => {
    expect(sumMoney([])).toBe(0);
    expect(sumMoney([-0])).toBe(0);
  });

  it('is exact to the cent for any amounts in any order', () => {
    fc.assert(
      fc.property(fc.array(anyCents, { maxLength: 500 }), (cents) => {
        const exact = cents.reduce((sum, amount) => sum + BigInt(amount), 0n);
        const amounts = cents.map((amount) => amount / 100);
        expect(sumMoney(amounts)).toBe(Number(exact) / 100);
        expect(sumMoney(amounts.toReversed())).toBe(sumMoney(amounts));
      }),
      { numRuns: 500 },
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [78_000, '78.000'],
    [45_000.5, '45.000,50'],
    [0, '0'],
    [-0, '0'],
    [99.9, '99,90'],
    [1_234_567.89, '1.234.567,89'],
    [NaN, ''],
  ])('shows %d in its field as %s', (amount, shown) => {
    expect(formatAmount(amount)).toBe(shown);
  });

  it('is read back as the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
        expect(parseMoneyText(formatAmount(cents / 100))).toBe(cents / 100);
      }),
    );
  });
});

it.each([
  [12_500, '$ 12.500'],
  [12_500.5, '$ 12.500,50'],
  [0, '$ 0'],
  [9_999_999_999.99, '$ 9.999.999.999,99'],
  [NaN, ''],
])('COB-18 writes %d to a client as %j', (amount, written) => {
  expect(formatPesos(amount)).toBe(written);
});
