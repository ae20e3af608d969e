import type { ExerciseSet } from './exercises';

/**
 * What one place of a day asks of its exercise: its limits, its words, and the line in which trainers write it
 * ('4x10 60kg 90" + (cada lado)'). Free of the schema library, because the clients' app computes with it too.
 */

/** A set has either repetitions, or a range of them, or seconds. Weight: null where none is said, 0 is one's own body. */
export type PrescribedSet = {
  reps: number | null;
  reps_max: number | null;
  seconds: number | null;
  weight: number | null;
  /** Null: the rest of the exercise's own set. */
  rest: number | null;
};
export type Prescription = {
  /** Null: the exercise's own sets. */
  sets: PrescribedSet[] | null;
  /** True where this exercise and the next are done in turns. */
  superset: boolean;
  note: string;
};

export const NO_PRESCRIPTION: Prescription = { sets: null, superset: false, note: '' };

export const PRESCRIPTION_LIMITS = { sets: 20, reps: 999, seconds: 7_200, weight: 999.99, rest: 1_800, note: 200 };
const LIMITS = PRESCRIPTION_LIMITS;

const isWhole = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** The sentence for a set beyond its limits, by the field to change. */
export function setProblems({
  reps,
  reps_max,
  seconds,
  weight,
  rest,
}: PrescribedSet): Partial<Record<keyof PrescribedSet, string>> {
  const problems: Partial<Record<keyof PrescribedSet, string>> = {};
  if (reps === null ? seconds === null : !isWhole(reps, 1, LIMITS.reps))
    problems.reps = `De 1 a ${LIMITS.reps} repeticiones`;
  if (reps_max !== null && !isWhole(reps_max, 1, LIMITS.reps)) problems.reps_max = `De 1 a ${LIMITS.reps} repeticiones`;
  else if (reps_max !== null && (reps === null || reps_max <= reps))
    problems.reps_max = `El rango va de menor a mayor: ${reps_max}-${reps ?? ''}`;
  if (seconds !== null && (reps !== null || !isWhole(seconds, 1, LIMITS.seconds)))
    problems.seconds = `De 1 a ${LIMITS.seconds} segundos`;
  if (weight !== null && !(weight >= 0 && weight <= LIMITS.weight && Number(weight.toFixed(2)) === weight))
    problems.weight = 'El peso va de 0 a 999,99 kg';
  if (rest !== null && !isWhole(rest, 0, LIMITS.rest)) problems.rest = `El descanso va de 0 a ${LIMITS.rest} segundos`;
  return problems;
}

/** A list of sets as a client sent it, whole; undefined where it is none, or beyond the limits. */
export function readSets(sent: unknown): PrescribedSet[] | undefined {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > LIMITS.sets) return undefined;
  const sets: PrescribedSet[] = [];
  for (const one of sent as unknown[]) {
    if (typeof one !== 'object' || one === null) return undefined;
    const { reps = null, reps_max = null, seconds = null, weight = null, rest = null } = one as Partial<PrescribedSet>;
    const set = { reps, reps_max, seconds, weight, rest };
    const isNumeric = Object.values(set).every((value) => value === null || typeof value === 'number');
    if (!isNumeric || Object.keys(setProblems(set)).length > 0) return undefined;
    sets.push(set);
  }
  return sets;
}

export type ResolvedSet = Omit<PrescribedSet, 'rest'> & { rest: number };
export type OwnSet = Pick<ExerciseSet, 'set_number' | 'reps' | 'duration_seconds' | 'weight' | 'rest_seconds'>;

/** Sets to do at a place: the prescribed ones, else the exercise's own, each with its rest. */
export function resolveSets(
  prescribed: readonly PrescribedSet[] | null | undefined,
  own: readonly OwnSet[],
): ResolvedSet[] {
  const ordered = own.toSorted((one, other) => one.set_number - other.set_number);
  if (!prescribed)
    return ordered.map(({ reps, duration_seconds, weight, rest_seconds }) => ({
      reps,
      reps_max: null,
      seconds: duration_seconds,
      weight,
      // What another server leaves out is not a number.
      rest: rest_seconds || 0,
    }));
  return prescribed.map((set, index) => ({
    ...set,
    rest: set.rest ?? (ordered.find(({ set_number }) => set_number === index + 1) ?? ordered.at(-1))?.rest_seconds ?? 0,
  }));
}

