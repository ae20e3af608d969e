import { randomBytes } from 'node:crypto';

/** Letters alone: of digits the product thinks that they are a telephone's. None of them sounds like another in Spanish. */
const LETTERS = 'acdefgijkmnoprtu';

/** A word that no other test uses, and that a search finds. */
export const uniqueTag = () => Array.from(randomBytes(9), (byte) => LETTERS[byte % LETTERS.length]).join('');
