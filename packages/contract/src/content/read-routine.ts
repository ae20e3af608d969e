import { createExerciseFinder, foldName, type NamedExercise, type NameReading } from './find-exercises';
import { lineOfCells, readRoutineLine } from './routine-line';
import { PRESCRIPTION_LIMITS, type Prescription } from './sets-line';

export const ROUTINE_LIMITS = { bytes: 20_000, days: 60, lines: 400 };

export type RoutineExercise<E extends NamedExercise> = {
  kind: 'exercise';
  /** The line or cells that it was read from. */
  typed: string;
  name: string;
  match: NameReading<E>;
  prescription: Prescription;
  /** Why something of the line could not be read; it is in the note. */
  problem?: string;
};
/** A line that is no exercise: of no use for the training (headings, greetings), or a text of its day. */
export type RoutineText = { kind: 'text'; typed: string; isOfDay: boolean };
export type RoutineItem<E extends NamedExercise> = RoutineExercise<E> | RoutineText;
export type RoutineDay<E extends NamedExercise> = {
  /** The line that opened it; undefined where the text names no day. */
  typed?: string;
  title: string;
  isRest: boolean;
  items: RoutineItem<E>[];
};
export type Routine<E extends NamedExercise> = {
  /** Lines before the first day. */
  preface: RoutineText[];
  days: RoutineDay<E>[];
};
export type RoutineReading<E extends NamedExercise> =
  | { routine: Routine<E>; problem?: undefined }
  | { routine?: undefined; problem: string };

const WEEKDAY = 'lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|lun|mar|mie|jue|vie|sab|dom';
const NUMBER_WORD = 'uno|dos|tres|cuatro|cinco|seis|siete|i{1,3}|iv|vi{0,2}|[a-f]';
const DAY = new RegExp(
  `^(?:(?:dia|day|sesion|entrenamiento|rutina|jornada|entreno)s? ?(?:n[°º]|nro\\.?|#)? ?(?:\\d{1,2}|${NUMBER_WORD})(?![\\p{L}\\d])|` +
    `(?:lu|ma|mi|ju|vi|sa|do)(?= ?[:.])|(?:${WEEKDAY})(?![\\p{L}\\d])(?:(?: ?[,/y-] ?| )(?:${WEEKDAY})(?![\\p{L}\\d]))*)`,
  'u',
);
const REST = /^(?:(?:dia de )?descanso(?: total| activo)?|libre|off|rest(?: day)?|dia libre)\.?$/;
const WEEK = /^(?:semanas?|week|mes|fase|microciclo|mesociclo)s? ?(?:n[°º] ?)?\d/;
const NOTE =
  /^(?:notas?|obs(?:ervacion(?:es)?)?|tips?|ojo|importante|aclaracion|consigna|recordar?|aclaraciones)\b ?[:.-]?/;
const SECTION =
  /^(?:entrada en calor|calentamiento|movilidad|activacion|bloque|circuito|core|finisher|vuelta a la calma|elongacion|superseries?|biseries?|triseries?|parte|zona media|tabata|emom|amrap|principal|accesorios|complementarios|warm ?up|cool ?down|fuerza|series gigantes?)\b/;
const LINKED: readonly (readonly [RegExp, number])[] = [
  [/^biseries?\b/, 2],
  [/^triseries?\b/, 3],
  [/^(?:superseries?|circuito|series gigantes?)\b/, Number.POSITIVE_INFINITY],
];
const ROUNDS = /(\d{1,2}) ?(?:vueltas|rondas|rounds|series|veces)|\bx ?(\d{1,2})\b/;
/** Words of which the title of a day or a part of one is made. */
const PARTS = new Set(
  `pecho espalda hombro hombros biceps triceps brazo brazos pierna piernas gluteo gluteos abdomen abdominales abs core cuadriceps
  isquios isquiotibiales gemelos pantorrillas femorales full body torso tren superior inferior upper lower push pull legs leg empuje
  traccion tiron zona media dorsal dorsales deltoides trapecio aductores cardio cuerpo completo entero y e con + / & medio dia fuerza
  hipertrofia potencia trapecios lumbares`.split(/\s+/),
);

/** A word with which a remark on the manner begins, behind a name. */
const HOW =
  /^(?:sin|hasta|baj(?:ar|ando)|sub(?:ir|iendo)|pausa|lento|cada|por|x|c\/|alternando|controlado|al fallo|ambos|ambas|manten\p{L}*|explosivo|rir|rpe|tempo|despacio)(?!\p{L})/u;

