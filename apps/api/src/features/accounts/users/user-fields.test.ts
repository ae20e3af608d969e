import { describe, expect, it } from 'vitest';
import { createUser, personPayload, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const INVALID_WEIGHT = 'El peso debe ser un número decimal válido';
const INVALID_HEIGHT = 'La altura debe ser un número decimal válido';
const INVALID_AGE = 'La edad debe ser un número entero';
const INVALID_PHONE = 'El formato del teléfono no es válido';
const INVALID_BIRTH_DATE = 'La fecha de nacimiento debe tener un formato válido';
const INVALID_START = 'La fecha de inicio de suscripción debe tener un formato válido';
const INVALID_END = 'La fecha de fin de suscripción debe tener un formato válido';
const INVALID_PLAN = 'El ID de suscripción debe ser un número entero';
const INVALID_EMAIL = 'El correo electrónico no es válido';
const INVALID_PICTURE = 'Debe ser la dirección web de una imagen';
const INVALID_CHARACTERS = 'Contiene caracteres no permitidos';
const INVALID_FLAG = 'Debe ser verdadero o falso';

// Invalid for every field: another type, and characters that cannot be stored or shown.
const nonTexts = [1, true, [], ['Ana'], {}];
const brokenTexts = ['a\u0000b', 'ana\ud800', '\u0007ana', 'ana\uffff'];
const nonNumbers = ['1e3', '0x10', 'Infinity', 'NaN', '-0', '1,50', '1.234,50', '٣', '  5 ', '+5', '5.', '.5', 'x'];
const nonDates = [
  ...['2026-02-30', '2026-13-01', '0000-00-00', '10/05/1990', '1990-5-1', '1990-05-10T00:00:00Z', '9999-01-01'],
  ...['infinity', 'today', 'now', '-0001-01-01', ' 1990-05-10', 1e15, true, ['1990-05-10'], {}],
];
const nonFlags = ['', 'no', '0', 'FALSE', 1, 0, [true]];
const blankValues = ['', '   ', '\t\n', '\u200b\u2060', '\u3164', null];
const withMessage = (values: unknown[], message: string) => values.map((value): [unknown, string] => [value, message]);

/** By field: the refused values and the message. */
const refusedValues: Record<string, [value: unknown, message: string][]> = {
  name: [
    ...withMessage(blankValues, 'El nombre completo es obligatorio'),
    ...withMessage(nonTexts, 'Debe ser un texto'),
    ...withMessage(brokenTexts, INVALID_CHARACTERS),
    ['a'.repeat(151), 'No puede tener más de 150 caracteres'],
    ['a'.repeat(20_000), 'No puede tener más de 150 caracteres'],
  ],
  gender: withMessage(['X', '', null, 1, ['Male']], 'El género es obligatorio'),
  phone: [
    ...withMessage(blankValues, 'El teléfono es obligatorio'),
    ...withMessage(
      ['123456', '1234567890123456', '+5491123456789', '11 2345 6789', '١٢٣٤٥٦٧', '123456a', '12345.7'],
      INVALID_PHONE,
    ),
    ...withMessage([1123456789, ['1123456789']], 'Debe ser un texto'),
  ],
  username: [
    ...withMessage(blankValues, 'El nombre de usuario es obligatorio'),
    ...withMessage(nonTexts, 'Debe ser un texto'),
    ...withMessage(brokenTexts, INVALID_CHARACTERS),
    ['a'.repeat(151), 'No puede tener más de 150 caracteres'],
  ],
  password: [
    ...withMessage([' ', '    '], 'La contraseña es obligatoria'),
    ...withMessage(['abc', '\t12'], 'La contraseña debe tener al menos 4 caracteres'),
    ...withMessage(
      brokenTexts.map((text) => text + text),
      INVALID_CHARACTERS,
    ),
    ...withMessage([1234, true, ['clave'], {}], 'La contraseña es obligatoria'),
    ['a'.repeat(257), 'No puede tener más de 256 caracteres'],
  ],
  weight: withMessage([...nonNumbers, -0.01, 10_000, 70.005, 1e300, true, [70], {}], INVALID_WEIGHT),
  height: withMessage([...nonNumbers, -1, 10_000, 170.001, [170]], INVALID_HEIGHT),
  age: withMessage([...nonNumbers, 1.5, '1.5', -1, 151, [30], 'treinta'], INVALID_AGE),
  birth_date: withMessage(nonDates, INVALID_BIRTH_DATE),
  suscription_init: withMessage(nonDates, INVALID_START),
  suscription_end: withMessage(nonDates, INVALID_END),
  suscriptionId: [
    ...withMessage([0, -1, 1.5, '1e2', '1 OR 1=1', 2_147_483_648, '9223372036854775808', [1], 'a1b2'], INVALID_PLAN),
    [2_147_483_647, 'El elemento elegido no existe'],
  ],
  suscription_status: withMessage(nonFlags, INVALID_FLAG),
  status: withMessage(nonFlags, INVALID_FLAG),
  email: withMessage(
    ['x', 'a@b', '@b.com', 'a b@c.com', `${'a'.repeat(250)}@b.com`, 'a@b.com\u0000', 1, ['a@b.com']],
    INVALID_EMAIL,
  ),
  profile_image: [
    ...withMessage(
      [
        ...['javascript:alert(1)', 'data:image/png;base64,AA', '//evil/x.png', '/etc/passwd', '/uploads/../x'],
        ...['/uploads/inventada/large.webp', `/uploads/${'a'.repeat(22)}/large.webp`, '/uploads/x/thumb.webp'],
      ],
      INVALID_PICTURE,
    ),
    ...withMessage([1, ['https://a.b/c.png']], 'Debe ser un texto'),
  ],
  notes: [
    ...withMessage(nonTexts, 'Debe ser un texto'),
    ...withMessage(brokenTexts, INVALID_CHARACTERS),
    ['a'.repeat(5_001), expect.any(String)],
  ],
};

describe('the rules of a user', () => {
  const app = sharedApp({ passwords: quickPasswords });

  it.each(Object.keys(refusedValues))(
    'USF-45 V3 V6 V7 V11 D9 N1 N2 N5 %s is refused in its own words',
    async (field) => {
      const { id } = await createUser(app());
      const before = (await app().get(`/api/user/${id}`)).raw;
      for (const [value, message] of refusedValues[field] ?? []) {
        const created = await app().json('POST', '/api/user', personPayload({ [field]: value }));
        const changed = await app().json('PATCH', `/api/user/${id}`, { [field]: value });
        for (const { status, body } of [created, changed])
          expect([value, status, body.errors]).toEqual([value, 400, { [field]: message }]);
      }
      expect((await app().get(`/api/user/${id}`)).raw).toBe(before);
    },
  );

  it('USF-45 requires name, gender, phone, username and password of a new one, all told at once', async () => {
    const { status, body } = await app().json('POST', '/api/user', { weight: 'x', birth_date: 'x' });
    expect([status, body.errors]).toEqual([
      400,
      {
        name: 'El nombre completo es obligatorio',
        gender: 'El género es obligatorio',
        phone: 'El teléfono es obligatorio',
        username: 'El nombre de usuario es obligatorio',
        password: 'La contraseña es obligatoria',
        weight: INVALID_WEIGHT,
        birth_date: INVALID_BIRTH_DATE,
      },
    ]);
    expect((await app().json('POST', '/api/user', personPayload({ password: '' }))).body.errors).toEqual({
      password: 'La contraseña es obligatoria',
    });
  });

  it('V7 V13 D8 takes what lies just within the bounds', async () => {
    const bounds = [
      { phone: '1234567', weight: 0, height: 0, age: 0, birth_date: '1900-01-01', password: 'abcd' },
      { phone: '123456789012345', weight: 9_999, height: '9999', age: 150, birth_date: '2024-02-29' },
      { name: 'ñ'.repeat(150), weight: '0.01', height: 1, age: '40', password: '🏋️'.repeat(40) },
    ];
    for (const fields of bounds) {
      const user = await createUser(app(), fields);
      expect(user).toMatchObject({ phone: expect.stringMatching(/^\d{7,15}$/), weight: Number(fields.weight) });
      expect([user.height, user.age]).toEqual([Number(fields.height), Number(fields.age)]);
    }
  });

  it('N5 N7 keeps line breaks and joined emoji, and trims the ends', async () => {
    const user = await createUser(app(), { name: '  👩‍👩‍👧 Ana ', notes: 'uno\n\n\tdos\r\ntres ' });
    expect(user).toMatchObject({ name: '👩‍👩‍👧 Ana', notes: 'uno\n\n\tdos\ntres' });
  });

  it('D10 refuses an end before the start, also when one of them is stored already', async () => {
    const errors = { suscription_end: 'La fecha de fin no puede ser anterior a la de inicio' };
    const backwards = { suscription_init: '2026-03-02', suscription_end: '2026-03-01' };
    const created = await app().json('POST', '/api/user', personPayload(backwards));
    expect([created.status, created.body.errors]).toEqual([400, errors]);
    const { id } = await createUser(app(), { suscription_init: '2026-03-01', suscription_end: '2026-03-01' });
    for (const fields of [{ suscription_init: '2026-03-02' }, { suscription_end: '2026-02-28' }, backwards]) {
      const { status, body } = await app().json('PATCH', `/api/user/${id}`, fields);
      expect([status, body.errors]).toEqual([400, errors]);
    }
    const { status } = await app().json('PATCH', `/api/user/${id}`, {
      suscription_init: null,
      suscription_end: '2025-01-01',
    });
    expect(status).toBe(200);
  });

  it('V11 refuses a body that is no object', async () => {
    const { id } = await createUser(app());
    const calls = ['POST /user', `PATCH /user/${id}`, 'POST /user/activate-suscription', 'POST /user/activate-package'];
    const more = ['POST /payment', `PATCH /user/${id}/subscription-status`, `DELETE /user/${id}/package`];
    for (const call of [...calls, ...more, 'POST /notifications/send-to-all'])
      for (const body of [[], ['x'], 'x', 1, true, null]) {
        const [method = '', path] = call.split(' ');
        const answer = await app().json(method, `/api${path}`, body);
        expect([call, answer.status, answer.body.errors]).toEqual([call, 400, expect.any(Object)]);
      }
  });
});
