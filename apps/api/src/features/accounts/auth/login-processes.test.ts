import { expect, it } from 'vitest';
import { openLoginThrottle } from '#features/accounts/auth/login-throttle';
import { SINGLE_PROCESS, type Machine } from '#machine';
import { testApp } from '#test/test-app';

const ATTEMPT = { username: 'admin', address: '203.0.113.5', device: undefined };

/** Two processes of one machine that hear each other. */
function openTwoProcesses(): [Machine, Machine] {
  const hearing: ((keys: string[][]) => void)[] = [];
  const process = (own: number): Machine => ({
    ...SINGLE_PROCESS,
    tellUnblocked: (keys) => hearing[1 - own]?.(keys),
    onUnblocked: (hear) => {
      hearing[own] = hear;
    },
  });
  return [process(0), process(1)];
}

it('X2 logins that were right take back the block that another process remembers', async () => {
  const { db } = await testApp();
  const [one, other] = openTwoProcesses().map(
    (machine) => openLoginThrottle(db, { now: () => new Date(), machine }).admit,
  );
  for (let failure = 0; failure < 8; failure += 1) await one!(ATTEMPT);
  const right = [await one!(ATTEMPT), await one!(ATTEMPT)];
  await expect(other!(ATTEMPT)).rejects.toMatchObject({ kind: 'busy' });
  for (const { undo } of right) await undo();
  await other!(ATTEMPT);
});