const formatKilos = (kilos: number) => `${kilos}`.replace('.', ',');

/** '90 s' below two minutes, then '2 min 30 s'. */
export function secondsWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return [`${Math.floor(seconds / 60)} min`, seconds % 60 > 0 && `${seconds % 60} s`].filter(Boolean).join(' ');
}

type Amount = Pick<PrescribedSet, 'reps' | 'reps_max' | 'seconds'>;
const amountWords = ({ reps, reps_max, seconds }: Amount) =>
  seconds === null ? [reps, reps_max].filter((value) => value !== null).join('-') : secondsWords(seconds);

const isSame = <T>(values: readonly T[]) => values.every((value) => value === values[0]);

/** Equal values once, others one by one; one that is not said as a dash. */
const listWords = <T>(values: readonly (T | null)[], words: (value: T) => string) =>
  (isSame(values) ? values.slice(0, 1) : values).map((value) => (value === null ? '–' : words(value))).join(' / ');

const BODYWEIGHT = 'Peso corporal';

function weightWords(weights: readonly (number | null)[]): string {
  if (weights.every((weight) => weight === null)) return '';
  return weights.every((weight) => weight === 0) ? BODYWEIGHT : `${listWords(weights, formatKilos)} kg`;
}

function restWords(rests: readonly (number | null)[]): string {
  return rests.every((rest) => !rest) ? '' : `Descanso ${listWords(rests, secondsWords)}`;
}

/** '4 × 10', or '10 / 8 / 6' where the sets differ. */
export function amountsWords(sets: readonly Amount[]): string {
  const amounts = sets.map(amountWords).filter(Boolean);
  return isSame(amounts) && amounts[0] ? `${amounts.length} × ${amounts[0]}` : amounts.join(' / ');
}

/** Words for the sets of a place: '4 × 10', '60 kg', 'Descanso 90 s'. */
export function setsWords(sets: readonly PrescribedSet[]): string[] {
  const words = [
    amountsWords(sets),
    weightWords(sets.map(({ weight }) => weight)),
    restWords(sets.map(({ rest }) => rest)),
  ];
  return words.filter((word) => word !== '');
}

export const SUPERSET_WORDS = 'Con el siguiente';

export type LineReading =
  | { prescription: Prescription; problem?: undefined }
  | { prescription?: undefined; problem: string };

/** A line's fault, in words; it stays inside `readLine`. */
class LineProblem extends Error {}
const refuse = (words: string): never => {
  throw new LineProblem(words);
};
const notUnderstood = (typed: string) => refuse(`No entiendo «${typed}». Escribe, por ejemplo, 4x10 60kg 90"`);

