import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  choice,
  date,
  decimal,
  flag,
  idList,
  integer,
  isWebLink,
  link,
  list,
  longText,
  MAX_ID,
  MAX_MONEY,
  money,
  nullable,
  numericFlag,
  optionalText,
  phone,
  reference,
  references,
  text,
  TEXT_LENGTH,
  TITLE_LENGTH,
} from './fields';

/** The first error message; undefined for valid input. */
const messageOf = (field: z.ZodMiniType, value: unknown) => field.safeParse(value).error?.issues[0]?.message;

describe('text', () => {
  const field = text('Falta el nombre');

  it.each([
    'Ñandú',
    'a',
    'x'.repeat(TITLE_LENGTH),
    '<b>{{7*7}}</b>',
    "' OR 1=1--",
    'a\u0301',
    '👩‍👩‍👧',
    'עברית',
    '$' + '{x}',
  ])('is taken to the letter: %j', (value) => {
    expect(field.parse(value)).toBe(value);
  });

  it('loses the blanks around it, and tells no line break from another', () => {
    expect(field.parse('  Inicial\t\n')).toBe('Inicial');
    expect(longText('x').parse('uno\r\ndos\rtres\n\ncuatro\tcinco')).toBe('uno\ndos\ntres\n\ncuatro\tcinco');
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \t\r\n '],
    ['a blank of another script', '\u3000\u00a0\u2003'],
    ['of zero width', '\u200b\u200d\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['marks of direction', '\u202e\u2066\u2069'],
    ['a Hangul filler', '\u3164'],
    ['an empty Braille pattern', '\u2800'],
    ['accents without a letter', '\u0301\u0301'],
  ])('N5 must be there: %s', (_case, value) => {
    expect(messageOf(field, value)).toBe('Falta el nombre');
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['a flag', true],
    ['a list', ['a']],
    ['an empty list', []],
    ['an object', { a: 1 }],
  ])('V11 A8 must be a text: %s', (_case, value) => {
    expect(messageOf(field, value)).toBe('Debe ser un texto');
    expect(messageOf(optionalText, value)).toBe('Debe ser un texto');
  });

  it.each(['a\0', '\u0001', 'a\u001b[31m', 'a\u007f', 'a\ud800', '\udc00a', 'a\uffff', 'a\ufffe'])(
    'N1 N2 holds no character that nobody can type: %j',
    (value) => {
      expect(messageOf(field, value)).toBe('Contiene caracteres no permitidos');
      expect(messageOf(optionalText, value)).toBe('Contiene caracteres no permitidos');
    },
  );

  it('N5 has a maximum length', () => {
    expect(messageOf(field, 'x'.repeat(TITLE_LENGTH + 1))).toBe(`No puede tener más de ${TITLE_LENGTH} caracteres`);
    expect(messageOf(longText('x'), 'x'.repeat(TEXT_LENGTH))).toBeUndefined();
    expect(messageOf(longText('x'), 'x'.repeat(TEXT_LENGTH + 1))).toBe(
      `No puede tener más de ${TEXT_LENGTH} caracteres`,
    );
  });

  it('that is optional is empty where it is null, and untouched where it is absent', () => {
    expect([null, '', '  ', 'a'].map((value) => optionalText.parse(value))).toEqual(['', '', '', 'a']);
    expect(z.object({ description: optionalText }).parse({})).toEqual({});
  });
});

describe('a flag', () => {
  it('V1 is true or false, or the text of one', () => {
    expect([true, false, 'true', 'false'].map((value) => flag.parse(value))).toEqual([true, false, true, false]);
  });

  it.each([
    '0',
    '1',
    'off',
    'on',
    '',
    'FALSE',
    'True',
    'no',
    ' true',
    0,
    1,
    [],
    [true],
    {},
    'constructor',
    '__proto__',
  ])('V1 V11 is nothing else: %j', (value) => {
    expect(messageOf(flag, value)).toBe('Debe ser verdadero o falso');
  });

  it('is missing when it is null', () => {
    expect([messageOf(flag, undefined), messageOf(flag, null)]).toEqual(Array(2).fill('Este campo es obligatorio'));
  });

  it('V2 of a plan is also 1 or 0', () => {
    const values = [1, 0, '1', '0', true, false, 'true', 'false'];
    expect(values.map((value) => numericFlag.parse(value))).toEqual(values.map((_, at) => at % 2 === 0));
  });

  it.each([2, -1, 0.5, '01', 'si', '', ' 1', [], [1], {}, 'toString'])('V2 of a plan is nothing else: %j', (value) => {
    expect(messageOf(numericFlag, value)).toBe('Debe ser 1 o 0');
  });
});

describe('a number', () => {
  const price = money({ min: 0, message: 'El precio no es válido', required: 'Falta el precio' });

  it.each<[unknown, number]>([
    [0, 0],
    ['0', 0],
    [0.01, 0.01],
    ['0.01', 0.01],
    [1500, 1500],
    ['1500.5', 1500.5],
    ['1500.50', 1500.5],
    [1.1, 1.1],
    [MAX_MONEY, MAX_MONEY],
    ['9999999999.99', MAX_MONEY],
  ])('V3 may be %j', (value, expected) => {
    expect(price.parse(value)).toBe(expected);
  });

  it.each<unknown>([
    '1e3',
    '0x10',
    'Infinity',
    'NaN',
    '-0',
    -0,
    '1,50',
    '1.234,50',
    '1.500',
    '٣',
    '５',
    '  5 ',
    '5 ',
    '+5',
    '5.',
    '.5',
    '5.005',
    5.005,
    0.1 + 0.2,
    -0.01,
    '-1',
    10_000_000_000,
    '10000000000',
    '9999999999.991',
    Infinity,
    NaN,
    '9'.repeat(400),
    ' ',
    'cinco',
    '$5',
    '5\n',
    true,
    [5],
    { valueOf: 5 },
  ])('V3 V11 may not be %j', (value) => {
    expect(messageOf(price, value)).toBe('El precio no es válido');
  });

  it('is missing when it is blank or null', () => {
    expect([undefined, null, ''].map((value) => messageOf(price, value))).toEqual(Array(3).fill('Falta el precio'));
  });

  it('V4 has its least', () => {
    const paid = money({ min: 0.01, message: 'Debe ser mayor que cero' });
    expect([0, '0', -1].map((value) => messageOf(paid, value))).toEqual(Array(3).fill('Debe ser mayor que cero'));
    expect(paid.parse('0.01')).toBe(0.01);
    expect(decimal({ min: -5, max: 5, decimals: 1, message: 'x' }).parse('-4.5')).toBe(-4.5);
  });

  it('V5 that is whole is whole in every form', () => {
    const months = integer({ min: 1, max: 36, message: 'De 1 a 36' });
    expect([1, '1', 36, '36', '012'].map((value) => months.parse(value))).toEqual([1, 1, 36, 36, 12]);
    const refused = [0, 37, 1.5, '1.5', '1.0', '12 ', '-1', '1e1', 'doce', [1], null];
    expect(refused.map((value) => messageOf(months, value))).toEqual(refused.map(() => 'De 1 a 36'));
  });

  it('V6 that names another thing is an id that can exist', () => {
    const level = reference('Falta el nivel');
    expect([1, '7', MAX_ID, String(MAX_ID)].map((value) => level.parse(value))).toEqual([1, 7, MAX_ID, MAX_ID]);
    const refused = [0, -1, MAX_ID + 1, '9223372036854775808', '1 OR 1=1', '1e2', '1.5', 'uuid', null, '', [], [1], {}];
    expect(refused.map((value) => messageOf(level, value))).toEqual(refused.map(() => 'Falta el nivel'));
  });
});

describe('a link', () => {
  const HTTP = 'Debe ser una dirección web que empiece con http:// o https://';

  it.each([
    'https://example.com',
    'HTTPS://Example.com/Á?x=1#y',
    'http://tienda.com.ar:8080/p?ref=1&x=javascript:alert(1)',
    'http://[::1]/x',
    'https://ñandú.com.ar/',
  ])('X1 X2 may be %s', (value) => {
    expect(link('Falta').parse(value)).toBe(value);
  });

  it.each([
    'javascript:alert(1)',
    'JaVa\tScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://x/y',
    'file:///etc/passwd',
    'ftp://x/y',
    'mailto:a@b.c',
    '//evil.com',
    '/relativa',
    'example.com',
    'http:/\\evil.com',
    'http:\\\\evil.com',
    'http:evil.com',
    'http:/evil.com',
    'https://evil.com\\@good.com',
    'http://user:pw@x.com',
    'http://user@x.com',
    'http://:pw@x.com',
    'http://',
    'http://?x',
    'http://a b',
    'http://x.com/\u00a0y',
    'http://x.com/\ty',
    'http://x.com:99999/',
    'https://%/',
    'x https://example.com',
    'httpsx://example.com',
  ])('X1 X2 may not be %j', (value) => {
    expect(messageOf(link('Falta'), value)).toBe(HTTP);
    expect(isWebLink(value)).toBe(false);
  });

  it('X1 has no character that nobody can type', () => {
    expect(messageOf(link('Falta'), '\u0001javascript:alert(1)')).toBe('Contiene caracteres no permitidos');
    expect(isWebLink('\u0001javascript:alert(1)')).toBe(false);
  });

  it('X2 has a maximum length, and must be there', () => {
    expect(messageOf(link('Falta'), `https://x.com/${'a'.repeat(10_000)}`)).toMatch(/^No puede tener más de 2048/);
    expect([undefined, null, '', '  '].map((value) => messageOf(link('Falta'), value))).toEqual(Array(4).fill('Falta'));
  });
});

describe('a list', () => {
  const ids = references('La lista no es válida', 3);

  it('V10 holds each id once, in the order sent, as JSON or as its text', () => {
    expect(ids.parse([3, 1, 3])).toEqual([3, 1]);
    expect(ids.parse('[3,"1",3]')).toEqual([3, 1]);
    expect(ids.parse([])).toEqual([]);
  });

  it('V9 X13 of ids has one error for all of them, at the first that is none', () => {
    const field = idList('No son ids', 20);
    expect(field.parse('[3,"4",3]')).toEqual([3, 4, 3]);
    const wrong = (value: unknown) => field.safeParse(value).error?.issues.map(({ path }) => path.join('.'));
    for (const none of ['x', 0, -1, 1.5, MAX_ID + 1, '1e2', '01x', null, [1]])
      expect(wrong([1, none, 'x', 'x']), String(none)).toEqual(['1', '']);
  });

  it('X13 of ids that comes as text is not parsed when it is longer than they can be', () => {
    const field = idList('No son ids', 3);
    expect(field.parse(`[1,\n${' '.repeat(60)}2]`)).toEqual([1, 2]);
    expect(messageOf(field, `[1,\n${' '.repeat(100)}2]`)).toBe('No son ids');
  });

  it('X13 that is too long says how many it may have, and nothing of its parts', () => {
    const field = list(z.object({ id: reference('No es un id') }), { invalid: 'No', tooMany: 'Hasta dos', max: 2 });
    expect(field.safeParse([{}, {}, {}]).error?.issues.map(({ message }) => message)).toEqual(['Hasta dos']);
  });

  it.each<unknown>([
    '',
    '3',
    '{"0":1}',
    '[1',
    'x',
    3,
    { length: 1 },
    null,
    undefined,
    true,
    [0],
    ['x'],
    [[1]],
    [1, 2, 3, 4],
  ])('V10 V11 is nothing else: %j', (value) => {
    expect(Object.values(z.treeifyError(ids.safeParse(value).error!).errors)).toContain('La lista no es válida');
  });

  it('that must not be empty says so', () => {
    const days = list(z.string(), { empty: 'Falta un día', invalid: 'Hay días inválidos', max: 9 });
    expect([[], '[]', '', null].map((value) => messageOf(days, value))).toEqual(Array(4).fill('Falta un día'));
    expect(messageOf(days, 'x')).toBe('Hay días inválidos');
  });
});

describe('the others', () => {
  it('a date is one of the calendar', () => {
    const day = date('La fecha no es válida');
    expect(day.parse('2028-02-29')).toBe('2028-02-29');
    const refused = [
      '2026-02-29',
      '2026-13-01',
      '10/05/1990',
      'today',
      'infinity',
      'now',
      1e15,
      [],
      '2026-01-01T00:00',
    ];
    expect(refused.map((value) => messageOf(day, value))).toEqual(refused.map(() => 'La fecha no es válida'));
  });

  it('a phone has digits', () => {
    const field = phone('Falta', 'No es un teléfono');
    expect(field.parse('1123456789')).toBe('1123456789');
    expect([messageOf(field, ''), messageOf(field, 'abc')]).toEqual(['Falta', 'No es un teléfono']);
  });

  it('a choice is one of its values, by the letter', () => {
    const gender = choice(['Male', 'Female'], 'Falta el género');
    expect(gender.parse('Male')).toBe('Male');
    const refused = ['male', 'Male ', '', null, undefined, ['Male'], 0];
    expect(refused.map((value) => messageOf(gender, value))).toEqual(refused.map(() => 'Falta el género'));
  });

  it('what may be absent is null when it is blank, and untouched when it is not there', () => {
    const age = nullable(integer({ min: 0, max: 150, message: 'x' }));
    expect(['', null, '7', 0].map((value) => age.parse(value))).toEqual([null, null, 7, 0]);
    expect(z.object({ age }).parse({})).toEqual({});
  });
});
