import { isBeginning, isCorrection, soundOf } from '@pulso/contract/kit/similar';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { wordsOf, type Terms } from '#features/accounts/users/user-search';

/** Every alternative costs a look into the trigram index. */
const MAX_ALTERNATIVES = 8;
const MAX_TERMS = 16;
const MAX_CANDIDATES = 200;

type Candidate = { typed: string; word: string; sound: string };

/** Words of names that begin with the sound of a typed one, and those whose sound may be one edit apart. */
async function findCandidates(db: Db, typed: string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select q.typed, w.word, w.sound from unnest(${typed}::text[], ${typed.map(soundOf)}::text[]) q (typed, sound),
      lateral (
        (select word, sound from name_words
         where sound >= q.sound collate "C" and sound < q.sound || U&'\\FFFF' collate "C" order by sound, word
         limit ${sql.lit(MAX_CANDIDATES)})
        union all
        (select word, sound from name_words where shortened(sound) && shortened(q.sound) order by word
         limit ${sql.lit(MAX_CANDIDATES)})
      ) w`.execute(db);
  return rows;
}

/** The part of a word that sounds like the beginning that was typed. */
function heardPart(word: string, sound: string): string {
  const parts = Array.from(word, (_, at) => word.slice(0, at + 1));
  return parts.find((part) => soundOf(part).startsWith(sound)) ?? word;
}

function alternativesTo(typed: string, candidates: Candidate[]): string[] {
  const sound = soundOf(typed);
  const alike = candidates.filter((candidate) => isBeginning(sound, candidate.sound));
  const corrections = candidates.filter((candidate) => isCorrection(sound, candidate.sound));
  const found =
    alike.length > 0
      ? [typed, ...alike.map(({ word }) => heardPart(word, sound))]
      : corrections.map(({ word }) => word);
  return [...new Set(found)].slice(0, MAX_ALTERNATIVES);
}

/** One of each list, in all combinations. */
const combine = (lists: string[][]) =>
  lists.reduce<Terms>((terms, list) => terms.flatMap((words) => list.map((word) => [...words, word])), [[]]);

/**
 * Terms for a search that nobody has exactly: words that sound like those typed, or else those with one typo mended. Only words
 * that names have are taken, so the search goes on as any other. Undefined if there are none.
 */
export async function similarTerms(db: Db, search: string): Promise<Terms | undefined> {
  const words = wordsOf(search);
  const named = words.filter((word) => /^\p{L}+$/u.test(word));
  if (named.length === 0) return undefined;
  const candidates = await findCandidates(db, named);
  const alternatives = words.map((word) => {
    const found = alternativesTo(
      word,
      candidates.filter(({ typed }) => typed === word),
    );
    return found.length > 0 ? found : [word];
  });
  return alternatives.every(({ length }) => length === 1) && alternatives.flat().join(' ') === words.join(' ')
    ? undefined
    : combine(alternatives).slice(0, MAX_TERMS);
}
