import { describe, expect, it } from 'vitest';
import { phoneKey } from './access';

describe('the phone that a code is typed with', () => {
  it('LNK-05 is the same in every spelling, and its digits where it is no number of this country', () => {
    const spellings = ['1123456789', '011 15-2345-6789', '+54 9 11 2345-6789', '15 2345 6789', '2345-6789'];
    expect(new Set(spellings.map((phone) => phoneKey(phone, '11')))).toEqual(new Set(['5491123456789']));
    expect(phoneKey('+598 99 123 456')).toBe(phoneKey('59899123456'));
    expect([phoneKey(''), phoneKey(' - ')]).toEqual([undefined, undefined]);
  });
});