const COLUMNS: readonly (readonly [role: Role, words: RegExp])[] = [
  ['sets', /^(?:series? ?(?:x|y|por|\/|e) ?rep(?:s|eticiones)?|sets? ?x ?reps?|volumen|series y repeticiones)$/],
  ['name', /^(?:ejercicios?|nombre|movimientos?|exercise)$/],
  ['count', /^(?:series?|sets?|ser|vueltas|n° ?series|s)$/],
  ['amount', /^(?:rep(?:s|eticiones|e)?|rep\.|cantidad|tiempo|duracion|reps? ?\/ ?tiempo|r)$/],
  ['weight', /^(?:peso|kg|kgs|kilos|cargas?|peso kg|carga kg|p)$/],
  ['rest', /^(?:descansos?|desc|pausas?|rec(?:uperacion)?|micropausa|rest|d)$/],
  ['note', /^(?:notas?|obs(?:ervaciones)?|comentarios?|indicaciones|detalle|aclaraciones|tecnica)$/],
  ['day', /^(?:dia|dias|day|sesion)$/],
  ['label', /^(?:#|n°|nro|orden|bloque|item|serie n°)$/],
];
type Role = 'sets' | 'name' | 'count' | 'amount' | 'weight' | 'rest' | 'note' | 'day' | 'label';
type Column = { role: Role | 'other'; heading: string };

const CHAT =
  /^\[?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.? ?m\.?)?\]?(?: ?-)? ?[^:]{1,40}: ?/i;
const RULE = /^[\s|:_=~*–—.-]*$/;

/** A cell without what decorates it: emoji, bold of chats, bullets. */
const clean = (cell: string) =>
  cell
    .replace(/(\d)\u{FE0F}?\u{20E3}/gu, '$1) ')
    .replace(/[\p{Extended_Pictographic}\u{FE0F}\u{200B}-\u{200F}\u{FEFF}]/gu, (found) =>
      /[0-9#*]/.test(found) ? found : ' ',
    )
    .replace(/(^|[\s(])[*_~]+(?=\S)/g, '$1')
    .replace(/(?<=\S)[*_~]+(?=[\s:),.]|$)/g, '')
    .replace(/^[\s\-–—•·▪●○◦■□✓✔►>→➤#]+(?=[\s\p{L}\d([¿¡])/u, '')
    .replace(/\s+/g, ' ')
    .trim();

const BULLET = /^\s*(?:[-–—•·▪●○◦■□✓✔►>→➤*]\s|\d{1,2}\s?[.)°º-]\s?\D|[A-Ha-h]\s?\d?\s?[).]\s|\d️?⃣)/u;
const NUMBERED = /^\d{1,2}\s?(?:[.)°º]+-?|[-–](?=\s?\p{L}))\s*(?=[\p{L}\d([¿])/u;
const LABELLED = /^(?:([a-h])\s?(\d)|(\d)\s?([a-h]))\s?[).:\-–]*\s+(?=\p{L}|\d)/iu;
const LETTERED = /^[a-h]\s?[).]\s+(?=\p{L})/iu;

/** A line or cell without its number, and the letter or number that it shares with those of its superset. */
function takeLabel(text: string): { text: string; group?: string } {
  const [label, letter, , digit] = LABELLED.exec(text) ?? [];
  if (label !== undefined) return { text: text.slice(label.length), group: (letter ?? digit ?? '').toLowerCase() };
  return { text: text.replace(NUMBERED, '').replace(LETTERED, '') };
}

function cellsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim());
  if (line.includes('|'))
    return line
      .replace(/^\s*\||\|\s*$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  if (/;.*;/.test(line)) return line.split(';').map((cell) => cell.trim());
  return /\S {3,}\S/.test(line) ? line.trim().split(/ {3,}/) : [line.trim()];
}

