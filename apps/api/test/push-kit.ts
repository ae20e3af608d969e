import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audience, sentNotificationRow, type SentNotification } from '@pulso/contract/desk/notifications';
import { startPushServices, type ReactionRule } from '@pulso/testing/push-services';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { startDispatcher } from '#push/dispatcher';
import type { WorkerSettings } from '#push/provider-worker';
import { pushAddressCheck } from '#push/providers/web-push-address.rules';
import { expectAnswer, quickPasswords } from '#test/people';
import { openSenders } from '#test/push-senders';
import { testApp, type TestApp, type TestOptions } from '#test/test-app';

/** The product's settings with shorter delays. */
export const QUICK_SETTINGS: WorkerSettings = {
  perSecond: 5_000,
  maxConcurrent: 16,
  // Limits that even a busy machine never reaches: a timed-out send may have arrived, and would be repeated.
  leaseSeconds: 60,
  timeoutMs: 50_000,
  pollMs: 20,
  retrySeconds: 0.02,
  blockSeconds: { credentials: 0.2, unreachable: 0.2 },
};

/** A busy machine may be slow to connect to its database, which says nothing of what is tested. */
const SLOW_CONNECTION = 'push: Connection terminated due to connection timeout';

/** The app, its providers on loopback, and a dispatcher for each `startNode`. */
export async function pushKit(mood?: ReactionRule, options: Pick<TestOptions, 'reach' | 'now'> = {}) {
  const services = await startPushServices(mood);
  onTestFinished(() => services.close());
  const folder = await mkdtemp(join(tmpdir(), 'pulso-push-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const account = await services.saveAccount(join(folder, 'cuenta.json'));
  const warnings: string[] = [];
  const nodes: ReturnType<typeof startDispatcher>[] = [];
  const app = await testApp({
    ...options,
    passwords: quickPasswords,
    push: {
      providers: ['fcm', 'webpush'],
      isPushAddress: pushAddressCheck(services.address),
      wake: () => {
        for (const node of nodes) node.wake();
      },
    },
  });
  // Registered last, so that it runs first: before the app closes its database.
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  });

  const startNode = async (
    settings: Partial<WorkerSettings> = {},
    address = services.address,
    otherServices: string[] = [],
  ) => {
    const senders = await openSenders(account, address, otherServices);
    const node = startDispatcher({
      db: app.db,
      senders,
      warn: (message) => {
        if (message !== SLOW_CONNECTION) warnings.push(message);
      },
      settings: { ...QUICK_SETTINGS, ...settings },
      now: options.now,
    });
    nodes.push(node);
    return node;
  };
  return { app, services, account, warnings, startNode };
}

let sentCount = 0;

/** A notification to all, as an administrator sends it. */
export async function sendToAll(app: TestApp, fields: object = {}): Promise<SentNotification> {
  sentCount += 1;
  const values = { title: `Aviso ${sentCount}`, body: 'Mañana cerramos', ...fields };
  return expectAnswer(await app.json('POST', '/api/notifications/send-to-all', values), sentNotificationRow);
}

export async function stateOf(app: TestApp, { id, group }: Pick<SentNotification, 'id' | 'group'>) {
  const { body } = await app.get(`/api/notifications${group ? '?list=group' : ''}`);
  const found = (body.data as SentNotification[]).find((one) => one.id === id);
  if (group) expect(found?.group?.state).toBe('sent');
  const { recipients, delivered, failed, pending } = sentNotificationRow.parse(found);
  return { recipients, delivered, failed, pending };
}

export function waitUntilDone(app: TestApp, notification: Pick<SentNotification, 'id' | 'group'>) {
  const done = async () => {
    const state = await stateOf(app, notification);
    expect(state.pending).toBe(0);
    return state;
  };
  return vi.waitFor(done, { timeout: 25_000, interval: 40 });
}

export async function listTokens(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ token: string }>`select token from devices order by id`.execute(app.db);
  return rows.map(({ token }) => token);
}

/** The state of each provider, as the panel shows it. */
export async function providersOf(app: TestApp) {
  const { providers } = expectAnswer(await app.get('/api/notifications/audience'), audience);
  return providers.map(({ provider, state }) => [provider, state]);
}
