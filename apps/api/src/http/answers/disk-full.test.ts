import { expect, it, vi } from 'vitest';
import { openDiskSpaceCheck, requireRoom } from '#files/disk-space';
import { testApp } from '#test/test-app';

it('P5 while the disk is nearly full everything is read, sessions begin and end, and nothing else is written', async () => {
  let hasSpace = true;
  const app = await testApp({ hasSpace: async () => hasSpace });
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string) => app.json(method, path, { name: 'Keto' });
  expect((await send('POST', '/api/type-diet')).status).toBe(201);
  hasSpace = false;
  for (const [method, path] of [
    ['POST', '/api/type-diet'],
    ['PATCH', '/api/type-diet/1'],
    ['DELETE', '/api/type-diet/1'],
    ['POST', '/api/payment'],
  ] as const) {
    const { status, body, headers } = await send(method, path);
    expect([status, headers['retry-after'], body.message]).toEqual([
      503,
      '5',
      'El disco del servidor está lleno: se puede consultar, pero no guardar.',
    ]);
  }
  expect((await app.send('POST', '/api/type-diet', { token: 'x.y.z' })).status).toBe(401);
  const { body } = await app.send('GET', '/api/type-diet', { token: app.token });
  expect(body.data).toMatchObject([{ name: 'Keto' }]);
  await app.addUser({ username: 'otra' });
  const token = await app.login({ username: 'otra', password: 'clave-segura' });
  expect((await app.send('POST', '/api/auth/logout', { token })).status).toBe(200);
  hasSpace = true;
  expect((await send('PATCH', '/api/type-diet/1')).status).toBe(200);
});

it('P5 the disk is looked at a few times a second, and one that cannot be looked at is left to the write', async () => {
  let now = 1_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    const hasSpace = openDiskSpaceCheck('/', 1);
    const first = hasSpace();
    expect([await first, hasSpace() === first]).toEqual([true, true]);
    now += 200;
    expect(hasSpace()).not.toBe(first);
    expect(await openDiskSpaceCheck('/', Number.MAX_SAFE_INTEGER)()).toBe(false);
    expect(await openDiskSpaceCheck('/no/such/folder', Number.MAX_SAFE_INTEGER)()).toBe(true);
  } finally {
    clock.mockRestore();
  }
});

it('P5 a backup leaves the database its room where both are on one disk', async () => {
  const [folder, everything] = [import.meta.dirname, 2 ** 60];
  expect(() => requireRoom(folder, folder, everything)).toThrow('para no dejar sin lugar a la base de datos');
  expect(() => requireRoom(folder, '/proc', everything)).not.toThrow();
});