function readColumns(cells: readonly string[]): Column[] | undefined {
  const columns = cells.map((heading): Column => {
    const word = foldName(heading)
      .replace(/[().:*_]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    return { role: COLUMNS.find(([, words]) => words.test(word))?.[0] ?? 'other', heading };
  });
  const known = columns.filter(({ role }) => role !== 'other').length;
  const isHeading = columns.some(({ role }) => role === 'name') ? known >= 2 : known >= 3;
  return isHeading ? columns : undefined;
}

/** The day that a line opens, and what stands behind it. */
function readDay(text: string): { title: string; behind: string; count: number } | undefined {
  // The folded text has as many letters as the one that was typed.
  const folded = foldName(text.normalize('NFC'));
  const opening = DAY.exec(folded)?.[0];
  if (opening === undefined) return undefined;
  const behind = text
    .normalize('NFC')
    .slice(opening.length)
    .replace(/^[\s:.)\-–—|>→]+/, '')
    .replace(/[\s:]+$/, '');
  const days = opening.match(new RegExp(WEEKDAY, 'g'));
  return { title: text.normalize('NFC').replace(/[\s:]+$/, ''), behind, count: days?.length ?? 1 };
}

/** True for words that name a part of the body or a kind of day, and nothing else. */
const namesParts = (text: string) =>
  foldName(text)
    .replace(/[^\p{L}+/&]+/gu, ' ')
    .trim()
    .split(' ')
    .every((word) => PARTS.has(word));

const isShouted = (text: string) => /\p{L}{3}/u.test(text) && text === text.toUpperCase();
const hasFigures = (text: string) => {
  const { prescription, problem } = readRoutineLine(text);
  return prescription.sets !== null || problem !== undefined;
};

type Line = { raw: string; cells: string[]; afterBlank: boolean };

class Reader<E extends NamedExercise> {
  readonly preface: RoutineText[] = [];
  readonly days: RoutineDay<E>[] = [];
  private day: RoutineDay<E> | undefined;
  private columns: Column[] | undefined;
  private wide: { at: number; day: RoutineDay<E> }[] | undefined;
  private week = '';
  private last: { item: RoutineExercise<E>; group?: string } | undefined;
  private section: { left: number; rounds: number } | undefined;

  private readonly lines: readonly Line[];
  private readonly find: Finder<E>;
  /** True if a line of the text names a day: other titles are parts of one then. */
  private readonly namesDays: boolean;

  constructor(lines: readonly Line[], find: Finder<E>, namesDays: boolean) {
    this.lines = lines;
    this.find = find;
    this.namesDays = namesDays;
  }

  read() {
    for (const [index, line] of this.lines.entries()) this.readOne(line, index);
    // The link of a day's last exercise leads nowhere.
    for (const { items } of this.days) {
      const item = items.findLast((one) => one.kind === 'exercise');
      if (item) item.prescription = { ...item.prescription, superset: false };
    }
    return { preface: this.preface, days: this.days };
  }

  private readOne(line: Line, index: number) {
    const { raw, cells, afterBlank } = line;
    if (afterBlank) this.section = undefined;
    const filled = cells.filter((cell) => cell !== '');
    if (RULE.test(raw)) return this.text(raw, false);
    const columns = filled.length > 1 ? readColumns(cells) : undefined;
    if (columns) {
      this.columns = columns;
      return this.text(raw, false);
    }
    if (filled.length > 1 && this.openWide(cells, raw)) return;
    if (this.wide && (filled.length > 1 || cells.length > 1)) return this.readWide(cells);
    const [only = ''] = filled;
    if (filled.length === 1) {
      this.wide = undefined;
      return this.readText(clean(only.replace(CHAT, '')), raw, index);
    }
    if (this.columns) return this.readUnderColumns(cells, raw);
    return this.readCells(filled, raw, index);
  }

  /** Days side by side, one in each column or group of columns. */
  private openWide(cells: readonly string[], raw: string): boolean {
    const days = cells.flatMap((cell, at) => {
      const day = readDay(clean(cell));
      return day ? [{ at, ...day }] : [];
    });
    if (days.length < 2) return false;
    this.wide = days.map(({ at, title, behind }) => ({ at, day: this.open(title, title, isRestWord(behind)) }));
    this.columns = undefined;
    const named = new Set(days.map(({ at }) => at));
    const others = cells.filter((cell, at) => cell !== '' && !named.has(at));
    if (others.length > 0) this.text(raw, false);
    return true;
  }

