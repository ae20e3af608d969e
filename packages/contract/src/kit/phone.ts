/** 7 to 15 ASCII digits and nothing else. */
export function isPhone(text: string): boolean {
  return /^[0-9]{7,15}$/.test(text);
}

/** The digits of a search that looks like a phone number ('+54 11 2345-6789' is '1123456789'); otherwise empty. */
export function phoneSearchDigits(search: string): string {
  return /^[\d\s+()./-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^54(?=\d{7})/, '') : '';
}

/** 'tel:+541123456789' */
export function phoneLink(phone: string, prefix?: string | null): string {
  return `tel:${prefix || '+54'}${phone.replace(/\D/g, '')}`;
}

/** '+54 1123456789' */
export function formatPhone(phone: string | null | undefined, prefix?: string | null): string {
  return phone ? `${prefix || '+54'} ${phone}` : '';
}
