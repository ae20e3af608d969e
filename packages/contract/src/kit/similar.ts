/** Shorter sounds are the beginning of many words, and shorter corrections are those of anything. */
const MIN_HEARD_LENGTH = 3;
const MIN_CORRECTED_LENGTH = 4;

/**
 * A word of folded letters as it is heard here: b and v, s, z and soft c, ll and y, k, c and qu, and what an h or a second
 * letter adds, are the same. Must match the database's `sound_of`.
 */
export function soundOf(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replaceAll('h', '')
    .replace(/qu(?=[ei])|q/g, 'k')
    .replace(/c(?=[ei])|z/g, 's')
    .replaceAll('c', 'k')
    .replaceAll('v', 'b')
    .replaceAll('ll', 'y')
    .replace(/j(?=[ei])/g, 'g')
    .replace(/y(?![aeiou])/g, 'i')
    .replace(/(.)\1+/gsu, '$1');
}

/** True if one letter more, less, other or swapped with its neighbour makes the second text of the first. */
export function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return at < short.length && short.slice(at + (isSwapped ? 2 : 1)) === long.slice(at + (isSwapped ? 2 : 1));
}

/** True if a sound, long enough to tell, is the beginning of another. */
export function isBeginning(sound: string, other: string): boolean {
  return sound.length >= MIN_HEARD_LENGTH && other.startsWith(sound);
}

/** True if a sound is one edit from another and long enough to tell. */
export function isCorrection(sound: string, other: string): boolean {
  return sound.length >= MIN_CORRECTED_LENGTH && isOneEditApart(sound, other);
}

/** Tests whether a folded text has, for every word of another, one that begins like it, sounds like it or has one typo. */
export function createSimilarMatcher(words: readonly string[]): (text: string) => boolean {
  const sounds = words.map(soundOf);
  return (text) => {
    const heard = text.split(/[^\p{L}\p{N}]+/u).map(soundOf);
    return words.every((word, place) => {
      const sound = sounds[place] ?? '';
      return text.includes(word) || heard.some((other) => isBeginning(sound, other) || isCorrection(sound, other));
    });
  };
}