  private readWide(cells: readonly string[]) {
    const wide = this.wide ?? [];
    const ahead = cells.slice(0, wide[0]?.at).filter(Boolean).join(' ');
    if (ahead !== '') this.text(ahead, false);
    for (const [place, { at, day }] of wide.entries()) {
      const filled = cells.slice(at, wide[place + 1]?.at).filter((cell) => cell !== '');
      if (filled.length === 0) continue;
      this.day = day;
      const lastItem = day.items.at(-1);
      this.last = lastItem?.kind === 'exercise' ? { item: lastItem } : undefined;
      const typed = filled.join(' | ');
      if (readColumns(filled)) this.text(typed, false);
      else if (isRestWord(filled.join(' ')) && day.items.length === 0) {
        day.isRest = true;
        this.text(typed, false);
      } else this.exercise(rowLine(filled.map(clean)), typed);
    }
  }

  private readUnderColumns(cells: readonly string[], raw: string) {
    const columns = this.columns ?? [];
    const of = (role: Role) =>
      cells
        .filter((cell, at) => columns[at]?.role === role && cell !== '')
        .map(clean)
        .join(' ');
    const day = of('day');
    const opened = day === '' ? undefined : readDay(/^\d/.test(day) ? `Día ${day}` : day);
    if (day !== '' && (opened?.title ?? day) !== this.day?.title) this.open(opened?.title ?? day, '', false);
    const name = of('name');
    const rest =
      this.day &&
      isRestWord(
        name ||
          cells
            .filter((_, at) => columns[at]?.role !== 'day')
            .join(' ')
            .trim(),
      );
    if (rest && this.day) {
      this.day.isRest = true;
      return this.text(raw, false);
    }
    const ownDay = name === '' ? undefined : readDay(name);
    if (ownDay) return this.openDay(ownDay, raw);
    const line = lineOfCells({
      sets: of('sets'),
      count: of('count'),
      amount: of('amount'),
      weight: of('weight'),
      rest: of('rest'),
    });
    const isSaid = (text: string) => !/^[-–—]*$/.test(text);
    const others = cells.flatMap((cell, at) => {
      const { role = 'other', heading = '' } = columns[at] ?? {};
      if (!isSaid(cell) || (role !== 'other' && role !== 'note')) return [];
      return role === 'note' || heading === '' ? [clean(cell)] : [`${heading}: ${clean(cell)}`];
    });
    const { text, group } = takeLabel(name);
    const label = of('label');
    const labelled = LABELLED.exec(`${label} x`)?.[1];
    this.exercise(`${text} ${line}`, raw, {
      group: group ?? labelled?.toLowerCase(),
      note: others.join('; '),
      name: text,
    });
  }

