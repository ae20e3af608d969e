import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { processesIn } from '../embedded-kit';
import { logIn, startProduct, type Product } from '../product';
import type { BaseRows } from './kinds';

const REQUEST_TIMEOUT_MS = 20_000;
const RECOVERY_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const CLIENT_COUNT = 3;

type Body = { json?: object; form?: Record<string, string | Buffer> };

export type SendResult = {
  /** Undefined when the connection was cut before an answer. */
  status?: number;
  /** True if an answer began, and did not end. */
  isCut: boolean;
  id?: number;
};

/** A product on its data folder, which is broken and started again, and looked at from outside. */
export async function openSite(folder: string, env: Record<string, string> = {}) {
  let product: Product = await startProduct(folder, env);
  const { token } = await logIn(product.url);
  const headers = { Authorization: `Bearer ${token}` };

  const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const client = new Client(env['DATABASE_URL'] ?? (await embeddedConnection(folder)));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  };

  const send = async (
    method: string,
    path: string,
    { json, form, key }: Body & { key?: string } = {},
  ): Promise<SendResult> => {
    let status: number | undefined;
    try {
      const answer = await fetch(`${product.url}/api${path}`, {
        method,
        headers: {
          ...headers,
          ...(json && { 'Content-Type': 'application/json' }),
          ...(key !== undefined && { 'Idempotency-Key': key }),
        },
        body: json ? JSON.stringify(json) : form && formOf(form),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      status = answer.status;
      const body = (await answer.json()) as { data?: { id?: number } };
      return { status, isCut: false, id: body.data?.id };
    } catch {
      return { status, isCut: status !== undefined };
    }
  };

  const created = async (path: string, body: Body) => {
    const { id, status } = await send('POST', path, body);
    if (id === undefined) throw new Error(`POST ${path}: ${status}`);
    return id;
  };

  /** Waits until a read that needs the database is answered; says after how many milliseconds. */
  const untilServing = async (since = performance.now()): Promise<number> => {
    while ((await send('GET', '/user?page=1&limit=1')).status !== 200) {
      if (performance.now() - since > RECOVERY_TIMEOUT_MS)
        throw new Error(`The product does not recover:\n${product.lines.slice(-20).join('\n')}`);
      await sleep(POLL_MS);
    }
    return performance.now() - since;
  };

  return {
    folder,
    sql,
    send,
    untilServing,
    url: () => product.url,
    product: () => product,
    restart: async () => {
      product = await startProduct(folder, env);
    },
    stop: () => product.stop(),
    /** Creates the rows that the writes refer to. */
    makeBase: async (): Promise<BaseRows> => {
      const person = { name: 'Ana', gender: 'Female', phone: '1123456789', countryCode: 'AR', countryCodeT: '+54' };
      const clients: number[] = [];
      for (let nth = 0; nth < CLIENT_COUNT; nth += 1)
        clients.push(
          await created('/user', { json: { ...person, username: `cliente.${nth}`, password: 'clave-segura' } }),
        );
      const plan = { title: 'Mensual', description: 'Un mes', duration: 1, amount: 15_000, status: 1 };
      return {
        clients,
        plan: await created('/suscriptions', { json: plan }),
        bodyPart: await created('/body-part', { form: { title: 'Pecho' } }),
      };
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

function formOf(fields: Record<string, string | Buffer>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), `${name}.png`);
  return form;
}

/** Connection settings of the product itself. */
async function embeddedConnection(folder: string) {
  const { socketDir } = JSON.parse(await readFile(join(folder, 'pulso.lock'), 'utf8')) as { socketDir: string };
  const password = (await readFile(join(folder, 'secrets/database-password'), 'utf8')).trim();
  return { host: socketDir, port: 5432, user: 'pulso_app', database: 'pulso', password };
}

/** The database's processes, by what they do; the postmaster first. */
export function databasePids(folder: string): { postmaster: number; backends: number[]; all: number[] } {
  const all = processesIn(join(folder, 'postgres')).map(({ pid }) => pid);
  const titleOf = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  return {
    postmaster: Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    backends: all.filter((pid) => titleOf(pid).startsWith('postgres: pulso_app')),
    all,
  };
}
