import { describe, expect, it } from 'vitest';
import { bodyLimits } from '#http/bodies/body-limits';
import type { DocumentedRoute } from '#http/routes/route-docs';
import { hostileBodies, LARGE_BODIES, type HostileBody } from '#test/hostile-bodies';
import { attemptLogin, countingPasswords, times } from '#test/logins';
import { openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';

const MAX_COST_RATIO = 20;
/** Bound for bodies of 2 MB, whose reading alone costs some 20 times a refusal. */
const MAX_LARGE_COST_RATIO = 35;
const MAX_TRIES = 30;
const BLOCKED_ADDRESS = '203.0.113.5';
const JSON_TYPE = 'application/json';
const MISSING_ID = '2147483647';
const UNKNOWN_ROUTES: DocumentedRoute[] = [
  { method: 'POST', url: '/api/nada' },
  { method: 'POST', url: '/nada' },
];

/** Processor time of this process in microseconds: the least of several, because other work is only added. */
async function costOf(send: () => Promise<unknown>, enough = 0): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < MAX_TRIES && least > enough; count += 1) {
    const before = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

describe('a request', () => {
  const shared = sharedApp({ passwords: countingPasswords().passwords });
  type Caller = { token?: string; from?: string };
  const sendTo = ({ method, url }: DocumentedRoute, { type, payload }: HostileBody, { token, from }: Caller) => {
    const headers = { 'content-type': type };
    return shared().send(method, url.replace(/:\w+/g, MISSING_ID), { token, headers, payload, from });
  };

  /** The bodies that cost too much: none, unless there is a fault. What a valid request buys is no matter here: a hash, a picture. */
  async function tooDear(routes: DocumentedRoute[], bodies: (route: DocumentedRoute) => HostileBody[], caller: Caller) {
    const plain = await costOf(() => sendTo(routes[0]!, { what: 'nothing', type: JSON_TYPE, payload: '{}' }, caller));
    const found: string[] = [];
    for (const route of routes) {
      const ratio = bodyLimits(route).bytes > 1_048_576 ? MAX_LARGE_COST_RATIO : MAX_COST_RATIO;
      for (const body of bodies(route)) {
        const cost = await costOf(() => sendTo(route, body, caller), ratio * plain);
        if (cost > ratio * plain)
          found.push(`${route.method} ${route.url}: ${body.what}: ${Math.round(cost / plain)} times`);
      }
    }
    return found;
  }

  const writing = () => [...shared().routes.filter(({ method }) => method !== 'GET'), ...UNKNOWN_ROUTES];
  const isPublic = ({ permission }: DocumentedRoute) => permission === 'public';

  it('X13 costs at most twenty times a plain refusal, whatever nobody sends to any route', async () => {
    expect(await tooDear(writing(), () => LARGE_BODIES.slice(0, 4), {})).toEqual([]);
    expect(
      await tooDear(writing().filter(isPublic), (route) => [...hostileBodies(route), ...LARGE_BODIES], {}),
    ).toEqual([]);
  });

  it('X13 costs at most as much when it comes from an address that may not log in any more', async () => {
    for (const guess of times(31, (index) => `nadie${index}`))
      await attemptLogin(shared(), { username: guess, from: BLOCKED_ADDRESS });
    const logins = writing().filter(({ url }) => url === '/api/auth/login');
    expect(
      await tooDear(logins, (route) => [...hostileBodies(route), ...LARGE_BODIES], { from: BLOCKED_ADDRESS }),
    ).toEqual([]);
    const unread = await sendTo(logins[0]!, LARGE_BODIES[0]!, { from: BLOCKED_ADDRESS });
    expect(unread.status).toBe(429);
  });

  it('X13 costs at most as much from a client of the business', async () => {
    const { username } = await shared().addUser({ role: 'CLIENT' });
    const token = await openSession(shared(), username);
    const own = writing().filter(({ permission }) => permission === 'own');
    expect(own).not.toEqual([]);
    expect(await tooDear(own, (route) => [...hostileBodies(route), ...LARGE_BODIES], { token })).toEqual([]);
    const others = writing().filter((route) => !isPublic(route) && !own.includes(route));
    expect(await tooDear(others, () => LARGE_BODIES.slice(0, 1), { token })).toEqual([]);
  });

  it('X13 costs at most as much from an administrator, though his bodies are read', { timeout: 120_000 }, async () => {
    const { token } = shared();
    const closed = writing().filter((route) => !isPublic(route));
    expect(closed.length).toBeGreaterThan(60);
    expect(await tooDear(closed, (route) => [...hostileBodies(route), LARGE_BODIES[3]!], { token })).toEqual([]);
  });
});
