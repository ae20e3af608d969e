import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { installedFolder, start, until } from './data-folder';
import { logIn, type Product } from './product';

const postmaster = (folder: string) =>
  Number(execFileSync('head', ['-n1', join(folder, 'postgres/postmaster.pid')], { encoding: 'utf8' }));

describe('crashes', () => {
  const writeUntilKilled = async (product: Product, kill: () => void) => {
    const client = await logIn(product.url);
    const acknowledged: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      if (index === 25) kill();
      const name = `Categoría ${index}`;
      const answer = await client.post('/type-diet', { name }).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(name);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(25);
    return acknowledged;
  };

  const stored = async (url: string) => {
    const client = await logIn(url);
    const body = (await (await client.get('/type-diet')).json()) as { data: { name: string }[] };
    return body.data.map(({ name }) => name);
  };

  it.each([
    ['the process group', (product: Product) => process.kill(-product.process.pid!, 'SIGKILL')],
    ['the node process only', (product: Product) => product.process.kill('SIGKILL')],
  ])('H1 H8 keeps every acknowledged write over kill -9 of %s', async (_who, kill) => {
    const folder = await installedFolder();
    const product = await start(folder);
    const acknowledged = await writeUntilKilled(product, () => kill(product));
    await product.ended;
    const again = await start(folder);
    expect(await stored(again.url)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('H8 API-33 answers 503 while the database is gone, recovers by itself and keeps every acknowledged write', async () => {
    const folder = await installedFolder();
    const product = await start(folder);
    const acknowledged = await writeUntilKilled(product, () => process.kill(postmaster(folder), 'SIGKILL'));
    await until(async () => expect((await fetch(`${product.url}/api/health`)).status).toBe(200));
    expect(await stored(product.url)).toEqual(expect.arrayContaining(acknowledged));
    expect(product.process.exitCode).toBeNull();
  });
});
