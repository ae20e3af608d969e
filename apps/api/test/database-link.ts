import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { inject as provided, onTestFinished } from 'vitest';

const PORT = 5432;

/** A proxy to the tests' database that a test can cut, stall and restore. */
export async function openDatabaseLink() {
  // pg parses every form of connection string.
  const { host, port } = new Client(provided('server').connection);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const folder = await mkdtemp(join(tmpdir(), 'pulso-link-'));
  const ends = new Set<Socket>();
  let stalled = false;
  let listener: Server | undefined;

  const carry = (near: Socket) => {
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
      // Bytes of a stalled link are dropped silently, not refused.
      one.on('data', (bytes) => {
        if (!stalled) other.write(bytes);
      });
    }
  };
  const mend = async () => {
    stalled = false;
    if (listener) return;
    listener = createServer(carry).listen(join(folder, `.s.PGSQL.${PORT}`));
    await once(listener, 'listening');
  };
  /** Simulates a server that is gone: all connections break, new ones are refused. */
  const cut = async () => {
    const closed = listener && once(listener, 'close');
    listener?.close();
    listener = undefined;
    for (const end of ends) end.destroy();
    await closed;
  };
  onTestFinished(async () => {
    await cut();
    await rm(folder, { recursive: true, force: true });
  });
  await mend();

  return {
    cut,
    mend,
    /** Simulates a network that drops all packets: connections stay open, nothing arrives. */
    stall: () => {
      stalled = true;
    },
    reach: (connection: ClientConfig): ClientConfig => {
      const { user, password, database } = new Client(connection);
      return { host: folder, port: PORT, user, password: password ?? undefined, database };
    },
  };
}
