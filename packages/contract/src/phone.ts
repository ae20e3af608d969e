/** 7 to 15 ASCII digits and nothing else: no prefix, no spaces, no digits of other scripts. */
export function isPhone(text: string): boolean {
  return /^[0-9]{7,15}$/.test(text);
}

/** '+54 1123456789'; without a number there is nothing to prefix. */
export function formatPhone(phone: string | null | undefined, prefix?: string | null): string {
  return phone ? `${prefix || '+54'} ${phone}` : '';
}
