import { loginUser } from '@pulso/contract/accounts/auth';
import { expect, it } from 'vitest';
import { readLoginAnswer } from '#features/accounts/auth/log-in';
import { gapsOf, completeAnswer } from '#test/gaps';

it('ACC-18 a login is read from any answer that names a role and a token; whatever else is missing reads as empty', () => {
  const user = { ...completeAnswer(loginUser), role: 'ADMIN', id: 3 };
  expect(readLoginAnswer({ user, access_token: 'a.b.c' })).toEqual({ user, access_token: 'a.b.c' });
  for (const { what, place, row } of gapsOf(user)) {
    const read = readLoginAnswer({ user: row, access_token: 'a.b.c' })?.user;
    if (place[0] === 'role') expect(read, what).toBeUndefined();
    else
      expect(read, what).toMatchObject({
        role: 'ADMIN',
        name: expect.any(String) as string,
        username: expect.any(String) as string,
      });
  }
  for (const answer of [
    undefined,
    null,
    'x',
    [],
    {},
    { user },
    { user: 'x', access_token: 'a.b.c' },
    { user, access_token: {} },
  ])
    expect(readLoginAnswer(answer)).toBeUndefined();
});

it('ACC-10 an account that does not say that it is active is not', () => {
  const read = (status: unknown) =>
    readLoginAnswer({ user: { role: 'ADMIN', status }, access_token: 'a.b.c' })?.user.status;
  expect([true, 1, 'true'].map(read)).toEqual([true, true, true]);
  expect([false, 0, 'false', undefined, null, {}].map(read)).toEqual(Array(6).fill(false));
});
