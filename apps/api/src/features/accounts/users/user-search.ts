import { phoneSearchDigits } from '@pulso/contract/kit/phone';
import { sql, type RawBuilder } from 'kysely';

/** The trigram index needs at least three characters. */
const MIN_INDEXED_LENGTH = 3;
/** Walking past a row costs about a quarter of finding one by its trigrams, which is fetched, checked and sorted. */
const RELATIVE_SCAN_COST = 0.25;
/** A trigram that over 1 % have helps little beside three others, and one that over 5 % have beside fewer. */
const ENOUGH_TRIGRAMS = 3;
const MAX_SHARE_WITH_ENOUGH_TRIGRAMS = 0.01;
const MAX_TRIGRAM_SHARE = 0.05;
/** Factor by which the matches may grow when an end of the word is left out. */
const MAX_MATCH_GROWTH = 1.2;

/** Must match the database's `fold`: compatibility forms unified, accents and case removed. */
export function fold(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ÆÐØÞĐĦŁŊŒŦẞ]/g, (letter) => letter.toLowerCase());
  return letters.replace(/[\u0300-\u036f]/g, '');
}

/** Every word must occur, in any order and each within one field; or the whole search as the digits of a phone, in any of its forms. */
export type Terms = string[][];

export const wordsOf = (search: string) => [...new Set(fold(search).split(/\s+/).filter(Boolean))];

export function termsOf(search: string): Terms | undefined {
  const words = wordsOf(search);
  if (words.length === 0) return undefined;
  const phones = phoneSearchDigits(search).filter((digits) => !words.includes(digits));
  return [words, ...phones.map((digits) => [digits])];
}

const matchesTerms = (text: string, terms: Terms) => terms.some((words) => words.every((word) => text.includes(word)));

/** Some of the searchable texts, and the number of all users. */
export type SearchSample = { texts: string[]; users: number };

const MAX_CACHED_SHARES = 1_000;
const shareCache = new WeakMap<SearchSample, Map<string, number>>();

/** Share of the sample that matches; cached, because searches repeat and a page asks several times. */
function shareOf(terms: Terms, sample: SearchSample): number {
  const cachedShares = shareCache.get(sample) ?? new Map<string, number>();
  shareCache.set(sample, cachedShares);
  const name = terms.map((words) => words.join(' ')).join('\n');
  const share =
    cachedShares.get(name) ?? sample.texts.filter((text) => matchesTerms(text, terms)).length / sample.texts.length;
  if (cachedShares.size >= MAX_CACHED_SHARES) cachedShares.clear();
  cachedShares.set(name, share);
  return share;
}

/**
 * How to find the first `matchCount` matches. Words that many have are found by walking along the order's index until there
 * are enough, words that few have by their trigrams: both stay quick with a million users, each would be slow in the place
 * of the other. The planner does not know which words are common, so the sample decides.
 */
export function isOrderScanFaster(terms: Terms, matchCount: number, sample: SearchSample | undefined): boolean {
  if (!terms.every((words) => words.some((word) => word.length >= MIN_INDEXED_LENGTH))) return true;
  if (!sample) return false;
  const share = shareOf(terms, sample);
  return share > 0 && (matchCount / share) * RELATIVE_SCAN_COST < share * sample.users;
}

/** True if the sample has far more matches than chance would bring with just `than` of them: no need to count. */
export function hasSurelyMoreThan(terms: Terms, than: number, sample: SearchSample | undefined): boolean {
  if (!sample) return false;
  const expected = (than / sample.users) * sample.texts.length;
  return shareOf(terms, sample) * sample.texts.length > expected + 4 * Math.sqrt(expected) + 4;
}

const trigramsOf = (word: string) =>
  new Set(Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + MIN_INDEXED_LENGTH)));

/** The word without common ends whose loss adds hardly any matches: the index lists of common trigrams are slow. */
function rarePart(word: string, sample: SearchSample | undefined): string {
  if (!sample) return word;
  const share = (part: string) => shareOf([[part]], sample);
  const isIdle = (end: string, rest: string) =>
    rest.length >= MIN_INDEXED_LENGTH &&
    share(end) > (trigramsOf(rest).size < ENOUGH_TRIGRAMS ? MAX_TRIGRAM_SHARE : MAX_SHARE_WITH_ENOUGH_TRIGRAMS) &&
    share(rest) <= MAX_MATCH_GROWTH * share(word);
  let part = word;
  while (isIdle(part.slice(0, MIN_INDEXED_LENGTH), part.slice(1))) part = part.slice(1);
  while (isIdle(part.slice(-MIN_INDEXED_LENGTH), part.slice(0, -1))) part = part.slice(0, -1);
  return part;
}

/** Keeps the planner from the trigram index. */
const containsByScan = (word: string) => sql`strpos(u.search, ${word}) > 0`;

function containsByIndex(word: string, sample: SearchSample | undefined) {
  if (word.length < MIN_INDEXED_LENGTH) return containsByScan(word);
  const part = rarePart(word, sample);
  // A subquery hides the word from the planner, which would plan for every other word again and take longer than the search.
  const like = sql`u.search like (select ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}::text)`;
  return part === word ? like : sql`${like} and ${containsByScan(word)}`;
}

export const matchesAnyTerm = (terms: Terms, one: (word: string) => RawBuilder<unknown>) =>
  sql`(${sql.join(
    terms.map((words) => sql`(${sql.join(words.map(one), sql` and `)})`),
    sql` or `,
  )})`;

/** Conditions for queries over `users u`. */
export const matchesByScan = (terms: Terms) => matchesAnyTerm(terms, containsByScan);
export const matchesByIndex = (terms: Terms, sample: SearchSample | undefined) =>
  matchesAnyTerm(terms, (word) => containsByIndex(word, sample));
