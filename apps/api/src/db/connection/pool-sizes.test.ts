import { expect, it } from 'vitest';
import { MAX_PROCESSES } from '#config';
import { poolSizes } from '#db/connection/pool-sizes';

/** The included server's 60, without the three that are the superuser's. */
const SERVER_CONNECTIONS = 57;
const PUSH_CONNECTIONS = 6;

it('the pools of all processes together fit the included server, however many processes there are', () => {
  for (let processes = 2; processes <= MAX_PROCESSES; processes += 1) {
    const { main, login, primary } = poolSizes({ processes });
    expect(processes * (main + login) + primary + PUSH_CONNECTIONS).toBeLessThanOrEqual(SERVER_CONNECTIONS);
    expect(Math.min(main, login)).toBeGreaterThan(0);
  }
  expect(poolSizes({ processes: 1 })).toEqual({ main: 12, login: 3, primary: 12 });
});
