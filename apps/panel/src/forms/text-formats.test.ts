import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTyped, formatTyped, stepNumber, addDateSlashes, type TextFormatName } from '#forms/text-formats';

describe('readTyped', () => {
  it.each<[TextFormatName, string, string | number]>([
    ['money', '78.000', 78_000],
    ['money', '78000', 78_000],
    ['money', ' 45.000,50 ', 45_000.5],
    ['money', '45000.5', 45_000.5],
    ['decimal', '70,5', 70.5],
    ['decimal', '70.5', 70.5],
    ['decimal', '170', 170],
    ['decimal', '-1', -1],
    ['date', '5/3/26', '2026-03-05'],
    ['date', '2026-03-05', '2026-03-05'],
    ['link', 'youtube.com/watch?v=1', 'https://youtube.com/watch?v=1'],
    ['link', 'www.tienda.com.ar', 'https://www.tienda.com.ar'],
    ['link', 'ñandú.com.ar/a b'.replace(' ', '-'), 'https://ñandú.com.ar/a-b'],
    ['id', '2', 2],
    ['id', '2 · Trimestral', 2],
  ])('reads as %s %j', (name, typed, value) => {
    expect(parseTyped(name, typed)).toBe(value);
  });

  it.each<[TextFormatName, string]>([
    ['money', 'mil'],
    ['money', ''],
    ['decimal', '1.500'],
    ['decimal', '70,5,5'],
    ['decimal', '1e3'],
    ['decimal', 'abc'],
    ['decimal', ''],
    ['date', '31/'],
    ['link', 'https://ya.com'],
    ['link', 'http://ya.com'],
    ['link', 'javascript:alert(1)'],
    ['link', 'no es un enlace'],
    ['link', 'palabra'],
    ['link', 'ana@correo.com'],
    ['link', '/uploads/1.webp'],
    ['id', '2.5'],
    ['id', 'Trimestral'],
  ])('leaves to the contract as %s %j', (name, typed) => {
    expect(parseTyped(name, typed)).toBe(typed);
  });

  it('reads nothing in a field that says nothing of it', () => {
    expect([parseTyped(undefined, '1,5'), parseTyped('constructor', '1,5')]).toEqual(['1,5', '1,5']);
  });
});

describe('shownText', () => {
  it.each<[TextFormatName, unknown, string]>([
    ['money', 45_000.5, '45.000,50'],
    ['money', '78000', '78.000'],
    ['money', 'mil', 'mil'],
    ['decimal', 80.5, '80,5'],
    ['decimal', '1.500', '1.500'],
    ['date', '2026-03-05', '05/03/2026'],
    ['date', '31/02/2026', '31/02/2026'],
    ['link', 'https://ya.com', 'https://ya.com'],
    ['id', 2, '2'],
    ['money', NaN, ''],
    ['decimal', null, ''],
    ['date', undefined, ''],
  ])('shows as %s %j', (name, value, text) => {
    expect(formatTyped(name, value)).toBe(text);
  });

  it('is read back as the same number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999, max: 999_999 }), (hundredths) => {
        const value = hundredths / 100;
        expect(parseTyped('decimal', formatTyped('decimal', value))).toBe(value);
      }),
    );
  });
});

describe('withSlashes', () => {
  const type = (keys: string) => [...keys].reduce((text, key) => addDateSlashes(text + key), '');

  it.each([
    ['05032026', '05/03/2026'],
    ['05/03/2026', '05/03/2026'],
    ['5/3/26', '5/3/26'],
    ['5/12/26', '5/12/26'],
    ['31', '31/'],
    ['45', '45'],
    ['2026-03-05', '2026-03-05'],
    ['2012-03-05', '2012-03-05'],
    ['5-3-26', '5-3-26'],
  ])('makes of the keys %s the text %s', (keys, text) => {
    expect(type(keys)).toBe(text);
  });
});

describe('stepped', () => {
  it('goes up and down in decimals, and stops at the least', () => {
    expect([
      stepNumber(0.1, 0.2, 0),
      stepNumber(70.5, -0.5, 0),
      stepNumber(0.3, -0.5, 0),
      stepNumber(1, -0.1, 0),
    ]).toEqual([...[0.3, 70, 0, 0.9]]);
  });
});
