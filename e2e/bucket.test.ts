import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { picture } from '../apps/api/test/pictures';
import { startS3 } from '../apps/api/test/stores';
import { installedFolder, newFolder, start } from './data-folder';
import { logIn } from './product';

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
  const folder = await newFolder();
  const first = await start(folder, { ...env, DEMO: '1' });
  const form = new FormData();
  form.append('title', 'Inicial');
  form.append('image', new Blob([await picture().png().toBuffer()]), 'foto.png');
  const client = await logIn(first.url);
  const headers = { Authorization: `Bearer ${client.token}` };
  const made = await fetch(`${first.url}/api/level`, { method: 'POST', headers, body: form });
  const { cover_image } = ((await made.json()) as { data: { cover_image: string } }).data;
  const listed = ((await (await client.get('/level')).json()) as { data: { cover_image: string }[] }).data;
  expect(listed.length).toBeGreaterThan(1);
  for (const one of listed) expect((await fetch(`${first.url}${one.cover_image}`)).status).toBe(200);
  expect(existsSync(join(folder, 'uploads'))).toBe(false);
  for (let call = 0; call < 4; call += 1)
    expect((await fetch(`${first.url}${cover_image}`, { headers: { Connection: 'close' } })).status).toBe(200);
  expect(await first.stop()).toBe(0);

  const second = await start(await installedFolder(), env);
  expect((await fetch(`${second.url}${cover_image}`)).headers.get('content-type')).toBe('image/webp');
});
