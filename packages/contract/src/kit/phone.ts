/** 7 to 15 ASCII digits and nothing else. */
export function isPhone(text: string): boolean {
  return /^[0-9]{7,15}$/.test(text);
}

const NATIONAL_NUMBER = /^(11|[23]\d)\d{8}$/;
// The 15 follows the area code: '11', or three or four digits. At most one of them fits.
const MOBILE_PREFIX_15 = /^(11|[23]\d{2,3})15(?=\d+$)/;

/** Area code and number, which make ten digits, or else no national number. */
export const isNationalNumber = (digits: string) => NATIONAL_NUMBER.test(digits);

/** The digits without country code, trunk 0, mobile 9 and mobile 15: of '0111523456789' they are '1123456789'. */
export function stripPrefixes(digits: string): string {
  let rest = digits.replace(/^00/, '');
  if (rest.length > 10) rest = rest.replace(/^54/, '');
  rest = rest.replace(/^0/, '');
  if (rest.length > 10) rest = rest.replace(/^9/, '');
  rest = rest.replace(/^0/, '');
  return rest.length === 12 ? rest.replace(MOBILE_PREFIX_15, '$1') : rest;
}

// Copied numbers bring dashes of several kinds, hard spaces and marks of the writing direction.
const PHONE_TEXT = /^[\d\s+()./\p{Pd}\p{Cf}]*\d[\d\s+()./\p{Pd}\p{Cf}]*$/u;
const FOREIGN_PREFIX = /^[\s\p{Cf}(]*(\+|00)(?!\s*54)/u;

/**
 * The number that was meant by a text as people have it: '+54 9 11 2345-6789' is '1123456789'. A number without an area code
 * loses only what is between its digits. Undefined for what is no phone of this country.
 */
export function readPhone(typed: string): string | undefined {
  if (!PHONE_TEXT.test(typed) || FOREIGN_PREFIX.test(typed)) return undefined;
  const digits = typed.replace(/\D/g, '');
  const national = stripPrefixes(digits);
  return isNationalNumber(national) ? national : digits;
}

/**
 * The digits to look for, any of them, if a search looks like a phone number: without its prefixes, as most are stored, and
 * with the 15. Of '+54 9 11 2345-6789' they are '1123456789' and '111523456789'.
 */
export function phoneSearchDigits(search: string): string[] {
  if (!PHONE_TEXT.test(search)) return [];
  const digits = search.replace(/\D/g, '');
  const national = stripPrefixes(digits);
  if (isNationalNumber(national)) {
    const areaLengths = national.startsWith('11') ? [2] : [3, 4];
    return [national, ...areaLengths.map((length) => `${national.slice(0, length)}15${national.slice(length)}`)];
  }
  const begun = digits.replace(/^(00)?54(?=\d{7})9?/, '').replace(/^0(?=\d)/, '');
  const local = begun.replace(/^15(?=\d{6,8}$)/, '');
  return [...new Set([begun, local])];
}

/** 'tel:+541123456789' */
export function phoneLink(phone: string, prefix?: string | null): string {
  return `tel:${prefix || '+54'}${phone.replace(/\D/g, '')}`;
}

/** '(+54) 1123456789', for a spreadsheet, which would compute a cell that begins with a plus and round a long number. */
export function csvPhone(phone: string | null | undefined, prefix?: string | null): string {
  return phone ? `(${prefix || '+54'}) ${phone}` : '';
}

/** '+54 1123456789' */
export function formatPhone(phone: string | null | undefined, prefix?: string | null): string {
  return phone ? `${prefix || '+54'} ${phone}` : '';
}
