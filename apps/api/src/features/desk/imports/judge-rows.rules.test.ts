import type { ImportField, ImportRule } from '@pulso/contract/desk/imports';
import { describe, expect, it } from 'vitest';
import { openJudge } from '#features/desk/imports/judge-rows.rules';
import { readBirthDate, readDate, usernameOf } from '#features/desk/imports/read-cells.rules';

const TODAY = '2026-03-10';
const FIELDS: ImportField[] = [
  'name',
  'phone',
  'plan',
  'ends',
  'debt',
  'gender',
  'email',
  'tags',
  'birth_date',
  'username',
];
const plans = [{ id: 7, title: 'Plan Mensual' }];

/** Judges one row, given by field. */
function judge(
  texts: Partial<Record<ImportField, string>>,
  rules: ImportRule[] = [],
  typed: Partial<Record<ImportField, string>> = {},
) {
  const whole = { name: 'Ana López', phone: '1123456789', ...texts };
  const cells = FIELDS.map((field) => whole[field as 'name'] ?? '');
  const { client, problems } = openJudge({ mapping: FIELDS, rules, plans, today: TODAY })({ row: 2, cells, typed });
  return { client, problems: problems.map(({ field, code, message }) => `${field} ${code}: ${message}`) };
}

describe('IMP-08 dates and phones', () => {
  it('‘03/04/2025’ is 3 April, in every way that a date is written', () => {
    for (const text of [
      '03/04/2025',
      '3/4/25',
      '3-4-2025',
      '3.4.2025',
      '2025-04-03',
      '2025/4/3',
      '03042025',
      '45750',
      '45750.5',
      '3 abr 2025',
      '3 de abril de 2025',
      '3-Abr-25',
      '03/04/2025 00:00:00',
      '2025-04-03T00:00:00Z',
      '3/4/2025 12:00 a. m.',
    ])
      expect(readDate(text), text).toBe('2025-04-03');
    expect(readDate('03/04/2025', true)).toBe('2025-03-04');
    for (const text of ['31/02/2025', '13/13/2025', 'mañana', '12', '04/2025', '2025', '1/1/1850'])
      expect(readDate(text), text).toBeUndefined();
    expect(readBirthDate('5/6/48', TODAY)).toBe('1948-06-05');
  });

  it('phones end as in the form', () => {
    const ends = {
      '011 15-2345-6789': '1123456789',
      '+54 9 11 2345 6789': '1123456789',
      '15 2345-6789': '1523456789',
      '4567890': '4567890',
    };
    for (const [phone, stored] of Object.entries(ends)) expect(judge({ phone }).client?.phone, phone).toBe(stored);
    expect(judge({ phone: '+1 212 555 0100' }).problems).toEqual([
      'phone invalid: El formato del teléfono no es válido',
    ]);
    expect(judge({ phone: '-' }).problems).toEqual(['phone missing: El teléfono es obligatorio']);
  });
});

describe('IMP-09 the form’s own rules judge, and rules over a column mend', () => {
  it('a whole row', () => {
    const { client } = judge({
      plan: 'plan mensual',
      ends: '5/4/2026',
      debt: '$ 12.500',
      gender: 'mujer',
      tags: 'VIP, Mañana; vip',
      email: 'ana@mail.com',
    });
    expect(client).toMatchObject({
      name: 'Ana López',
      gender: 'Female',
      plan_id: 7,
      suscription_end: '2026-04-05',
      debt: 12_500,
      tags: ['VIP', 'Mañana'],
      birth_date: null,
    });
    expect(judge({ name: 'López, Ana' }).client).toMatchObject({
      name: 'Ana López',
      gender: 'Unisex',
      email: null,
      username: undefined,
    });
  });

  it('each error has the form’s sentence, until its rule', () => {
    const cases: [Partial<Record<ImportField, string>>, string, ImportRule | undefined][] = [
      [{ name: '' }, 'name missing: El nombre completo es obligatorio', undefined],
      [{ email: 'ana@' }, 'email invalid: El correo electrónico no es válido', { field: 'email', blank: true }],
      [
        { birth_date: '31/02/90' },
        'birth_date unreadable: La fecha no se entiende',
        { field: 'birth_date', blank: true },
      ],
      [{ username: 'а' }, 'username invalid: Contiene caracteres no permitidos', { field: 'username', blank: true }],
      [{ gender: '??a' }, 'gender unknown: El género no se entiende', { field: 'gender', from: 'A', to: 'f' }],
      [{ debt: '-100' }, 'debt unreadable: Por favor ingresa un monto válido', { field: 'debt', blank: true }],
      [
        { tags: 'x'.repeat(31) },
        'tags invalid: Una etiqueta tiene hasta 30 caracteres',
        { field: 'tags', blank: true },
      ],
      [
        { name: '=Ana' },
        'name formula: La celda tiene una fórmula: hace falta su valor',
        { field: 'name', computed: true },
      ],
      [
        { plan: 'Pase libre', ends: '1/4/2026' },
        'plan unknown: No hay un plan activo con ese nombre',
        { field: 'plan', from: 'pase LIBRE', to: 'Plan Mensual' },
      ],
      [
        { ends: '1/4/2026' },
        'plan missing: Tiene vencimiento y le falta el plan',
        { field: 'plan', from: '', to: 'Plan Mensual' },
      ],
      [{ ends: '1/4/2026' }, 'plan missing: Tiene vencimiento y le falta el plan', { field: 'plan', blank: true }],
      [{ plan: 'Plan Mensual' }, 'ends missing: Tiene plan y le falta el vencimiento', { field: 'ends', blank: true }],
      [
        { plan: 'Plan Mensual', ends: '12/31/2026' },
        'ends unreadable: La fecha no se entiende',
        { field: 'ends', month_first: true },
      ],
    ];
    for (const [texts, problem, rule] of cases) {
      expect(judge(texts).problems, JSON.stringify(texts)).toEqual([problem]);
      if (rule) expect(judge(texts, [rule]).problems, JSON.stringify(rule)).toEqual([]);
    }
    const named = judge({ ends: '1/4/2026' }, [{ field: 'plan', from: '', to: 'Plan Mensual' }]);
    expect(named.client).toMatchObject({ plan_id: 7, suscription_end: '2026-04-01' });
    expect(judge({ name: '' }, [{ field: 'name', blank: true }]).problems).toHaveLength(1);
  });

  it('a cell typed over is judged in place of the file’s', () => {
    expect(judge({ phone: 'no' }, [], { phone: '11 2345-6789' }).client?.phone).toBe('1123456789');
    expect(judge({}, [], { email: 'otra cosa' }).problems).toEqual([
      'email invalid: El correo electrónico no es válido',
    ]);
  });
});

it('a username is made of the plain letters of a name', () => {
  expect(usernameOf('María José  Núñez-O’Higgins')).toBe('maria.jose.nunez.o.higgins');
  expect(usernameOf('李明')).toBe('cliente');
});
