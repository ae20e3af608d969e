import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { picture } from '@pulso/testing/pictures';
import { logIn } from '@pulso/testing/product';
import { startS3 } from '@pulso/testing/s3';
import { expect, it } from 'vitest';
import { installedFolder, newFolder, start } from './data-folder';

/** The environment of a product with a bucket of its own. */
async function bucket() {
  const { settings } = await startS3();
  return {
    WEB_CONCURRENCY: '2',
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: String(settings.endpoint),
    S3_ACCESS_KEY_ID: String(settings.credentials?.accessKeyId),
    S3_SECRET_ACCESS_KEY: String(settings.credentials?.secretAccessKey),
    S3_PREFIX: `/${settings.prefix}`,
  };
}

type Level = { cover_image: string };

it('the pictures of the demonstration go to the configured bucket', async () => {
  const folder = await newFolder();
  const { url } = await start(folder, { ...(await bucket()), DEMO: '1' });
  const levels = ((await (await (await logIn(url)).get('/level')).json()) as { data: Level[] }).data;
  expect(levels.length).toBeGreaterThan(1);
  for (const { cover_image } of levels) expect((await fetch(`${url}${cover_image}`)).status).toBe(200);
  expect(existsSync(join(folder, 'uploads'))).toBe(false);
});

it('pictures go to the configured bucket, and every process and start serves them from there', async () => {
  const env = await bucket();
  const first = await start(await installedFolder(), env);
  const form = new FormData();
  form.append('title', 'Inicial');
  form.append('image', new Blob([await picture().png().toBuffer()]), 'foto.png');
  const headers = { Authorization: `Bearer ${(await logIn(first.url)).token}` };
  const made = await fetch(`${first.url}/api/level`, { method: 'POST', headers, body: form });
  const { cover_image } = ((await made.json()) as { data: Level }).data;
  for (let call = 0; call < 4; call += 1)
    expect((await fetch(`${first.url}${cover_image}`, { headers: { Connection: 'close' } })).status).toBe(200);
  expect(await first.stop()).toBe(0);

  const second = await start(await installedFolder(), env);
  expect((await fetch(`${second.url}${cover_image}`)).headers.get('content-type')).toBe('image/webp');
});
