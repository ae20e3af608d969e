import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXERCISE_SYNONYMS } from './exercise-synonyms';
import { readRoutine, ROUTINE_LIMITS, type Routine, type RoutineReading } from './read-routine';
import { ROUTINES, TITLES } from './routines.fixtures';
import { writeLine } from './sets-line';

type Exercise = { id: number; title: string };
const catalogue: Exercise[] = TITLES.map((title, index) => ({ id: index + 1, title }));

const read = (text: string, exercises = catalogue): Routine<Exercise> => {
  const { routine, problem }: RoutineReading<Exercise> = readRoutine(text, exercises, EXERCISE_SYNONYMS);
  if (!routine) throw new Error(problem);
  return routine;
};

/** A routine in the notation of the fixtures. */
const written = ({ days }: Routine<Exercise>) =>
  days.flatMap(({ title, isRest, items }) => [
    `${isRest ? '~' : '#'} ${title}`.trim(),
    ...items.flatMap((item) =>
      item.kind === 'exercise'
        ? [`${item.match.exercise?.title ?? `+${item.name}`}: ${writeLine(item.prescription) ?? 'A medida'}`.trim()]
        : [],
    ),
  ]);

describe('a routine that is pasted', () => {
  it.each(ROUTINES)(
    'PEG-01 $name gives the days, exercises and sets that a person reads',
    ({ text, read: expected }) => {
      expect(written(read(text))).toEqual(expected.split('\n'));
    },
  );

  it('PEG-01 finds or rightly guesses at least nine names in ten of those that the catalogue has', () => {
    let [named, right] = [0, 0];
    for (const { text, read: expected } of ROUTINES) {
      const titles = expected.split('\n').filter((line) => !/^[#~+]/.test(line));
      const found = written(read(text));
      named += titles.length;
      right += titles.filter((line) => found.some((one) => one.split(':')[0] === line.split(':')[0])).length;
    }
    expect(named).toBeGreaterThan(150);
    expect(right / named).toBeGreaterThanOrEqual(0.9);
  });

  /** Everything that a review shows. */
  const shown = ({ preface, days }: Routine<Exercise>) =>
    [...preface, ...days.flatMap(({ typed = '', items }) => [{ typed }, ...items])]
      .map(({ typed }) => typed)
      .join('\n');

  it('PEG-02 shows every line of the text, whatever stands in it', () => {
    const lines = ROUTINES.flatMap(({ text }) => text.split('\n'));
    const oddities = [
      '???',
      'x',
      '4x',
      '4x10',
      '25x10 abdominales',
      'press 4x10 80%',
      '(',
      '\t\t4x10',
      'a\tb',
      '   ',
      '|',
      ';;',
    ];
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...lines) },
      { weight: 1, arbitrary: fc.constantFrom(...oddities) },
      { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), (typed) => {
        const text = typed.join('\n');
        const all = shown(read(text)).replace(/[\s|;]+/g, '');
        for (const one of text.split(/[\n\r\t|;]/)) expect(all).toContain(one.replace(/\s+/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  it('PEG-02 keeps what it does not understand in the note, says why, and reads the rest', () => {
    const { days } = read('Día 1\nPress banca 4x10 60\nRemo con barra 4x10 40kg');
    const exercises = days.flatMap(({ items }) => items.filter((item) => item.kind === 'exercise'));
    expect(exercises.map(({ problem, prescription }) => [problem, writeLine(prescription)])).toEqual([
      ['¿60 kg o 60 segundos? Escribe 60kg o 60"', '4x10 (60)'],
      [undefined, '4x10 40kg'],
    ]);
  });

  it.each([
    ['Press de banca con barra', 'found', 'Press de banca con barra'],
    ['PRESS DE BANCA C/BARRA', 'found', 'Press de banca con barra'],
    ['press-de-bancas con barras', 'found', 'Press de banca con barra'],
    ['press plano', 'guess', 'Press de banca con barra'],
    ['estocadas', 'guess', 'Zancadas con mancuernas'],
    ['pres militar con barra', 'guess', 'Press militar con barra'],
    ['bicho muertp', 'guess', 'Bicho muerto'],
    ['remo con barro', 'guess', 'Remo con barra'],
    ['Sentadilla sissy', 'new', undefined],
    ['Yoga', 'new', undefined],
  ])('PEG-03 of «%s» it is %s', (name, kind, title) => {
    const [item] = read(`${name} 4x10`).days[0]!.items;
    expect(item).toMatchObject({ name, match: { kind } });
    expect(item?.kind === 'exercise' && item.match.exercise?.title).toBe(title);
  });

  it('PEG-05 refuses too much text, too many lines and too many days, in words', () => {
    const { bytes, lines, days } = ROUTINE_LIMITS;
    const problemOf = (text: string) => readRoutine(text, catalogue, EXERCISE_SYNONYMS).problem;
    expect(problemOf('a'.repeat(bytes))).toBeUndefined();
    expect(problemOf('ñ'.repeat(bytes / 2 + 1))).toBe('El texto es demasiado largo: se pueden pegar hasta 20 kB');
    expect(problemOf('remo 4x10\n'.repeat(lines))).toBeUndefined();
    expect(problemOf('remo 4x10\n'.repeat(lines + 1))).toBe(
      'La rutina es demasiado larga: se pueden pegar hasta 400 líneas',
    );
    const routine = (count: number) =>
      Array.from({ length: count }, (_, index) => `Día ${index + 1}\nRemo 4x10`).join('\n');
    expect(problemOf(routine(days))).toBeUndefined();
    expect(problemOf(routine(days + 1))).toBe('La rutina es demasiado larga: se pueden pegar hasta 60 días');
    expect(problemOf('Lunes y martes: descanso\n'.repeat(31))).toBe(
      'La rutina es demasiado larga: se pueden pegar hasta 60 días',
    );
  });

  it('PEG-01 reads the longest routine with five thousand exercises while somebody types', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      id: index + 1,
      title: `${TITLES[index % TITLES.length]} ${['inclinado', 'a una mano', 'en TRX', 'con pausa'][index % 4]} ${index}`,
    }));
    const text = ROUTINES.map((one) => one.text)
      .join('\n')
      .split('\n')
      .filter((line) => !/d[ií]a|lunes|martes|semana/i.test(line))
      .slice(0, ROUTINE_LIMITS.lines)
      .join('\n');
    const timeOf = () => {
      const started = performance.now();
      read(text, many);
      return performance.now() - started;
    };
    const first = timeOf();
    // From then on the catalogue is in order and every name was looked up; a keystroke changes one.
    expect(Math.min(timeOf(), timeOf())).toBeLessThan(first / 2);
  });
});
