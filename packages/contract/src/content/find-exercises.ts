import { isOneEditApart, soundOf } from '../kit/similar';

/** An exercise that a name can mean. */
export type NamedExercise = { id: number; title: string };
type Synonyms = readonly (readonly string[])[];

/** What a name means: surely, as a guess with others that come close, or nothing that there is. */
export type NameReading<E extends NamedExercise> =
  | { kind: 'found'; exercise: E; others: E[] }
  | { kind: 'guess'; exercise: E; others: E[]; /** True if all of the name means it. */ isWhole: boolean }
  | { kind: 'new'; exercise?: undefined; others: E[] };

const MAX_OTHERS = 3;
/** A part that two names have in common, below which neither stands for the other. */
const MIN_LIKENESS = 0.62;
const MIN_OTHER = 0.45;
/** Of the words that tell least, so many exercises have them that only the others are looked up. */
const MAX_POSTINGS = 400;
/** One typo is taken for one in a word of five letters. */
const MIN_TYPO_LENGTH = 5;
const LONGEST_PHRASE = 7;

const ABBREVIATIONS = new Map(
  Object.entries({
    abd: 'abdominal',
    banca: 'banco',
    barr: 'barra',
    bic: 'biceps',
    bco: 'banco',
    cuad: 'cuadriceps',
    cuadricep: 'cuadriceps',
    db: 'mancuerna',
    decl: 'declinado',
    elev: 'elevacion',
    est: 'estiramiento',
    ext: 'extension',
    fem: 'femoral',
    flex: 'flexion',
    glut: 'gluteo',
    incl: 'inclinado',
    isquio: 'isquiotibial',
    isq: 'isquiotibial',
    kb: 'kettlebell',
    lat: 'lateral',
    man: 'mancuerna',
    manc: 'mancuerna',
    mc: 'mancuerna',
    maq: 'maquina',
    mq: 'maquina',
    pm: 'peso muerto',
    pol: 'polea',
    rum: 'rumano',
    sent: 'sentadilla',
    tric: 'triceps',
    unil: 'unilateral',
  }),
);
const STOP_WORDS = new Set('a al c con cada de del el en la las los o para por un una y lo tu sobre'.split(' '));
/** Words that say how, rather than what: they weigh less. */
const MODIFIERS = new Set(
  `barra mancuerna polea maquina banco kettlebell smith disco libre pie parado sentado acostado alternado unilateral mano brazo
  soga cuerda piso pared cajon fijo agarre bajo alto recto plano inclinado declinado cuerpo pierna movimiento`
    .split(/\s+/)
    .map(singular),
);
/** Of each list a movement has one at most; another of the same list is another exercise. */
const EXCLUSIVE = [
  'barra mancuerna polea maquina kettlebell smith trx banda disco',
  'plano inclinado declinado',
  'frontal lateral posterior',
  'bulgaro frontal goblet sumo hack smith',
  'rumano sumo',
  'bicep tricep',
  'supino prono',
].map((words) => words.split(' ').map(singular));

function singular(word: string): string {
  if (word.length > 4 && /[lrndj]e[sz]$/.test(word)) return word.slice(0, -2);
  const one = word.length > 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  // 'inclinada' and 'inclinado', 'búlgara' and 'búlgaro' are said of the same.
  return /^(?:inclinad|declinad|sentad|parad|acostad|alternad|guiad|cerrad|abiert|ruman|bulgar|supin|pron|plan|fij|alt|baj)a$/.test(
    one,
  )
    ? `${one.slice(0, -1)}o`
    : one;
}

/** Text without case and accents. */
export const foldName = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a name that tell: folded, in the singular, written out, without articles and the like. */
export function wordsOfName(name: string): string[] {
  const folded = foldName(name)
    .replace(/\b([cps])\/ ?/g, (_, letter: string) => ({ c: 'con ', p: 'para ', s: 'sin ' })[letter] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const words = folded
    .split(' ')
    .flatMap((word) => (ABBREVIATIONS.get(word) ?? ABBREVIATIONS.get(singular(word)) ?? word).split(' '));
  const telling = words.filter((word) => word !== '' && !STOP_WORDS.has(word));
  return (telling.length > 0 ? telling : words).map(singular);
}

const keyOf = (words: readonly string[]) => [...new Set(words)].toSorted().join(' ');
const weightOf = (word: string) => (MODIFIERS.has(word) ? 0.4 : 1);
const weigh = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0);

const contradicts = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  EXCLUSIVE.some((words) => {
    const [mine, theirs] = [words.filter((word) => one.has(word)), words.filter((word) => other.has(word))];
    return mine.length > 0 && theirs.length > 0 && !mine.some((word) => theirs.includes(word));
  });

/** How much of two names is the same, of 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = weigh([...one].filter((word) => other.has(word)));
  const alike = (2 * common) / (weigh(one) + weigh(other));
  return contradicts(one, other) ? alike * 0.6 : alike;
}

/** A name in other words, and those of its own words that tell and stayed. */
type Variant = { words: string[]; kept: string[] };
type Entry<E> = { exercise: E; words: Set<string> };

