import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const ADMIN = { username: 'admin', password: 'una-clave-de-prueba' };
const SERVER = fileURLToPath(new URL('../apps/api/dist/server.js', import.meta.url));

export type Product = {
  url: string;
  process: ChildProcess;
  lines: string[];
  /** Resolves when the process has ended. */
  ended: Promise<number | null>;
  stop: () => Promise<number | null>;
};

/** Starts the built product as `npm start` does and waits until it serves. */
export async function startProduct(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal would give it.
    detached: true,
  });
  const lines: string[] = [];
  const end = () => child.kill('SIGKILL');
  // The product ends with the process that started it.
  process.once('exit', end);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void ended.then(() => process.off('exit', end));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const address = /^Listo: (http:\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${lines.join('\n')}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, process: child, lines, ended, stop };
}

/** A client that is logged in, as the first administrator unless somebody else is named. */
export async function logIn(url: string, { username, password } = ADMIN) {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { access_token, user } = (await login.json()) as { access_token: string; user: { id: number } };
  const headers = { Authorization: `Bearer ${access_token}` };
  const write = (method: string) => (path: string, data: unknown) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(data),
    });
  return {
    token: access_token,
    userId: user.id,
    get: (path: string) => fetch(`${url}/api${path}`, { headers }),
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
  };
}