const UNIT = `(?:kg|segundos|seg|s|minutos|min|["“”″'’′´])(?![a-z])`;
/** Blanks inside what belongs together: around x, / and -, around the 'a' of a range, before a unit, after a sign. */
const INNER_BLANKS = [
  /(?<=[\d"“”″'’′´]) ?([x×*]) ?/gi,
  / ?([/-]) ?/g,
  /(?<=\d) ?(a) ?(?=\d)/gi,
  /(?<= )([x×*@]) (?=\d)/gi,
  new RegExp(`(?<=\\d) (?=${UNIT})`, 'gi'),
];

/** The pieces of a line between its blanks, as they were typed. */
const piecesOf = (line: string) => {
  const joined = INNER_BLANKS.reduce(
    (text, blanks) => text.replace(blanks, (_, sign: unknown) => (typeof sign === 'string' ? sign : '')),
    line.replace(/\s+/g, ' '),
  );
  return joined.split(' ').filter((piece) => piece !== '');
};

/** One spelling of a piece. */
const spell = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[×*]/g, 'x')
    .replace(/[’′´]/g, "'")
    .replace(/[“”″]|''/g, '"')
    .replaceAll(',', '.');

const TIME = /^(?:(\d+)(?:"|s|seg|segundos)|(\d+)(?:min|minutos)|(\d+)'(?:(\d+)")?|(\d+):([0-5]\d))$/;
const KEYWORD = /^(?:descanso|desc|d)/;
const WEIGHT = /^[x@]?(\d+(?:\.\d{1,2})?(?:\/\d+(?:\.\d{1,2})?)*)kg$/;
const BARE_NUMBER = /^x?\d+(?:\.\d+)?$/;

function readTime(typed: string): number | undefined {
  const parts = TIME.exec(spell(typed));
  if (!parts) return undefined;
  const [seconds, minutes] = [parts[1] ?? parts[4] ?? parts[6] ?? 0, parts[2] ?? parts[3] ?? parts[5] ?? 0];
  return Number(minutes) * 60 + Number(seconds);
}

const readRest = (typed: string) => readTime(spell(typed).replace(KEYWORD, ''));

/** One weight, or one for each set. */
function readWeights(typed: string): number[] | undefined {
  const text = spell(typed);
  return text === 'pc' ? [0] : WEIGHT.exec(text)?.[1]?.split('/').map(Number);
}

function readAmount(typed: string): Amount | undefined {
  const seconds = readTime(typed);
  if (seconds !== undefined) return { reps: null, reps_max: null, seconds };
  const [, from, to] = /^(\d+)(?:[-a](\d+))?$/.exec(spell(typed)) ?? [];
  if (from === undefined) return undefined;
  const reps = Number(from);
  // From 8 to 8 is 8.
  return { reps, reps_max: to === undefined || Number(to) === reps ? null : Number(to), seconds: null };
}

const COUNTED = /^(\d+)[x×*](.*)$/i;
const WEIGHT_BEHIND = /^(.+?)[x×*](\d.*)$/i;
const looksLikeSets = (piece: string) => COUNTED.test(piece) || (piece.includes('/') && !readWeights(piece));

/** The sets that the first piece names, and a weight that hangs on it ('4x10x60kg'). */
function readAmounts(piece: string): { amounts: Amount[]; count: number; weight?: string } {
  const [, count, behind = ''] = COUNTED.exec(piece) ?? [];
  const [, typed = behind, weight] = WEIGHT_BEHIND.exec(behind) ?? [];
  const items = count === undefined ? piece.split('/') : [typed];
  const amounts = items.map((item) => readAmount(item) ?? notUnderstood(item || piece));
  const sets = count === undefined ? amounts.length : Number(count);
  return { amounts, count: sets, weight };
}

/** Why a line does not begin with its sets. */
function refuseBeginning([first = '', ...others]: string[]): never {
  const isTime = readTime(first) !== undefined;
  if (readAmount(first) && !(isTime && others.some(looksLikeSets))) refuse(`Falta cuántas series: escribe 1x${first}`);
  if (readWeights(first) ?? readRest(first) ?? (KEYWORD.test(spell(first)) && readTime(others[0] ?? '')))
    refuse('Primero las series, después el peso y el descanso');
  return notUnderstood(first);
}

/** Weight and rest, in either order, each at most once. */
function readParts(pieces: string[]): { weights?: number[]; rest: number | null } {
  let weights: number[] | undefined;
  let rest: number | undefined;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? '';
    // 'desc' and its time may be apart.
    const behind = KEYWORD.exec(spell(piece))?.[0] === spell(piece) ? readTime(pieces[index + 1] ?? '') : undefined;
    const time = behind ?? readRest(piece);
    const kilos = readWeights(piece);
    if (behind !== undefined) index += 1;
    if (kilos && weights) refuse('El peso está dos veces');
    if (time !== undefined && rest !== undefined) refuse('El descanso está dos veces');
    if (kilos) weights = kilos;
    else if (time !== undefined) rest = time;
    else if (BARE_NUMBER.test(spell(piece))) {
      const typed = piece.replace(/^[x×*]/i, '');
      refuse(`¿${typed} kg o ${typed} segundos? Escribe ${typed}kg o ${typed}"`);
    } else notUnderstood(piece);
  }
  return { weights, rest: rest ?? null };
}