/** Reads names against a list of exercises, which is put in order once. */
export function createExerciseFinder<E extends NamedExercise>(exercises: readonly E[], synonyms: Synonyms) {
  const entries: Entry<E>[] = [];
  const byKey = new Map<string, Entry<E>>();
  const byWord = new Map<string, Entry<E>[]>();
  for (const exercise of exercises) {
    const words = wordsOfName(exercise.title);
    const entry = { exercise, words: new Set(words) };
    entries.push(entry);
    const key = keyOf(words);
    if (!byKey.has(key)) byKey.set(key, entry);
    for (const word of entry.words) {
      const list = byWord.get(word);
      if (list) list.push(entry);
      else byWord.set(word, [entry]);
    }
  }
  /** The groups by each of their names. */
  const groupOf = new Map<string, string[][]>();
  const vocabulary = new Set(byWord.keys());
  for (const group of synonyms) {
    const spellings = group.map(wordsOfName);
    for (const words of spellings) {
      groupOf.set(words.join(' '), [...(groupOf.get(words.join(' ')) ?? []), ...spellings]);
      for (const word of words) vocabulary.add(word);
    }
  }
  const byLength = new Map<number, string[]>();
  for (const word of vocabulary) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word]);
  const corrections = new Map<string, string>();

  /** The word that was meant, where a letter is wrong. */
  const correct = (word: string): string => {
    if (vocabulary.has(word) || word.length < MIN_TYPO_LENGTH - 1 || /\d/.test(word)) return word;
    const known = corrections.get(word);
    if (known !== undefined) return known;
    const near = [0, -1, 1, -2, 2]
      .map((more) => word.length + more)
      .flatMap((length) => (length < MIN_TYPO_LENGTH ? [] : (byLength.get(length) ?? [])));
    const sound = soundOf(word);
    const meant =
      near.find((other) => isOneEditApart(word, other)) ??
      near.find((other) => soundOf(other) === sound) ??
      near.find((other) => isOneEditApart(soundOf(other), sound)) ??
      word;
    corrections.set(word, meant);
    return meant;
  };

  /** The same name in other words: each part of it that has synonyms is replaced, the longest first. */
  const variantsOf = (words: readonly string[]): Variant[] => {
    const variants: Variant[] = [];
    for (let length = Math.min(words.length, LONGEST_PHRASE); length > 0; length -= 1)
      for (let at = 0; at + length <= words.length; at += 1)
        for (const spelling of groupOf.get(words.slice(at, at + length).join(' ')) ?? [])
          variants.push({
            words: [...words.slice(0, at), ...spelling, ...words.slice(at + length)],
            kept: words.toSpliced(at, length).filter((word) => !MODIFIERS.has(word)),
          });
    return variants;
  };

  const candidatesOf = (words: Iterable<string>) => {
    const found = new Set<Entry<E>>();
    for (const word of words) {
      const list = byWord.get(word) ?? [];
      if (list.length <= MAX_POSTINGS || !MODIFIERS.has(word)) for (const entry of list) found.add(entry);
    }
    return found;
  };

  const cache = new Map<string, NameReading<E>>();
  const read = (name: string): NameReading<E> => {
    const typed = wordsOfName(name);
    if (typed.length === 0) return { kind: 'new', others: [] };
    const words = typed.map(correct);
    const variants = [{ words, kept: [] as string[] }, ...variantsOf(words)];
    const scores = new Map<Entry<E>, number>();
    const score = (entry: Entry<E>, value: number) => scores.set(entry, Math.max(scores.get(entry) ?? 0, value));
    for (const [index, { words: variant, kept }] of variants.entries()) {
      const same = byKey.get(keyOf(variant));
      // A whole name that means the same is worth more than a part of one.
      if (same) score(same, index === 0 ? 2 : 1.5 - index / 10_000);
      const set = new Set(variant);
      for (const entry of candidatesOf(set))
        if (kept.every((word) => entry.words.has(word)))
          score(entry, likeness(set, entry.words) - (index === 0 ? 0 : 0.04));
    }
    const ranked = [...scores]
      .toSorted(([one, mine], [other, theirs]) => theirs - mine || one.words.size - other.words.size)
      .map(([{ exercise }, value]) => ({ exercise, value }));
    const found = byKey.get(keyOf(typed))?.exercise;
    const best = found ?? (ranked[0] && ranked[0].value >= MIN_LIKENESS ? ranked[0].exercise : undefined);
    const others = ranked
      .filter(({ exercise, value }) => exercise !== best && value >= MIN_OTHER)
      .slice(0, MAX_OTHERS)
      .map(({ exercise }) => exercise);
    if (!best) return { kind: 'new', others };
    if (found) return { kind: 'found', exercise: best, others };
    return { kind: 'guess', exercise: best, others, isWhole: (ranked[0]?.value ?? 0) > 1 };
  };
  return (name: string): NameReading<E> => {
    const key = foldName(name);
    const known = cache.get(key) ?? read(name);
    cache.set(key, known);
    return known;
  };
}
