import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPicture } from '@pulso/testing/pictures';
import { logIn } from '@pulso/testing/product';
import { startS3 } from '@pulso/testing/s3';
import { expect, it } from 'vitest';
import { createInstalledFolder, createTestFolder, startInFolder } from './data-folder';

it('pictures go to the configured bucket, and every process and start serves them from there', async () => {
  const { settings } = await startS3();
  const env = {
    WEB_CONCURRENCY: '2',
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: String(settings.endpoint),
    S3_ACCESS_KEY_ID: String(settings.credentials?.accessKeyId),
    S3_SECRET_ACCESS_KEY: String(settings.credentials?.secretAccessKey),
    S3_PREFIX: `/${settings.prefix}`,
  };
  const folder = await createTestFolder();
  const first = await startInFolder(folder, env);
  const client = await logIn(first.url);
  const form = new FormData();
  form.append('title', 'Inicial');
  form.append('image', new Blob([await createPicture().png().toBuffer()]), 'foto.png');
  const headers = { Authorization: `Bearer ${client.token}` };
  const made = await fetch(`${first.url}/api/level`, { method: 'POST', headers, body: form });
  const { cover_image } = ((await made.json()) as { data: { cover_image: string } }).data;
  for (let call = 0; call < 4; call += 1)
    expect((await fetch(`${first.url}${cover_image}`, { headers: { Connection: 'close' } })).status).toBe(200);
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(folder, 'uploads'))).toBe(false);

  const second = await startInFolder(await createInstalledFolder(), env);
  expect((await fetch(`${second.url}${cover_image}`)).headers.get('content-type')).toBe('image/webp');
});