function readPieces(pieces: string[]): PrescribedSet[] | null {
  const [first, ...others] = pieces;
  if (first === undefined) return null;
  if (!looksLikeSets(first)) refuseBeginning(pieces);
  const { amounts, count, weight } = readAmounts(first);
  const { weights = [], rest } = readParts(weight === undefined ? others : [weight, ...others]);
  if (count > LIMITS.sets) refuse(`Hasta ${LIMITS.sets} series`);
  if (count < 1) refuse(`De 1 a ${LIMITS.sets} series`);
  if (weights.length > 1 && weights.length !== count) refuse(`Hay ${weights.length} pesos para ${count} series`);
  return Array.from({ length: count }, (_, index) => {
    const amount = amounts[index] ?? amounts[0] ?? notUnderstood(first);
    const set = { ...amount, weight: weights[index] ?? weights[0] ?? null, rest };
    const [problem] = Object.values(setProblems(set));
    return problem === undefined ? set : refuse(problem);
  });
}

/** Reads a line as trainers type it; a blank one asks for the exercise's own sets. */
export function readLine(text: string): LineReading {
  try {
    const opening = text.indexOf('(');
    const closing = text.lastIndexOf(')');
    if (opening >= 0 && closing < opening) refuse('Falta cerrar el paréntesis');
    const hasNote = opening >= 0;
    const behind = hasNote ? text.slice(closing + 1).trim() : '';
    if (behind !== '') notUnderstood(behind.split(/\s+/)[0] ?? behind);
    const note = hasNote ? text.slice(opening + 1, closing).trim() : '';
    const line = hasNote ? text.slice(0, opening) : text;
    const body = line.replace(/\s*\+\s*$/, '');
    const sets = readPieces(piecesOf(body));
    if (note.length > LIMITS.note) refuse(`La nota puede tener hasta ${LIMITS.note} caracteres`);
    return { prescription: { sets, superset: body !== line && line.trimEnd().endsWith('+'), note } };
  } catch (error) {
    if (error instanceof LineProblem) return { problem: error.message };
    throw error;
  }
}

const writeTime = (seconds: number) =>
  seconds < 120 ? `${seconds}"` : `${Math.floor(seconds / 60)}'${seconds % 60 > 0 ? `${seconds % 60}"` : ''}`;
const writeAmount = ({ reps, reps_max, seconds }: Amount) =>
  seconds === null ? [reps, reps_max].filter((value) => value !== null).join('-') : writeTime(seconds);

function writeWeights(weights: readonly (number | null)[]): string {
  if (weights[0] === null) return '';
  if (weights.every((weight) => weight === 0)) return 'pc';
  return `${(isSame(weights) ? weights.slice(0, 1) : weights).map((weight) => formatKilos(weight ?? 0)).join('/')}kg`;
}

/** The line that says a prescription; undefined where one line cannot: with different rests, or weights only here and there. */
export function writeLine({ sets, superset, note }: Prescription): string | undefined {
  const parts = [superset ? '+' : '', note && `(${note})`];
  if (sets) {
    const [weights, rests] = [sets.map(({ weight }) => weight), sets.map(({ rest }) => rest)];
    const [rest = null] = rests;
    if (!isSame(rests) || !isSame(weights.map((weight) => weight === null))) return undefined;
    const amounts = sets.map(writeAmount);
    const effort = isSame(amounts) ? `${amounts.length}x${amounts[0]}` : amounts.join('/');
    parts.unshift(effort, writeWeights(weights), rest === null ? '' : writeTime(rest));
  }
  return parts.filter(Boolean).join(' ');
}
