import { describe, expect, it } from 'vitest';
import { formatPhone, isPhone, phoneLink, phoneSearchDigits, readPhone } from './phone';

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

describe('readPhone', () => {
  it.each([
    '+54 9 11 5555-4444',
    '\u202a+54\u00a09\u00a011\u00a05555\u20114444\u202c',
    '+5491155554444',
    '011 15-5555-4444',
    '(011) 15 5555.4444',
    '11 5555-4444',
    '541155554444',
    '5411 15 5555 4444',
    '0054 9 11 5555 4444',
    '1155554444',
  ])('A7 reads %j as people have it', (typed) => {
    expect(readPhone(typed)).toBe('1155554444');
  });

  it('A7 leaves a local number its digits, and whatever the document takes', () => {
    const typed = ['5555-4444', '15 5555 4444', '1234567', '123456789012345', '123456'];
    expect(typed.map(readPhone)).toEqual(['55554444', '1555554444', '1234567', '123456789012345', '123456']);
  });

  it('A7 reads no words, nothing, and no number of another country', () => {
    const typed = ['', ' ', '+', 'once', '1155x54444', '11 5555-4444 int. 3', '+598 99 123 456', '00 1 212 555 0100'];
    expect(typed.map(readPhone)).toEqual(typed.map(() => undefined));
  });
});

describe('phoneSearchDigits', () => {
  it('finds the number in what people write', () => {
    const written = ['+54 11 2345-67', '(011) 4-555', '54', '0', '+54 9 11 5555', 'Ana 11', '+', ''];
    expect(written.map(phoneSearchDigits)).toEqual([['11234567'], ['114555'], ['54'], ['0'], ['115555'], [], [], []]);
  });

  it('A7 looks for a whole number as it is stored, with and without the 15', () => {
    const written = ['1155554444', '+54 9 11 5555 4444', '0115555-4444', '5491155554444', '011 15 5555-4444'];
    expect(written.map(phoneSearchDigits)).toEqual(written.map(() => ['1155554444', '111555554444']));
    expect(phoneSearchDigits('0351 15 412-3456')).toEqual(['3514123456', '351154123456', '351415123456']);
    expect(phoneSearchDigits('15 5555-4444')).toEqual(['1555554444', '55554444']);
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
