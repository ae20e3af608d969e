/** Without case and accents: what a search compares. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What an order compares: as a Spanish reader expects it, without case and accents, but ñ after n. */
export function sortText(text: string): string {
  return plainText(text.normalize('NFD').replace(/n\u0303/gi, 'n~'));
}
