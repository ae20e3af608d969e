import type { User } from '@pulso/contract/accounts/users';
import { describe, expect, it } from 'vitest';
import {
  ageOf,
  buildUserPayload,
  guessHeightCm,
  guessWeightKg,
  proposePassword,
  proposeUsername,
  userCheckFor,
} from '#features/accounts/users/form/user-form.rules';

const validUser = {
  name: 'Ana',
  gender: 'Unisex',
  phone: '1155501234',
  username: 'ana',
  role: 'CLIENT',
  password: 'clav',
  confirm_password: 'clav',
};
const checkUser = (typed: Record<string, unknown>) => userCheckFor(undefined)({ ...validUser, ...typed }, {});

const PHONE_ERROR = 'El formato del teléfono no es válido';
const passwordPair = (password: string) => ({ password, confirm_password: password });

describe('a measure that no body has', () => {
  it('is a height in metres, or a weight without its comma', () => {
    expect([1.7, 1.75, 1.555, 2.99, 3, 170, 0].map(guessHeightCm)).toEqual([
      170,
      175,
      155.5,
      299,
      ...Array(3).fill(undefined),
    ]);
    expect([705, 7050, 300.5, 300, 70.5, 0].map(guessWeightKg)).toEqual([
      70.5,
      70.5,
      30.05,
      ...Array(3).fill(undefined),
    ]);
  });
});

it('the age is that of the date of birth, and nothing for what is no date or is still to come', () => {
  const day = '2026-03-05';
  const births = ['1990-03-05', '1990-03-06', day, '2026-03-06', '05/03', '', null];
  expect(births.map((birth) => ageOf(birth, day))).toEqual(['36', '35', '0', '', '', '', '']);
});

describe('the form of a user', () => {
  it.each([
    ['USF-17', { name: '  ' }, { name: 'El nombre completo es obligatorio' }],
    ['USF-18', { gender: '' }, { gender: 'El género es obligatorio' }],
    ['USF-19', { phone: '' }, { phone: 'El teléfono es obligatorio' }],
    ['USF-20', { phone: '123456' }, { phone: PHONE_ERROR }],
    ['USF-20', { phone: '1234567890123456' }, { phone: PHONE_ERROR }],
    ['USF-20', { phone: '+541155501234' }, { phone: PHONE_ERROR }],
    ['USF-20', { phone: '11 5550 1234' }, { phone: PHONE_ERROR }],
    ['USF-20', { phone: '1155x50123' }, { phone: PHONE_ERROR }],
    ['USF-21', { username: ' ' }, { username: 'El nombre de usuario es obligatorio' }],
    ['USF-22', passwordPair(''), { password: 'La contraseña es obligatoria' }],
    ['USF-23', passwordPair('cla'), { password: 'La contraseña debe tener al menos 4 caracteres' }],
    ['USF-24', { confirm_password: 'otra' }, { confirm_password: 'Las contraseñas no coinciden' }],
    ['USF-26', { role: '' }, { role: 'El rol es obligatorio' }],
    ['USF-27', { weight: '70.123' }, { weight: 'El peso debe ser un número decimal válido' }],
    ['USF-27', { weight: 'mucho' }, { weight: 'El peso debe ser un número decimal válido' }],
    ['USF-28', { height: '1e' }, { height: 'La altura debe ser un número decimal válido' }],
    ['USF-29', { age: '30.5' }, { age: 'La edad debe ser un número entero' }],
    ['USF-30', { birth_date: '31' }, { birth_date: 'La fecha de nacimiento debe tener un formato válido' }],
    ['USF-30', { birth_date: '2026-02-30' }, { birth_date: 'La fecha de nacimiento debe tener un formato válido' }],
    [
      'USF-31',
      { suscription_init: '31' },
      { suscription_init: 'La fecha de inicio de suscripción debe tener un formato válido' },
    ],
    [
      'USF-32',
      { suscription_end: '31' },
      { suscription_end: 'La fecha de fin de suscripción debe tener un formato válido' },
    ],
    ['USF-33', { suscriptionId: '1.5' }, { suscriptionId: 'El ID de suscripción debe ser un número entero' }],
    [
      'USF-32',
      { suscription_init: '2026-03-05', suscription_end: '2026-03-04' },
      { suscription_end: 'La fecha de fin no puede ser anterior a la de inicio' },
    ],
  ])('%s refuses %j', async (_, typed, errors) => {
    expect(await checkUser(typed)).toEqual({ errors });
  });

  it.each([
    ['USF-20', { phone: '1234567' }],
    ['USF-20', { phone: '123456789012345' }],
    ['USF-23', passwordPair('clav')],
    ['USF-27 USF-28 USF-29 USF-30 USF-33', { weight: '', height: '', age: '', birth_date: '', suscriptionId: '' }],
    ['USF-31 USF-32', { suscription_init: '2026-03-05', suscription_end: '2026-03-05' }],
  ])('%s takes %j', async (_, typed) => {
    expect(await checkUser(typed)).toHaveProperty('values');
  });

  it('USF-25 USF-24 takes a blank password of a stored user, and still compares a new one with its confirmation', async () => {
    const check = userCheckFor({ id: 3 } as User);
    expect(await check({ ...validUser, ...passwordPair('') }, {})).toHaveProperty('values.password', undefined);
    const errors = { confirm_password: 'Las contraseñas no coinciden' };
    expect(await check({ ...validUser, confirm_password: '' }, {})).toEqual({ errors });
  });
});

it('A5 notes and an e-mail address are sent only where the server takes them, and taken back when emptied', async () => {
  const checked = await checkUser({ email: 'ana@example.com', notes: 'Lesión de rodilla' });
  if (!('values' in checked)) throw new Error('refused');
  expect(buildUserPayload(checked.values, undefined, false)).not.toHaveProperty('notes');
  expect(buildUserPayload(checked.values, undefined, false)).not.toHaveProperty('email');
  expect(buildUserPayload(checked.values, undefined, true)).toMatchObject({
    email: 'ana@example.com',
    notes: 'Lesión de rodilla',
  });
  const emptied = await checkUser({ email: '', notes: '' });
  if (!('values' in emptied)) throw new Error('refused');
  expect(buildUserPayload(emptied.values, undefined, true)).toMatchObject({ email: null, notes: '' });
  expect(await checkUser({ email: 'ana' })).toMatchObject({ errors: { email: 'El correo electrónico no es válido' } });
});

it('A14 a user name is made of the first and the last name, and a password that can be read out', () => {
  expect(['Ana María Pérez', 'Ñusta', "D'Angelo  Güemes ", '', '  '].map(proposeUsername)).toEqual([
    'ana.perez',
    'nusta',
    'dangelo.guemes',
    '',
    '',
  ]);
  const passwords = Array.from({ length: 200 }, proposePassword);
  for (const password of passwords)
    expect(password).toMatch(/^([bcdfglmnprst][aeiou]){3}-([bcdfglmnprst][aeiou]){2}-[2-9]{2}$/);
  expect(new Set(passwords).size).toBe(200);
});
