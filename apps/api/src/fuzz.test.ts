import { cases } from '@pulso/testing/fuzz/cases';
import { describeFinding } from '@pulso/testing/fuzz/report';
import { fuzz, replayCases, type FuzzTarget } from '@pulso/testing/fuzz/run';
import { ADMIN_PASSWORD, openState } from '@pulso/testing/fuzz/state';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#app';
import { failBackup } from '#features/desk/backups/backups.queries';
import { fakedMercadoPago } from '#test/mercadopago';
import { openRequestHolder } from '#test/request-holder';
import { findSecretsInEvents } from '#test/secrets';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';

const SEED = Number(process.env.FUZZ_SEED ?? 16);
const REQUESTS = 4_400;
const MAX_MS = 480_000;
/** Hashing takes long on purpose; what is fuzzed is everything around it. The hash is one that is found wherever it is told. */
const passwords = { hash: async () => 'hash-de-una-clave', matches: async (stored?: string) => stored !== undefined };

describe('generated requests', async () => {
  // A backup ends after the answer to who asked for it: what is checked next would find it changed.
  let backup: Promise<unknown> = Promise.resolve();
  const start = (id: number) => void (backup = failBackup(shared().db, id, 'No se hizo.'));
  const { fake, mercadopago } = await fakedMercadoPago();
  const outsideSecrets = [fake.token, fake.secret];
  const leaks: string[] = [];
  const shared: () => TestApp = sharedApp({ passwords, backups: { start }, mercadopago });

  async function open({ ownPool: pool, tokens, folder, deps }: TestApp) {
    const { http, routes } = buildApp(deps);
    const state = await openState(pool, tokens, folder);
    const held = openRequestHolder(http, pool, state);
    await http.ready();
    const sendNow: FuzzTarget['send'] = async ({ method, url, headers, payload }) => {
      const answer = await http.inject({ method: method as 'GET', url, headers, payload });
      await backup;
      if (outsideSecrets.some((secret) => answer.body.includes(secret))) leaks.push(url);
      return { status: answer.statusCode, headers: answer.headers, text: answer.body };
    };
    const target: FuzzTarget = { ...state, routes, send: (sent) => held.send(sent, sendNow) };
    return { target, held };
  }

  let run: Awaited<ReturnType<typeof open>> & Awaited<ReturnType<typeof fuzz>>;
  beforeAll(async () => {
    const opened = await open(shared());
    run = { ...opened, ...(await fuzz(opened.target, { seed: SEED, requests: REQUESTS })) };
  }, MAX_MS);

  it(`P26 P18 R11 get answers as declared, and change nothing where they are refused (seed ${SEED})`, async () => {
    const { target, findings, done, checked } = run;
    expect(findings.map(describeFinding)).toEqual([]);
    expect([...done].filter(([, { sent }]) => sent === 0)).toEqual([]);
    // Else the generators make what nobody accepts, and the rest proves little.
    const succeeded = [...done].filter(([, count]) => count.succeeded > 0).length;
    expect(succeeded / done.size).toBeGreaterThan(0.9);
    expect(checked).toBeGreaterThan(REQUESTS / 4);
    expect(await replayCases(target, cases)).toEqual([]);
  });

  it('AUD-01 AUD-03 MPA-13 leave an event of everything that they change, by every route, and no secret in any or in an answer', async () => {
    // A change that left none is among the findings above.
    expect(run.told / run.target.routes.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(0.75);
    const { rows } = await shared().ownPool.query('select from events');
    expect(rows.length).toBeGreaterThan(REQUESTS / 10);
    expect(await findSecretsInEvents(shared().db, [ADMIN_PASSWORD, ...outsideSecrets])).toEqual([]);
    expect(leaks).toEqual([]);
  });

  it('X11 are refused and write nothing once their author has lost the right that they began with', () => {
    const { target, held } = run;
    expect(held.problems).toEqual([]);
    const writing = target.routes.filter(({ method, permission }) => method !== 'GET' && permission !== 'public');
    // A route that needs more than luck to succeed is watched in its own tests, as all writes are (`test/database.ts`).
    expect(held.proven.size / writing.length).toBeGreaterThan(0.75);
  });
});
