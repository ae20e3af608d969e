import { join } from 'node:path';
import * as kit from '@pulso/testing/embedded-kit';
import type { Child } from '@pulso/testing/embedded-kit';
import { bundleScript } from '@pulso/testing/script';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startEmbedded } from '#db/embedded/embedded';
import type { EmbeddedOptions, EmbeddedServer } from '#db/embedded/embedded';
import { StartupError } from '#startup-error';

export const isRoot = process.getuid?.() === 0;
export const isLinux = process.platform === 'linux';

/** A data folder per test, empty until `withCluster`, with its servers and processes; all removed when the test ends. */
export function embeddedFixture() {
  const servers: EmbeddedServer[] = [];
  const children: Child[] = [];
  const test = { folder: '', dataDir: '', said: [] as string[] };
  let template = '';
  const script = bundleScript(kit.CHILD_SCRIPT);

  const start = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> => {
    const print = (line: string) => void test.said.push(line);
    const server = await startEmbedded({ dataDir: test.dataDir, print, settings: { fsync: 'off' }, ...options });
    servers.push(server);
    return server;
  };
  const startChild = (holder?: string): Child => {
    const child = kit.startChild(script(), test.dataDir, holder);
    children.push(child);
    return child;
  };
  const refusal = async (): Promise<string> => {
    const error: unknown = await start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message;
  };
  const kept = ({ connection }: Pick<EmbeddedServer, 'connection'>) => kit.query(connection, 'select note from kept');
  /** Fills the folder with a cluster that has the one row `ñandú` in the table `kept`. */
  const withCluster = () => kit.copyFolder(template, test.dataDir);

  beforeAll(async () => {
    template = test.dataDir = await kit.temporaryFolder();
    const server = await start();
    await kit.query(server.connection, `create table kept as select 'ñandú' as note`);
    await server.stop();
  }, 60_000);
  beforeEach(async () => {
    test.folder = test.dataDir = await kit.temporaryFolder();
    test.said = [];
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(kit.killChild));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await kit.waitUntil('no process is left', () => kit.processesIn(test.folder).length === 0);
    await kit.removeFolder(test.folder);
  }, 30_000);
  afterAll(() => kit.removeFolder(template));

  return {
    test,
    start,
    startChild,
    refusal,
    kept,
    withCluster,
    clusterFolder: () => join(test.dataDir, 'postgres'),
    passwordFile: () => join(test.dataDir, 'secrets/database-password'),
    templatePasswordFile: () => join(template, 'secrets/database-password'),
  };
}
