import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMinutes, groupSupersets } from './day-minutes';
import {
  amountsWords,
  NO_PRESCRIPTION,
  readLine,
  readSets,
  resolveSets,
  setsWords,
  writeLine,
  type OwnSet,
  type PrescribedSet,
  type Prescription,
} from './sets-line';

const EMPTY = { reps: null, reps_max: null, seconds: null, weight: null, rest: null };
const sets = (count: number, values: Partial<PrescribedSet>): PrescribedSet[] =>
  Array.from({ length: count }, () => ({ ...EMPTY, ...values }));
const asking = (list: PrescribedSet[] | null, more: Partial<Prescription> = {}) => ({
  ...NO_PRESCRIPTION,
  sets: list,
  ...more,
});
const each = (...values: Partial<PrescribedSet>[]) => values.map((value) => ({ ...EMPTY, ...value }));
const HEAVY = asking(sets(4, { reps: 10, weight: 60, rest: 90 }));
const PYRAMID = asking(
  each(
    { reps: 12, weight: 40, rest: 120 },
    { reps: 10, weight: 45, rest: 120 },
    { reps: 8, reps_max: 10, weight: 50, rest: 120 },
  ),
);

const SAME = undefined;
const readable: [typed: string, prescription: Prescription, written: string | undefined][] = [
  ['4x10', asking(sets(4, { reps: 10 })), SAME],
  ['4x10 60kg 90"', HEAVY, SAME],
  ['4 X 10 90 seg 60 Kg', HEAVY, '4x10 60kg 90"'],
  [`4×10 desc 1'30"`, asking(sets(4, { reps: 10, rest: 90 })), '4x10 90"'],
  ['4x8-12', asking(sets(4, { reps: 8, reps_max: 12 })), SAME],
  ['3x8 a 12 22,5kg', asking(sets(3, { reps: 8, reps_max: 12, weight: 22.5 })), '3x8-12 22,5kg'],
  ['3x30"', asking(sets(3, { seconds: 30 })), SAME],
  ['3x30" 60"', asking(sets(3, { seconds: 30, rest: 60 })), SAME],
  ['3x1:30 1min', asking(sets(3, { seconds: 90, rest: 60 })), '3x90" 60"'],
  ['1x20min', asking(sets(1, { seconds: 1_200 })), "1x20'"],
  ['10/8/6', asking(each({ reps: 10 }, { reps: 8 }, { reps: 6 })), SAME],
  [`12/10/8-10 40/45/50kg 2'`, PYRAMID, SAME],
  ['10/30"', asking(each({ reps: 10 }, { seconds: 30 })), SAME],
  [`5*5 @100kg 3'`, asking(sets(5, { reps: 5, weight: 100, rest: 180 })), `5x5 100kg 3'`],
  ['4x10x60kg', asking(sets(4, { reps: 10, weight: 60 })), '4x10 60kg'],
  ['3x15 pc +', asking(sets(3, { reps: 15, weight: 0 }), { superset: true }), SAME],
  ['3x10 12kg (cada lado)', asking(sets(3, { reps: 10, weight: 12 }), { note: 'cada lado' }), SAME],
  // Beyond the table.
  ['', NO_PRESCRIPTION, SAME],
  ['  ', NO_PRESCRIPTION, ''],
  ['+', { ...NO_PRESCRIPTION, superset: true }, SAME],
  ['(lento)', { ...NO_PRESCRIPTION, note: 'lento' }, SAME],
  [
    '4x10+( Lento (3") y (pausa) )',
    asking(sets(4, { reps: 10 }), { superset: true, note: 'Lento (3") y (pausa)' }),
    '4x10 + (Lento (3") y (pausa))',
  ],
  ['12 / 10 / 8 - 10  40 / 45 / 50 kg  2 min', PYRAMID, `12/10/8-10 40/45/50kg 2'`],
  ["4 x 10 x 60 kg descanso 1’30''", HEAVY, '4x10 60kg 90"'],
  ['4x10 @ 60kg d 90s', HEAVY, '4x10 60kg 90"'],
  ["3x1' 30″", asking(sets(3, { seconds: 60, rest: 30 })), '3x60" 30"'],
  ['3x8a 12 22,5 kg', asking(sets(3, { reps: 8, reps_max: 12, weight: 22.5 })), '3x8-12 22,5kg'],
  ['3x8-8', asking(sets(3, { reps: 8 })), '3x8'],
  ['2x10 0/20kg', asking(each({ reps: 10, weight: 0 }, { reps: 10, weight: 20 })), SAME],
];

