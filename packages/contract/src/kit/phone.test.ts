import { describe, expect, it } from 'vitest';
import { formatPhone, isPhone, phoneLink, phoneSearchDigits } from './phone';

describe('isPhone', () => {
  it('takes 7 to 15 ASCII digits', () => {
    expect(['1234567', '1123456789', '0000000', '123456789012345'].filter((text) => !isPhone(text))).toEqual([]);
  });

  it.each([
    ['', '123456', '1234567890123456', '+541123456789', '+5491123456789', '11 2345 6789', '11-2345-6789'],
    ['1123456789 ', ' 1123456789', '1123456789\n', '1123456x', '1234567.0', '1e10000', '-1234567'],
    ['١١٢٣٤٥٦٧٨٩', '１１２３４５６７８９', '1123456\u200b789', '1123456\u0000789'],
  ])('refuses %j and the like', (...texts) => {
    expect(texts.filter(isPhone)).toEqual([]);
  });
});

describe('phoneSearchDigits', () => {
  it('finds the number in what people write', () => {
    const written = ['1123456789', '+54 1123456789', '+54 11 2345-6789', '(011) 4-555', '54', 'Ana 11', ''];
    expect(written.map(phoneSearchDigits)).toEqual(['1123456789', '1123456789', '1123456789', '0114555', '54', '', '']);
  });
});

describe('formatPhone', () => {
  it('puts the country in front', () => {
    expect(formatPhone('1123456789')).toBe('+54 1123456789');
    expect(formatPhone('1123456789', '+598')).toBe('+598 1123456789');
    expect(formatPhone('1123456789', null)).toBe('+54 1123456789');
    expect(formatPhone('1123456789', '')).toBe('+54 1123456789');
  });

  it('shows nothing without a number', () => {
    expect([formatPhone(''), formatPhone(null), formatPhone(undefined)]).toEqual(['', '', '']);
  });
});

describe('phoneLink', () => {
  it('is what a phone dials', () => {
    expect([phoneLink('1123456789'), phoneLink('11 2345-6789', '+598'), phoneLink('1123456789', null)]).toEqual([
      'tel:+541123456789',
      'tel:+5981123456789',
      'tel:+541123456789',
    ]);
  });
});
