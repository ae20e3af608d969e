import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { requestHead } from '#test/conversation';
import { quickPasswords } from '#test/people';
import { listenOnUnixSocket } from '#test/stalled-clients';
import { testApp } from '#test/test-app';

const USER_COUNT = 10_000;
const MB = 1_048_576;
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

it('X7 150 HEAD and 150 paused GET of the whole list leave the database free and the memory small', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await sql`
    insert into users (name, gender, username, phone, password_hash)
    select 'Socio ' || i, 'Male', 'socio' || i, 1100000000 + i, 'x' from generate_series(2, ${USER_COUNT}::int) i`.execute(
    app.db,
  );
  const { open } = await listenOnUnixSocket(app.http);
  const ask = async (method: string, headers = {}) => {
    const socket = await open();
    socket.write(requestHead(`${method} /api/user`, app.token, headers));
    return socket;
  };
  let asked = 0;
  app.pool.on('acquire', () => (asked += 1));
  const busy = () => app.pool.totalCount - app.pool.idleCount;
  const before = process.memoryUsage().rss;

  const heads = await times(150, () => ask('HEAD', { Connection: 'close' }));
  for (const answer of await Promise.all(heads.map((socket) => text(socket)))) {
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\n\r\n$/);
    expect(answer).not.toMatch(/content-length/i);
  }
  // Each request makes one query, for the session.
  expect(asked).toBe(150);
  expect(busy()).toBe(0);

  const paused = await times(150, () => ask('GET'));
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(300);
  // All are authorized now, and the lists use no more than two connections.
  await expect.poll(busy, { timeout: 2_000 }).toBeLessThanOrEqual(2);
  expect((await app.get('/api/level')).status).toBe(200);
  await expect.poll(busy, { timeout: 60_000 }).toBe(0);
  expect((process.memoryUsage().rss - before) / MB).toBeLessThan(150);

  // Clients that leave, even while they wait, release their slots.
  for (const socket of paused) socket.destroy();
  const { status, body } = await app.get('/api/user');
  expect([status, body.data.length]).toEqual([200, USER_COUNT]);
});
