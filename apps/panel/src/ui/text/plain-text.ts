/** Text without case and accents, for searching. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Text for sorting as a Spanish reader expects it: without case and accents, but ñ after n. */
export function sortText(text: string): string {
  return plainText(text.normalize('NFD').replace(/n\u0303/gi, 'n~'));
}
