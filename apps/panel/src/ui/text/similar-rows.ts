import { createSimilarMatcher } from '@pulso/contract/kit/similar';
import { plainText } from '#ui/text/plain-text';

let offersSimilar = true;

/** By the letter of the specification a search finds what was typed, or nothing. */
export function searchExactly() {
  offersSimilar = false;
}

/** The rows that fit; if there are none, those that have words similar to the typed ones in their normalized text. */
export function findOrSimilar<Row>(
  rows: readonly Row[],
  { typed, fits, textOf }: { typed: string; fits: (row: Row) => boolean; textOf: (row: Row) => string },
): { found: Row[]; isSimilar: boolean } {
  const exact = rows.filter(fits);
  const words = plainText(typed.trim()).split(/\s+/).filter(Boolean);
  if (exact.length > 0 || words.length === 0 || !offersSimilar) return { found: exact, isSimilar: false };
  const isLike = createSimilarMatcher(words);
  const found = rows.filter((row) => isLike(textOf(row)));
  return { found, isSimilar: found.length > 0 };
}
