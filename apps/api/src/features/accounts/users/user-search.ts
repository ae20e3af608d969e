import { phoneSearchDigits } from '@pulso/contract/kit/phone';
import { sql, type RawBuilder } from 'kysely';

/** The trigram index needs at least three characters. */
const MIN_INDEXED_LENGTH = 3;
/** Walking past a row costs about a quarter of finding one by its trigrams, which is fetched, checked and sorted. */
const WALKING_COST = 0.25;
/** So many of the sample are no accident. */
const MIN_SAMPLED = 10;
/** What so many have is no help in finding somebody. */
const MAX_INDEXED_SHARE = 0.5;

/** As the database's `fold`: compatibility forms unified, accents and case gone. */
export function fold(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ÆÐØÞĐĦŁŊŒŦẞ]/g, (letter) => letter.toLowerCase());
  return letters.replace(/[\u0300-\u036f]/g, '');
}

/** Every word must be there, in any order and each within one field; or all of it as the digits of a phone. */
export type Terms = string[][];

export function termsOf(search: string): Terms | undefined {
  const words = [...new Set(fold(search).split(/\s+/).filter(Boolean))];
  if (words.length === 0) return undefined;
  const digits = phoneSearchDigits(search);
  return digits === '' || words.includes(digits) ? [words] : [words, [digits]];
}

const isIn = (text: string, terms: Terms) => terms.some((words) => words.every((word) => text.includes(word)));

/** Some of the texts that are searched, and how many there are in all. */
export type SearchSample = { texts: string[]; users: number };

const MAX_KNOWN_SHARES = 1_000;
const knownShares = new WeakMap<SearchSample, Map<string, number>>();

/** Of the sample; remembered, because people search for the same, and a page asks several times. */
function shareOf(terms: Terms, sample: SearchSample): number {
  const known = knownShares.get(sample) ?? new Map<string, number>();
  knownShares.set(sample, known);
  const name = terms.map((words) => words.join(' ')).join('\n');
  const share = known.get(name) ?? sample.texts.filter((text) => isIn(text, terms)).length / sample.texts.length;
  if (known.size >= MAX_KNOWN_SHARES) known.clear();
  known.set(name, share);
  return share;
}

/**
 * How to find the first `wanted` matches. Words that many have are found by walking along the order's index until there
 * are enough, words that few have by their trigrams: both stay quick with a million users, each would be slow in the place
 * of the other. The planner does not know which words are common, so the sample decides.
 */
export function isWalked(terms: Terms, wanted: number, sample: SearchSample | undefined): boolean {
  if (!terms.every((words) => words.some((word) => word.length >= MIN_INDEXED_LENGTH))) return true;
  if (!sample) return false;
  const share = shareOf(terms, sample);
  return share > 0 && (wanted / share) * WALKING_COST < share * sample.users;
}

/** Whether there are so many that nobody has to count them: five times as many as asked, by no small number of the sample. */
export function isSurelyMore(terms: Terms, than: number, sample: SearchSample | undefined): boolean {
  if (!sample) return false;
  const share = shareOf(terms, sample);
  return share * sample.texts.length >= MIN_SAMPLED && share * sample.users > 5 * than;
}

/** The word without the ends that most users have: their trigrams' lists take long to go through and leave nobody out. */
function rarePart(word: string, sample: SearchSample | undefined): string {
  const isShared = (part: string) => sample !== undefined && shareOf([[part]], sample) > MAX_INDEXED_SHARE;
  let part = word;
  while (part.length > MIN_INDEXED_LENGTH && isShared(part.slice(0, MIN_INDEXED_LENGTH))) part = part.slice(1);
  while (part.length > MIN_INDEXED_LENGTH && isShared(part.slice(-MIN_INDEXED_LENGTH))) part = part.slice(0, -1);
  return part;
}

/** Keeps the planner from the trigram index. */
const contains = (word: string) => sql`strpos(u.search, ${word}) > 0`;

function containsIndexed(word: string, sample: SearchSample | undefined) {
  if (word.length < MIN_INDEXED_LENGTH) return contains(word);
  const part = rarePart(word, sample);
  const like = sql`u.search like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
  return part === word ? like : sql`${like} and ${contains(word)}`;
}

const anyOf = (terms: Terms, one: (word: string) => RawBuilder<unknown>) =>
  sql`(${sql.join(
    terms.map((words) => sql`(${sql.join(words.map(one), sql` and `)})`),
    sql` or `,
  )})`;

/** Conditions for queries over `users u`. */
export const matchesWalked = (terms: Terms) => anyOf(terms, contains);
export const matchesIndexed = (terms: Terms, sample: SearchSample | undefined) =>
  anyOf(terms, (word) => containsIndexed(word, sample));
