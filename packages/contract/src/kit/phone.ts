/** 7 to 15 ASCII digits and nothing else: no prefix, no spaces, no digits of other scripts. */
export function isPhone(text: string): boolean {
  return /^[0-9]{7,15}$/.test(text);
}

/**
 * The digits that a search means when it looks like a phone number, however it is written: '+54 11 2345-6789' and
 * '11 2345 6789' alike are '1123456789'. Empty when it is something else.
 */
export function phoneSearchDigits(search: string): string {
  return /^[\d\s+()./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^54(?=\d{7})/, '') : '';
}

/** '+54 1123456789'; without a number there is nothing to prefix. */
export function formatPhone(phone: string | null | undefined, prefix?: string | null): string {
  return phone ? `${prefix || '+54'} ${phone}` : '';
}