const refused: [typed: string, sentence: string][] = [
  ['10', 'Falta cuántas series: escribe 1x10'],
  ['4x10 60', '¿60 kg o 60 segundos? Escribe 60kg o 60"'],
  ['4x12-8', 'El rango va de menor a mayor: 8-12'],
  ['25x10', 'Hasta 20 series'],
  ['4x0', 'De 1 a 999 repeticiones'],
  ['3x3:00:00', 'No entiendo «3:00:00». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['1x150min', 'De 1 a 7200 segundos'],
  ['3xmax', 'No entiendo «max». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['4x10 80%', 'No entiendo «80%». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['4x10 60lb', 'No entiendo «60lb». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['3x10 40/45kg', 'Hay 2 pesos para 3 series'],
  ['4x10 60kg 70kg', 'El peso está dos veces'],
  ['4x10 60" 90"', 'El descanso está dos veces'],
  ['4x10 1200kg', 'El peso va de 0 a 999,99 kg'],
  ['4x10 45min', 'El descanso va de 0 a 1800 segundos'],
  ['60kg 4x10', 'Primero las series, después el peso y el descanso'],
  ['4x10 (cada lado', 'Falta cerrar el paréntesis'],
  // Beyond the table.
  ['90" 4x10', 'Primero las series, después el peso y el descanso'],
  ['desc 90" 4x10', 'Primero las series, después el peso y el descanso'],
  ['30" 60kg', 'Falta cuántas series: escribe 1x30"'],
  ['10 60kg', 'Falta cuántas series: escribe 1x10'],
  ['4x10 62,5', '¿62,5 kg o 62,5 segundos? Escribe 62,5kg o 62,5"'],
  ['4x10 desc', 'No entiendo «desc». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['25x10 Pesado', 'No entiendo «Pesado». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['10/máx/6', 'No entiendo «máx». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['10/8/', 'No entiendo «10/8/». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['4x10 1.200kg', 'No entiendo «1.200kg». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['4x10 + 60kg', 'No entiendo «+». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['4x10 (cada lado) 60kg', 'No entiendo «60kg». Escribe, por ejemplo, 4x10 60kg 90"'],
  ['0x10', 'De 1 a 20 series'],
  [`4x10 (${'x'.repeat(201)})`, 'La nota puede tener hasta 200 caracteres'],
];

const whole = (min: number, max: number) => fc.integer({ min, max });
const amount = fc.oneof(
  whole(1, 999).map((reps) => ({ reps, reps_max: null, seconds: null })),
  whole(1, 998).chain((reps) => whole(reps + 1, 999).map((reps_max) => ({ reps, reps_max, seconds: null }))),
  whole(1, 7_200).map((seconds) => ({ reps: null, reps_max: null, seconds })),
);
const kilos = fc.oneof(
  fc.constant(0),
  whole(0, 99_999).map((hundredths) => hundredths / 100),
);
const rest = fc.option(whole(0, 1_800));
const note = fc.string({ maxLength: 200, unit: fc.constantFrom(...'aé(), +x/"\'1') }).map((text) => text.trim());

/** Prescriptions that one line can say: one rest, and either every weight or none. */
const sayable: fc.Arbitrary<Prescription> = fc.record({
  superset: fc.boolean(),
  note,
  sets: fc.option(
    fc
      .tuple(whole(1, 20), rest, fc.boolean(), fc.boolean(), fc.boolean())
      .chain(([count, pause, weighed, oneWeight, oneAmount]) =>
        fc
          .tuple(
            fc.array(amount, { minLength: count, maxLength: count }),
            fc.array(kilos, { minLength: count, maxLength: count }),
          )
          .map(([amounts, weights]) =>
            amounts.map((one, index) => ({
              ...(oneAmount ? amounts[0]! : one),
              weight: weighed ? weights[oneWeight ? 0 : index]! : null,
              rest: pause,
            })),
          ),
      ),
  ),
});

describe('the line of a set', () => {
  it.each(readable)('PRE-01 reads %j and writes it back', (typed, prescription, written = typed) => {
    expect(readLine(typed)).toEqual({ prescription });
    expect(writeLine(prescription)).toBe(written);
  });

  it.each(refused)('PRE-01 refuses %j in words', (typed, problem) => {
    expect(readLine(typed)).toEqual({ problem });
  });

  it('PRE-02 reads what it writes, of everything that one line can say', () => {
    fc.assert(
      fc.property(sayable, (prescription) => {
        expect(readLine(writeLine(prescription) ?? 'A medida')).toEqual({ prescription });
      }),
    );
  });

  it('PRE-02 reads the same again after writing what it read, whatever is typed', () => {
    const pieces = [
      '4x10',
      '3 x 8 a 12',
      '10/8/6',
      '60kg',
      ' 40 / 45/50 kg',
      '90"',
      "1'30''",
      'desc',
      '1:30',
      'pc',
      '+',
      '(a)',
      'x',
      '@',
      '7',
    ];
    const typed = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(typed, (line) => {
        const { prescription } = readLine(line);
        if (prescription) expect(readLine(writeLine(prescription) ?? 'A medida')).toEqual({ prescription });
      }),
      { numRuns: 500 },
    );
  });

  it('PRE-11 has no line for different rests, nor for weights here and there', () => {
    expect(writeLine(asking(each({ reps: 8, rest: 60 }, { reps: 8, rest: 90 })))).toBeUndefined();
    expect(writeLine(asking(each({ reps: 8, rest: 60 }, { reps: 8 })))).toBeUndefined();
    expect(writeLine(asking(each({ reps: 8, weight: 20 }, { reps: 8 })))).toBeUndefined();
  });
});

describe('the words of sets', () => {
  it.each<[string, string[]]>([
    ['4x10 60kg 90"', ['4 × 10', '60 kg', 'Descanso 90 s']],
    [`12/10/8-10 40/45/52,5kg 2'30"`, ['12 / 10 / 8-10', '40 / 45 / 52,5 kg', 'Descanso 2 min 30 s']],
    ["3x2' pc", ['3 × 2 min', 'Peso corporal']],
  ])('PRE-09 PRE-13 say %j', (line, words) => {
    expect(setsWords(readLine(line).prescription?.sets ?? [])).toEqual(words);
  });

  it('PRE-13 say what no line can', () => {
    const list = each({ reps: 8, weight: 20, rest: 60 }, { seconds: 30 });
    expect(setsWords(list)).toEqual(['8 / 30 s', '20 / – kg', 'Descanso 60 s / –']);
  });
});

describe('the words of an exercise of its own sets', () => {
  const own = (set_number: number, values: Partial<OwnSet>): OwnSet => ({
    ...{ set_number, reps: null, duration_seconds: null, weight: null, rest_seconds: 60 },
    ...values,
  });
  it.each<[OwnSet[], string]>([
    [[own(1, { reps: 12 }), own(2, { reps: 12 })], '2 × 12 · Descanso 60 s'],
    [[own(1, { duration_seconds: 30, rest_seconds: 0 })], '1 × 30 s'],
    [[own(2, { reps: 10, weight: 62.5 }), own(1, { reps: 12, weight: 40 })], '12 / 10 · 40 / 62,5 kg · Descanso 60 s'],
    [[own(1, { rest_seconds: NaN })], ''],
    [[], ''],
  ])('PRE-09 say %j', (sets, line) => {
    expect(setsWords(resolveSets(null, sets)).join(' · ')).toBe(line);
  });
});

describe('sets beyond their limits', () => {
  it.each([
    [{ reps: 10, seconds: 10 }],
    [{}],
    [{ reps: 0 }],
    [{ reps: 1_000 }],
    [{ reps: 1.5 }],
    [{ reps: '10' }],
    [{ reps: 8, reps_max: 8 }],
    [{ seconds: 30, reps_max: 40 }],
    [{ seconds: 7_201 }],
    [{ reps: 8, weight: 1_000 }],
    [{ reps: 8, weight: 1.001 }],
    [{ reps: 8, weight: -1 }],
    [{ reps: 8, weight: Number.NaN }],
    [{ reps: 8, rest: 1_801 }],
  ])('PRE-04 are none: %o', (set) => {
    expect(readSets([{ reps: 10 }, set])).toBeUndefined();
  });

  it('PRE-04 are at most 20, and at least one', () => {
    expect(readSets([])).toBeUndefined();
    expect(readSets(sets(21, { reps: 1 }))).toBeUndefined();
    expect(readSets(sets(20, { reps: 1 }))).toHaveLength(20);
    expect(readSets([{ reps: 8 }])).toEqual(each({ reps: 8 }));
  });
});

const own = [
  { set_number: 2, reps: 10, duration_seconds: null, weight: 40, rest_seconds: 75 },
  { set_number: 1, reps: 12, duration_seconds: null, weight: null, rest_seconds: 60 },
];

describe('what a place asks for', () => {
  it('PRE-12 is what the exercise asks for, unless sets are prescribed', () => {
    expect(resolveSets(null, own)).toEqual(each({ reps: 12, rest: 60 }, { reps: 10, weight: 40, rest: 75 }));
    expect(resolveSets(each({ reps: 5 }, { reps: 5, rest: 0 }, { reps: 5 }), own)).toEqual(
      each({ reps: 5, rest: 60 }, { reps: 5, rest: 0 }, { reps: 5, rest: 75 }),
    );
    expect(resolveSets(each({ reps: 5 }), [])).toEqual(each({ reps: 5, rest: 0 }));
    expect(amountsWords(resolveSets(null, own))).toBe('12 / 10');
  });
});

describe('how long a day takes', () => {
  const place = (line: string, superset = false) => ({
    sets: resolveSets(readLine(line).prescription?.sets, own),
    superset,
  });

  it.each([
    ['nothing', [], 0],
    // 4 × 40 s of work and three rests of 90 s.
    ['one exercise', [place('4x10 90"')], 10],
    ['a range, by its end', [place('3x8-30 0"')], 10],
    ['seconds', [place('1x10\' 0"')], 10],
    ['a second more', [place(`2x5' 1"`)], 15],
    // Three rounds of 80 s, two rests of 60 s between them, the longer ones.
    ['a superset', [place('3x10 30"', true), place('3x10 60"')], 10],
    ['the same without its link', [place('3x10 30"'), place('3x10 60"')], 10],
  ])('HOY-02 counts %s', (_what, places, minutes) => {
    expect(dayMinutes(places)).toBe(minutes);
  });

  it('HOY-02 puts a chain of links into one group', () => {
    const places = [{ superset: true }, { superset: true }, { superset: false }, { superset: false }];
    expect(groupSupersets(places).map((group) => group.length)).toEqual([3, 1]);
  });
});