  private readCells(filled: readonly string[], raw: string, index: number) {
    const cleaned = filled.map((cell) => clean(cell.replace(CHAT, '')));
    const [first = '', ...others] = cleaned;
    const day = readDay(first);
    if (day) {
      this.openDay(
        {
          ...day,
          ...(others.length === 1 &&
            !hasFigures(others[0]!) && { title: `${day.title} - ${others[0]}`, behind: others[0]! }),
        },
        raw,
      );
      if (others.length > 1 || hasFigures(others[0] ?? '')) this.exercise(rowLine(others), raw);
      return;
    }
    const isLabel =
      /^(?:\d{1,2}|[a-h]\d?)[.)]?$/i.test(first) && others.length > 1 && /\p{L}{3}/u.test(others[0] ?? '');
    if (isLabel) {
      const group = LABELLED.exec(`${first} x`)?.[1]?.toLowerCase();
      return this.exercise(rowLine(others), raw, { group });
    }
    if (!hasFigures(cleaned.join(' ')) && !cleaned.slice(1).some((cell) => /\d/.test(cell)))
      return this.readText(cleaned.join(' - '), raw, index);
    const { text, group } = takeLabel(first);
    this.exercise(rowLine([text, ...others]), raw, { group });
  }

  private openDay({ title, behind, count }: { title: string; behind: string; count: number }, raw: string) {
    if (isRestWord(behind))
      for (let times = 0; times < count; times += 1) this.open(title, times === 0 ? raw : '', true);
    else if (behind !== '' && hasFigures(behind)) {
      const at = title.lastIndexOf(behind);
      this.open(title.slice(0, at).replace(/[\s:\-–—]+$/, ''), raw, false);
      this.inline(behind, raw);
    } else this.open(title, raw, false);
  }

  private open(title: string, typed: string, isRest: boolean): RoutineDay<E> {
    const day: RoutineDay<E> = { typed, title: this.week ? `${this.week} · ${title}` : title, isRest, items: [] };
    this.days.push(day);
    this.day = day;
    this.last = undefined;
    this.section = undefined;
    return day;
  }

  /** A text that is no exercise; of the day, if it tells something about it. */
  private text(typed: string, isOfDay: boolean) {
    const item: RoutineText = { kind: 'text', typed: typed.trim(), isOfDay: isOfDay && this.day !== undefined };
    (this.day?.items ?? this.preface).push(item);
  }

  /** The exercise before goes with the next. */
  private link() {
    const { item } = this.last ?? {};
    if (item) item.prescription = { ...item.prescription, superset: true };
  }

  private noteOfLast(words: string, raw: string): boolean {
    const { item } = this.last ?? {};
    if (!item) return false;
    const note = [item.prescription.note, words].filter(Boolean).join('; ');
    if (note.length > PRESCRIPTION_LIMITS.note) return false;
    item.prescription = { ...item.prescription, note };
    item.typed = `${item.typed}\n${raw.trim()}`;
    return true;
  }

  private readText(text: string, raw: string, index: number) {
    const folded = foldName(text);
    if (text === '') return this.text(raw, false);
    if (WEEK.test(folded) && !hasFigures(text)) {
      this.week = text.replace(/[\s:]+$/, '');
      this.day = undefined;
      return this.text(raw, false);
    }
    const day = readDay(text);
    if (day) return this.openDay(day, raw);
    if (isRestWord(text)) {
      if (this.day && this.day.items.length === 0) {
        this.day.isRest = true;
        return this.text(raw, false);
      }
      this.open(text, raw, true);
      return;
    }
    const { text: line, group } = takeLabel(text);
    if (NOTE.test(folded) || /^\(.*\)$/.test(text)) {
      if (!this.noteOfLast(text.replace(/^\((.*)\)$/, '$1'), raw)) this.text(text, true);
      return;
    }
    const bulleted = BULLET.test(raw.replace(CHAT, '')) || group !== undefined;
    if (SECTION.test(folded) && this.openSection(folded, line, raw)) return;
    const { name, prescription, problem } = readRoutineLine(line);
    if (name === '') return this.goOn(line, raw, prescription, problem);
    if (prescription.sets !== null || problem !== undefined) return this.inline(line, raw, group);
    return this.readWords(line, raw, index, bulleted, group);
  }

  /** 'Bloque A', 'Biserie', 'Circuito (3 vueltas)': a part of a day; false where it is an exercise of that name. */
  private openSection(folded: string, line: string, raw: string): boolean {
    const linked = LINKED.find(([pattern]) => pattern.test(folded))?.[1] ?? 0;
    const [, many, times] = ROUNDS.exec(folded) ?? [];
    const rounds = Number(many ?? times ?? 0);
    const { prescription } = readRoutineLine(line);
    if (linked === 0 && this.find(line).kind === 'found') return false;
    // 'Entrada en calor: 10 min de bici' names an exercise too.
    const [, behind = ''] = /: *(.+)/.exec(line) ?? [];
    if (behind !== '' && hasFigures(behind) && this.find(readRoutineLine(behind).name).kind !== 'new') {
      this.exercise(behind, raw);
      return true;
    }
    if (linked === 0 && prescription.sets !== null && behind === '') return false;
    this.text(raw, true);
    this.last = undefined;
    this.section = linked > 0 ? { left: linked, rounds } : undefined;
    return true;
  }

  /** A line without a name goes on about the exercise before it. */
  private goOn(line: string, raw: string, prescription: Prescription, problem: string | undefined) {
    const { item } = this.last ?? {};
    if (!item) return this.text(raw, true);
    if (!item.prescription.sets && prescription.sets) {
      item.prescription = {
        ...item.prescription,
        ...prescription,
        note: [item.prescription.note, prescription.note].filter(Boolean).join('; '),
      };
      if (problem !== undefined) item.problem = problem;
      item.typed = `${item.typed}\n${raw.trim()}`;
      return;
    }
    const sets = item.prescription.sets;
    const part = readRoutineLine(`a 1x1 ${line}`).prescription.sets?.[0];
    if (sets && part && !prescription.sets && (part.rest ?? part.weight) !== null) {
      const { weight, rest } = part;
      item.prescription = {
        ...item.prescription,
        sets: sets.map((set) => ({ ...set, weight: set.weight ?? weight, rest: set.rest ?? rest })),
      };
      item.typed = `${item.typed}\n${raw.trim()}`;
      return;
    }
    if (!this.noteOfLast(line, raw)) this.text(raw, true);
  }

  /** Words alone: a title, an exercise without sets, or a sentence. */
  private readWords(line: string, raw: string, index: number, bulleted: boolean, group: string | undefined) {
    const next = this.lines[index + 1];
    const before = this.lines[index - 1];
    const nextText = next && clean(next.cells.filter(Boolean).join(' '));
    const leads = nextText !== undefined && hasFigures(takeLabel(nextText).text);
    const goesOn = leads && readRoutineLine(takeLabel(nextText).text).name === '';
    const words = line.split(' ').length;
    const { kind } = this.find(line);
    const isSentence = words > 7 || /[.!?]$/.test(line) || /^[¡¿]/.test(line);
    if (!bulleted && !goesOn) {
      const stands = this.lines[index]?.afterBlank === true || before === undefined;
      const isFollowed = next !== undefined && !next.afterBlank && !readDay(nextText ?? '');
      const isTitle =
        (isFollowed && namesParts(line) && (leads || stands || isShouted(line))) ||
        line.endsWith(':') ||
        (isShouted(line) && leads && kind === 'new');
      if (isTitle || (stands && leads && kind === 'new' && !isSentence))
        return this.openTitle(line, raw, isTitle || stands);
    }
    if (kind !== 'found' && (isSentence || (!this.day && !bulleted && !goesOn && kind === 'new'))) {
      if (isSentence && this.lines[index]?.afterBlank === false && this.noteOfLast(line, raw)) return;
      return this.text(raw, true);
    }
    this.exercise(line, raw, { group });
  }

  private openTitle(line: string, raw: string, isWhole: boolean) {
    const title = line.replace(/[\s:]+$/, '');
    if (this.namesDays || !isWhole) {
      this.text(raw, true);
      this.last = undefined;
    } else this.open(title, raw, false);
  }

  /** 'Press banca 4x10, remo 4x10', and 'Press banca + remo 4x10', which is a superset. */
  private inline(line: string, raw: string, group?: string) {
    const parts = line.split(/[,;] +(?=\p{L})/u);
    if (
      parts.length > 1 &&
      parts.every((part) => readRoutineLine(part).name !== '' && readRoutineLine(part).prescription.sets)
    ) {
      for (const [index, part] of parts.entries()) this.inline(part, index < parts.length - 1 ? `${part},` : part);
      return;
    }
    const joined = line.split(/ \+ (?=\d{0,2} ?x?.*\p{L}{3})/u);
    const [first = '', ...others] = joined;
    if (
      others.length > 0 &&
      others.every((part) => readRoutineLine(part).name !== '') &&
      readRoutineLine(first).name !== ''
    ) {
      const shared = joined.map((part) => readRoutineLine(part).prescription).find(({ sets }) => sets !== null);
      for (const [index, part] of joined.entries()) {
        const link = index < joined.length - 1;
        this.exercise(part, link ? `${part} +` : part, { link, sets: shared?.sets });
      }
      return;
    }
    this.exercise(line, raw, { group });
  }

  private exercise(
    line: string,
    typed: string,
    more: { group?: string; note?: string; name?: string; link?: boolean; sets?: Prescription['sets'] } = {},
  ) {
    // What a section says of its exercises holds in a day that no line opens too.
    const { section } = this;
    const day = this.day ?? this.open('', '', false);
    this.section = section;
    const { name: read, prescription, problem } = readRoutineLine(line);
    if (read === '') return this.goOn(line, typed, prescription, problem);
    const { name, match, behind } = this.match(read);
    const note = [behind, prescription.note, more.note].filter(Boolean).join('; ');
    const { group, link = false } = more;
    if (section && section.left > 0) this.link();
    if (section) section.left -= 1;
    if (section?.left === 0) this.section = undefined;
    if (group !== undefined && this.last?.group === group) this.link();
    const sets = prescription.sets ?? more.sets ?? null;
    const item: RoutineExercise<E> = {
      kind: 'exercise',
      typed: typed.trim(),
      name,
      match,
      prescription: {
        sets:
          section && section.rounds > 1 && sets?.length === 1
            ? Array.from({ length: Math.min(section.rounds, PRESCRIPTION_LIMITS.sets) }, () => sets[0]!)
            : sets,
        superset: prescription.superset || link,
        note: note.slice(0, PRESCRIPTION_LIMITS.note),
      },
      ...(problem !== undefined && { problem }),
      ...(note.length > PRESCRIPTION_LIMITS.note && {
        problem: `La nota puede tener hasta ${PRESCRIPTION_LIMITS.note} caracteres`,
      }),
    };
    day.isRest = false;
    day.items.push(item);
    this.last = { item, group };
  }

  /** The exercise that a name means; where only its beginning is one, what follows is the note. */
  private match(name: string): { name: string; match: NameReading<E>; behind: string } {
    const match = this.find(name);
    if (match.kind === 'found' || (match.kind === 'guess' && match.isWhole)) return { name, match, behind: '' };
    const words = name.split(' ');
    for (let count = words.length - 1; count > 0; count -= 1) {
      const part = words
        .slice(0, count)
        .join(' ')
        .replace(/[\s,;:.\-–—]+$/, '');
      const other = this.find(part);
      const isWhole = other.kind === 'found' || (other.kind === 'guess' && other.isWhole);
      const isCut =
        /[,;:\-–—]$/.test(words[count - 1] ?? '') ||
        /^[-–—]$/.test(words[count] ?? '') ||
        HOW.test(foldName(words.slice(count).join(' ')));
      if (isWhole && isCut)
        return {
          name: part,
          match: other,
          behind: words
            .slice(count)
            .join(' ')
            .replace(/^[\s\-–—]+/, ''),
        };
    }
    return { name, match, behind: '' };
  }
}

