import { describe, expect, it } from 'vitest';
import { failBackup } from '#features/desk/backups/backups.queries';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';
import { cases } from '../../../chaos/fuzz/cases';
import { describeFinding } from '../../../chaos/fuzz/report';
import { fuzz, replay, type Target } from '../../../chaos/fuzz/run';
import { openState } from '../../../chaos/fuzz/state';

const SEED = Number(process.env.FUZZ_SEED ?? 16);
const REQUESTS = 2_000;
/** Hashing takes long on purpose; what is fuzzed is everything around it. */
const passwords = { hash: async () => 'x', matches: async (stored?: string) => stored !== undefined };

describe('generated requests', () => {
  // A backup ends after the answer to who asked for it: what is checked next would find it changed.
  let backup: Promise<unknown> = Promise.resolve();
  const start = (id: number) => void (backup = failBackup(shared().db, id, 'No se hizo.'));
  const shared: () => TestApp = sharedApp({ passwords, backups: { start } });

  async function targetOf({ pool, tokens, folder, routes, http }: TestApp): Promise<Target> {
    return {
      ...(await openState(pool, tokens, folder)),
      routes,
      send: async ({ method, url, headers, payload }) => {
        const answer = await http.inject({ method: method as 'GET', url, headers, payload });
        await backup;
        return { status: answer.statusCode, headers: answer.headers, text: answer.body };
      },
    };
  }

  it(`P26 P18 R11 get answers as declared, and change nothing where they are refused (seed ${SEED})`, async () => {
    const target = await targetOf(shared());
    const { findings, done, checked } = await fuzz(target, { seed: SEED, requests: REQUESTS });
    expect(findings.map(describeFinding)).toEqual([]);
    expect([...done].filter(([, { sent }]) => sent === 0)).toEqual([]);
    // Else the generators make what nobody accepts, and the rest proves little.
    const succeeded = [...done].filter(([, count]) => count.succeeded > 0).length;
    expect(succeeded / done.size).toBeGreaterThan(0.9);
    expect(checked).toBeGreaterThan(REQUESTS / 4);
    expect(await replay(target, cases)).toEqual([]);
  }, 240_000);
});
