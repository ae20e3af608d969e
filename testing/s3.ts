import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '../apps/api/src/files/s3-client';

/** Empty, until the test ends. */
export async function createTestFolder(prefix: string) {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that speaks S3, until the test ends. */
export async function startS3(buckets = ['pulso']) {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await createTestFolder('pulso-s3-'),
    vhostBuckets: false,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const { port } = await server.run();
  let open = true;
  const close = async () => {
    if (!open) return;
    open = false;
    server.httpServer.closeAllConnections();
    await server.close();
  };
  onTestFinished(close);
  // The only key that this server knows.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const settings: S3Settings = {
    bucket: 'pulso',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials,
    prefix: 'gimnasio/fotos/',
  };
  return { settings, close };
}
