import { NO_PRESCRIPTION, PRESCRIPTION_LIMITS, readLine, type PrescribedSet, type Prescription } from './sets-line';

/** What one line of a routine says of an exercise, before its name is looked up. */
export type RoutineLineReading = {
  /** Name as it was typed; empty where the line only goes on about the exercise before it. */
  name: string;
  prescription: Prescription;
  /** Why something of the line could not be read as sets; it is in the note. */
  problem?: string;
};

const UNIT = String.raw`kg|seg|min|s\b|["']`;
const REST_WORD = String.raw`(?:descanso|descansos|descansar|desc|pausas?|micropausas?|recuperaci[oó]n|recup|rec|rest)\.?(?![a-z])`;

const numbersOf = (list: string) => list.match(/\d+/g) ?? [];

/** '4x12/10/8/6' and '3x12-10-8' name each set, '4x8/12' is a range, as '4x8 a 12' is. */
function spellCounted(all: string, count: string, list: string): string {
  const numbers = numbersOf(list);
  if (numbers.length === Number(count) && (numbers.length > 2 || Number(numbers[0]) > Number(numbers[1])))
    return numbers.join('/');
  return numbers.length === 2 && Number(numbers[0]) <= Number(numbers[1]) ? `${count}x${numbers.join('-')}` : all;
}

/** The ways in which trainers write sets, as the one line of sets says them. */
const SPELLINGS: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/[’′´‘`]/g, "'"],
  [/[“”″]|''/g, '"'],
  [/[×✕✖]/g, 'x'],
  [/\b(\d{1,2}) ?(?:series|serie|sets?|ser\.?|vueltas|rondas) ?(?:de|x|por|:|-|con)? ?(?=\d)/gi, '$1x'],
  [/(\d) ?(?:repeticiones|repetición|repeticion|repes|reps?)\.?(?![a-z])/gi, '$1'],
  [/\b(\d{1,2}) de (?=\d)/gi, '$1x'],
  [/\b(\d{1,2}) ?[x*] ?(?=\d)/gi, '$1x'],
  [/(?<= |^)x (?=\d)/gi, 'x'],
  [/(\d) ?(?:kilogramos|kilos?|kgs?|k)\.?(?![a-z])/gi, '$1kg'],
  [/(\d) ?(?:segundos|segundo|segs?|secs?)\.?(?![a-z])/gi, '$1seg'],
  [/(\d) ?(?:minutos|minuto|mins?)\.?(?![a-z])/gi, '$1min'],
  [/(\d) s(?![a-z])/gi, '$1s'],
  [/(\d) (?=["'])/g, '$1'],
  [/\b1[.,]5min/gi, '90seg'],
  [/(\d+)min ?(?:y )?(\d+)seg/gi, `$1'$2"`],
  [
    new RegExp(String.raw`\b(\d{1,2})x(\d{1,3}(?: ?(?:[-–/,]|\ba\b) ?\d{1,3})+)(?![\d.x]|,\d| ?(?:${UNIT}))`, 'gi'),
    spellCounted,
  ],
  [
    new RegExp(
      String.raw`(?<![\dx/.,-]|x )(\d{1,3}(?: ?[-–/] ?\d{1,3}){2,}|\d{1,3}(?: ?, ?\d{1,3}){2,})(?![\d.x/-]|,\d| ?(?:${UNIT}))`,
      'gi',
    ),
    (_, list = '') => numbersOf(list).join('/'),
  ],
  [
    /(?<![\dx/.,-])(\d+(?:[.,]\d+)?(?: ?[-–/] ?\d+(?:[.,]\d+)?)+)kg/gi,
    (_, list = '') => `${list.replace(/ ?[-–/] ?/g, '/')}kg`,
  ],
  [/(?<= |^)(?:con|c\/|a|@|de|x) ?(?=\d+(?:[.,]\d+)?(?:\/\d+(?:[.,]\d+)?)*kg)/gi, ''],
  [/(?<= |^)(?:peso corporal|s\/ ?peso|sin peso|p\. ?c\.?)(?![a-z])/gi, 'pc'],
  [new RegExp(String.raw`(?<= |^)${REST_WORD} ?(?:de|:|=|-)? ?(?=\d)`, 'gi'), 'desc'],
  [new RegExp(String.raw`(?<= |^)(\d+(?:seg|min|s|["'](?:\d+")?)) (?:de )?${REST_WORD}`, 'gi'), 'desc$1'],
];