const isRestWord = (text: string) =>
  !/\d/.test(text) &&
  REST.test(
    foldName(text)
      .replace(/[^\p{L} ]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Cells without headings, as a line: a name, then count and amount where they stand apart, weight and rest. */
function rowLine([name = '', ...others]: readonly string[]): string {
  const [count = '', amount = '', ...rest] = others;
  const isCount = /^\d{1,2}$/.test(count) && Number(count) <= PRESCRIPTION_LIMITS.sets;
  if (!isCount || !/^\d{1,3}\b/.test(amount)) return [name, ...others].join(' ');
  const numbers = rest.filter((cell) => /^\d+(?:[.,]\d+)?$/.test(cell));
  const [weight = '', pause = ''] = numbers.length === 2 && rest.length >= 2 ? rest : [];
  const parts = numbers.length === 2 ? rest.slice(2) : rest;
  return `${name} ${lineOfCells({ count, amount, weight, rest: pause })} ${parts.join(' ')}`;
}

type Finder<E extends NamedExercise> = (name: string) => NameReading<E>;
const finders = new WeakMap<readonly NamedExercise[], { synonyms: unknown; find: Finder<NamedExercise> }>();

/** The same list is put in order once. */
export function finderOf<E extends NamedExercise>(
  exercises: readonly E[],
  synonyms: readonly (readonly string[])[],
): Finder<E> {
  const known = finders.get(exercises);
  if (known?.synonyms === synonyms) return known.find as Finder<E>;
  const find = createExerciseFinder(exercises, synonyms);
  finders.set(exercises, { synonyms, find });
  return find;
}

/** Reads a routine as it was copied from a spreadsheet or a chat: days, exercises and sets. Every line is in what it answers. */
export function readRoutine<E extends NamedExercise>(
  text: string,
  exercises: readonly E[],
  synonyms: readonly (readonly string[])[],
): RoutineReading<E> {
  const { bytes, days, lines: most } = ROUTINE_LIMITS;
  if (text.length > bytes || new TextEncoder().encode(text).length > bytes)
    return { problem: 'El texto es demasiado largo: se pueden pegar hasta 20 kB' };
  const lines: Line[] = [];
  let afterBlank = false;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    if (raw.trim() !== '') lines.push({ raw, cells: cellsOf(raw), afterBlank });
    afterBlank = raw.trim() === '';
  }
  if (lines.length > most) return { problem: `La rutina es demasiado larga: se pueden pegar hasta ${most} líneas` };
  const opened = lines.reduce(
    (sum, { cells }) => sum + cells.filter((cell) => readDay(clean(cell.replace(CHAT, '')))).length,
    0,
  );
  const tooMany = { problem: `La rutina es demasiado larga: se pueden pegar hasta ${days} días` };
  if (opened > days) return tooMany;
  const routine = new Reader(lines, finderOf(exercises, synonyms), opened > 0).read();
  return routine.days.length > days ? tooMany : { routine };
}
