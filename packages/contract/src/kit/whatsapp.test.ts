import fc from 'fast-check';
import { expect, it } from 'vitest';
import { whatsappLink, whatsappNumber, whatsappWebLink } from './whatsapp';

it.each([
  ['1123456789', '', '5491123456789'],
  ['011 2345 6789', '', '5491123456789'],
  ['11 15 2345 6789', '', '5491123456789'],
  ['(011) 15-2345-6789', '', '5491123456789'],
  ['+54 9 11 2345-6789', '', '5491123456789'],
  ['+54 11 2345-6789', '', '5491123456789'],
  ['54 9 11 15 2345 6789', '', '5491123456789'],
  ['54 011 15 2345 6789', '', '5491123456789'],
  ['0054 9 11 2345 6789', '', '5491123456789'],
  ['91123456789', '', '5491123456789'],
  ['351 412-3456', '', '5493514123456'],
  ['0351 15 412 3456', '', '5493514123456'],
  ['+54 9 351 412 3456', '', '5493514123456'],
  ['223 15 512-3456', '', '5492235123456'],
  ['02966 15 41-2345', '', '5492966412345'],
  ['3715 15 65-4320', '', '5493715654320'],
  ['3715 65-4320', '', '5493715654320'],
  ['2202 15 45-6789', '', '5492202456789'],
  ['348 15 462 1234', '', '5493484621234'],
  ['15 2345 6789', '11', '5491123456789'],
  ['2345 6789', '11', '5491123456789'],
  ['15 512 3456', '223', '5492235123456'],
  ['512 3456', '223', '5492235123456'],
  ['15 41 2345', '2966', '5492966412345'],
  ['15 2345 6789', '', undefined],
  ['2345 6789', '', undefined],
  ['15 412 3456', '11', undefined],
  ['0800 123 4567', '', undefined],
  ['598 99 123 456', '', undefined],
  ['11 2345 678', '', undefined],
  ['112345678901', '', undefined],
  ['549 115 123 456', '', undefined],
])('WSP-01 reads %j with the area code %j as %j', (typed, areaCode, number) => {
  expect(whatsappNumber(typed, areaCode)).toBe(number);
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
/** An area code of two, three or four digits, and the number that makes ten with it. */
const nationalNumber = fc.oneof(
  fc.tuple(fc.constant('11'), digits(8)),
  fc.tuple(fc.stringMatching(/^[23]\d{2}$/), digits(7)),
  fc.tuple(fc.stringMatching(/^[23]\d{3}$/), digits(6)),
);
const separator = fc.constantFrom('', ' ', '-', ' - ', '.', ') ');

it('WSP-02 gives one number for every usual way of writing it', () => {
  const prefixes = ['', '+54', '54', '0054'].flatMap((country) =>
    ['', '0', '9', '90'].flatMap((trunk) => ['', '15'].map((mobile) => ({ country, trunk, mobile }))),
  );
  fc.assert(
    fc.property(nationalNumber, separator, ([area, local], gap) => {
      const typed = prefixes.map(({ country, trunk, mobile }) => [country, trunk, area, mobile, local].join(gap));
      expect(typed.filter((text) => whatsappNumber(text) !== `549${area}${local}`)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

it('WSP-03 gives 13 digits that begin with 54911, 5492 or 5493, or none, whatever is typed', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 ()-]{0,22}$/), digits(12));
  const areaCode = fc.oneof(fc.constant(undefined), fc.stringMatching(/^\d{2,4}$/), fc.string());
  fc.assert(
    fc.property(typed, areaCode, (text, area) => {
      const number = whatsappNumber(text, area);
      if (number !== undefined) expect(number).toMatch(/^549(11\d{8}|[23]\d{9})$/);
    }),
    { numRuns: 2_000 },
  );
});

it('WSP-04 completes a local number with an area code that makes ten digits, and with no other', () => {
  fc.assert(
    fc.property(nationalNumber, fc.constantFrom('', '15'), ([area, local], mobile) => {
      // A local number that begins so reads as a prefix.
      fc.pre(!/^(0|15)/.test(local));
      expect(whatsappNumber(mobile + local, area)).toBe(`549${area}${local}`);
      expect(whatsappNumber(mobile + local)).toBeUndefined();
      expect(whatsappNumber(mobile + local, null)).toBeUndefined();
      expect(whatsappNumber(mobile + local, area === '11' ? '351' : '11')).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
  expect(whatsappNumber('2345 6789', '80')).toBeUndefined();
});

it('WSP-06 COB-19 puts any text into the link, which gives it back unchanged', () => {
  expect(whatsappLink('5491123456789', 'Hola Ana & Co,\n100 % {ok} 💪 ¿sí?')).toBe(
    'https://wa.me/5491123456789?text=Hola%20Ana%20%26%20Co%2C%0A100%20%25%20%7Bok%7D%20%F0%9F%92%AA%20%C2%BFs%C3%AD%3F',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const link = new URL(whatsappLink('5491123456789', text));
      expect([link.origin, link.pathname, link.hash]).toEqual(['https://wa.me', '/5491123456789', '']);
      expect(link.searchParams.get('text')).toBe(text);
    }),
  );
  expect(whatsappLink('5491123456789', 'a\ud83d')).toBe('https://wa.me/5491123456789?text=a%EF%BF%BD');
});

it('A11 the same chat in WhatsApp Web has the same number and text', () => {
  expect(whatsappWebLink(whatsappLink('5491123456789', '¿Vas a https://wa.me/1?text=x?'))).toBe(
    'https://web.whatsapp.com/send?phone=5491123456789&text=%C2%BFVas%20a%20https%3A%2F%2Fwa.me%2F1%3Ftext%3Dx%3F',
  );
});