/** One line in the words of the house, with blanks between its pieces. */
export const spellLine = (text: string) =>
  SPELLINGS.reduce(
    (line, [pattern, spelling]) =>
      typeof spelling === 'string' ? line.replace(pattern, spelling) : line.replace(pattern, spelling),
    text.replace(/\s+/g, ' ').trim(),
  );

type Kind = 'sets' | 'oddSets' | 'weight' | 'rest' | 'number' | 'mark' | 'word';

function kindOf(piece: string): Kind {
  if (/^[-–—:;,.|=>→+&/]+$/.test(piece)) return 'mark';
  if (/^\d{1,4}(?:[.,]\d+)?$/.test(piece)) return 'number';
  if (!/\d/.test(piece) && !/^pc$/i.test(piece)) return 'word';
  if (/^\d{1,3}x\d|^\d+(?:-\d+)?(?:\/\d+(?:-\d+)?)+["']?$/i.test(piece)) return 'sets';
  if (/^\d{1,2}x[a-zá]/i.test(piece)) return 'oddSets';
  if (/^(?:[x@]?\d+(?:[.,]\d+)?(?:\/\d+(?:[.,]\d+)?)*kg|pc)$/i.test(piece)) return 'weight';
  const isTime = typeof readLine(`1x${piece}`).prescription?.sets?.[0]?.seconds === 'number';
  const set = readLine(`1x1 ${piece}`).prescription?.sets?.[0];
  return isTime || (set?.rest !== null && set?.rest !== undefined) ? 'rest' : 'word';
}

type Piece = { text: string; kind: Kind };

const piecesOf = (line: string): Piece[] =>
  line
    .split(' ')
    .map((text) => text.replace(/(?<=[^\s,;.])[,;:.]+$/, ''))
    .filter((text) => text !== '')
    .map((text) => ({ text, kind: kindOf(text) }));

const isPart = ({ kind }: Piece) => kind === 'weight' || kind === 'rest';
const isTime = ({ text, kind }: Piece) => kind === 'rest' && /^\d/.test(text);
const hasSets = ({ kind }: Piece) => kind === 'sets' || kind === 'oddSets';

const trimName = (name: string) => name.replace(/^[\s\-–—:=,.;>→|/+•*]+|[\s\-–—:=,.;>→|/+*(]+$/g, '');

/** Where no piece is sets: '20 burpees', 'Burpees x20' and 'Cinta 20 min' ask for one set. */
function withOneSet(pieces: Piece[]): Piece[] {
  const one = (at: number, amount: string) => pieces.with(at, { text: `1x${amount}`, kind: 'sets' });
  const times = pieces.findIndex(({ text }) => /^x\d{1,3}$/i.test(text));
  if (times >= 0) return one(times, pieces[times]!.text.slice(1));
  const time = pieces.findIndex(isTime);
  const words = pieces.filter(({ kind }) => kind === 'word');
  if (time >= 0 && words.length > 0) return one(time, pieces[time]!.text);
  const [first, second] = pieces;
  if (first?.kind === 'number' && second?.kind === 'word' && /^\d{1,3}$/.test(first.text)) return one(0, first.text);
  return pieces;
}

type Group = { sets: Piece; parts: Piece[] };

/** Numbers without a unit are told by what is said beside them: of weight and rest, the other one. */
function withUnits({ sets, parts }: Group): string {
  const has = (kind: Kind) => parts.some((part) => part.kind === kind);
  const numbers = parts.filter(({ kind }) => kind === 'number');
  const unit =
    numbers.length === 1 ? (has('rest') && !has('weight') ? 'kg' : has('weight') && !has('rest') ? '"' : '') : '';
  return [sets.text, ...parts.map(({ text, kind }) => (kind === 'number' ? `${text}${unit}` : text))].join(' ');
}

/** Reads what a line of a routine says: a name, then sets, weight and rest; what stands behind is the note. */
export function readRoutineLine(text: string): RoutineLineReading {
  const notes: string[] = [];
  const problems: string[] = [];
  // What stands in brackets is a note, but for sets; before any sets it may belong to the name.
  const opened = spellLine(text).replace(/ ?[([]([^()[\]]*)[)\]] ?/g, (_, inside: string) => {
    if (piecesOf(inside.trim()).some((piece) => hasSets(piece) || isPart(piece))) return ` ${inside} `;
    if (inside.trim() !== '') notes.push(inside.trim());
    return ' ';
  });
  const superset = /\+\s*$/.test(opened);
  const raw = piecesOf(opened.replace(/\+\s*$/, '').trim());
  const counted = raw.some(hasSets) ? raw : withOneSet(raw);
  const pieces =
    counted[0]?.kind === 'number' && counted[1]?.kind === 'word' && counted.some(hasSets) ? counted.slice(1) : counted;
  const start = pieces.findIndex(hasSets);
  const before = start === -1 ? pieces : pieces.slice(0, start);
  const early = before.filter((piece) => isPart(piece) && (start >= 0 || !isTime(piece)));
  let name = trimName(
    before
      .filter((piece) => !early.includes(piece))
      .map((piece) => piece.text)
      .join(' '),
  );
  const groups: Group[] = [];
  const rest: Piece[] = [];
  let isOver = false;
  for (const piece of start === -1 ? [] : pieces.slice(start)) {
    const group = groups.at(-1);
    if (piece.kind === 'sets' && !isOver) groups.push({ sets: piece, parts: [] });
    else if (group && (isPart(piece) || piece.kind === 'number') && !isOver) group.parts.push(piece);
    else if (piece.kind === 'mark' && rest.length === 0) continue;
    else if (name === '' && piece.kind === 'word') {
      // Sets first: the name is what follows them, up to the next part.
      const following = pieces.slice(pieces.indexOf(piece));
      const end = following.findIndex((one) => isPart(one) || hasSets(one));
      const words = end === -1 ? following : following.slice(0, end);
      name = trimName(words.map((one) => one.text).join(' '));
      if (end === -1) break;
      for (const one of following.slice(end)) (group && isPart(one) ? group.parts : rest).push(one);
      break;
    } else {
      isOver = true;
      rest.push(piece);
      if (piece.kind === 'oddSets') problems.push(readLine(piece.text).problem ?? '');
    }
  }
  groups[0]?.parts.unshift(...early);
  const sets: PrescribedSet[] = [];
  for (const group of groups) {
    const line = withUnits(group);
    const { prescription, problem } = readLine(line);
    const plain = prescription ?? readLine(group.sets.text).prescription;
    if (problem !== undefined) {
      problems.push(problem);
      rest.unshift(...(plain ? group.parts : [group.sets, ...group.parts]));
    }
    sets.push(...(plain?.sets ?? []));
  }
  if (groups.length === 0) rest.unshift(...early);
  if (sets.length > PRESCRIPTION_LIMITS.sets) problems.push(`Hasta ${PRESCRIPTION_LIMITS.sets} series`);
  const behind = trimName(rest.map((piece) => piece.text).join(' '));
  const note = [behind, ...notes].filter(Boolean).join('; ');
  if (note.length > PRESCRIPTION_LIMITS.note)
    problems.push(`La nota puede tener hasta ${PRESCRIPTION_LIMITS.note} caracteres`);
  const kept = sets.slice(0, PRESCRIPTION_LIMITS.sets);
  return {
    name,
    prescription: {
      ...NO_PRESCRIPTION,
      sets: kept.length > 0 ? kept : null,
      superset,
      note: note.slice(0, PRESCRIPTION_LIMITS.note),
    },
    ...(problems[0] !== undefined && { problem: problems[0] }),
  };
}

/** Cells of a row under their headings, as a line: the count of sets and their amount stand apart there. */
export function lineOfCells(cells: Partial<Record<'sets' | 'count' | 'amount' | 'weight' | 'rest', string>>): string {
  const { sets = '', count = '', amount = '', weight = '', rest = '' } = cells;
  const bare = (text: string) => /^\d+(?:[.,]\d+)?$/.test(text);
  const list = /^\d{1,3}(?: ?[-–/,] ?\d{1,3}){2,}$/.test(amount);
  const range =
    /^\d{1,3} ?(?:-|–|a|\/) ?\d{1,3}$/.test(amount) && Number(numbersOf(amount)[0]) < Number(numbersOf(amount)[1]);
  const effort = list
    ? numbersOf(amount).join('/')
    : range
      ? `${count || 1}x${numbersOf(amount).join('-')}`
      : amount && (count ? `${count}x${amount}` : /^\d/.test(amount) ? `1x${amount}` : amount);
  const weights = /^\d+(?:[.,]\d+)?(?: ?[-–/] ?\d+(?:[.,]\d+)?)*$/.test(weight) ? `${weight}kg` : weight;
  // In a column of rests, 2 are minutes and 90 are seconds.
  const pause = bare(rest) ? (Number(rest) < 10 ? `${rest}min` : `${rest}"`) : rest;
  const isNone = (text: string) => /^[-–—]*$/.test(text);
  return [
    sets,
    effort || (count && `${count} series`),
    isNone(weights) ? '' : weights,
    isNone(pause) ? '' : pause.replace(/^(?=\d)/, 'desc '),
  ]
    .filter(Boolean)
    .join(' ');
}
