import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPicture } from '@pulso/testing/pictures';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#test/test-app';

const PAGE_HTML = '<!doctype html><html><head></head><body></body></html>';
const parentFolder = mkdtempSync(join(tmpdir(), 'pulso-client-'));
const [folder, panelFolder] = [join(parentFolder, 'client'), join(parentFolder, 'panel')];
for (const [place, pages] of [
  [folder, ['index.html']],
  [panelFolder, ['index.html', 'panel.html', 'docs.html']],
] as const) {
  mkdirSync(join(place, 'assets'), { recursive: true });
  for (const page of pages) writeFileSync(join(place, page), PAGE_HTML.replace('<head>', `<head><!-- ${place} -->`));
  writeFileSync(join(place, 'sw.js'), 'addEventListener("fetch", () => {});');
}
writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {};');
afterAll(() => rmSync(parentFolder, { recursive: true }));

const settings = { panel: { folder: panelFolder }, clientApp: { folder } };
const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const visit = (app: TestApp, path: string) => app.send('GET', path, { headers: person });
const isClientPage = ({ raw }: { raw: string }) => raw.includes(`<!-- ${folder} -->`);

type Manifest = { icons: { src: string; sizes: string; purpose: string }[] } & Record<string, unknown>;
const readManifest = async (app: TestApp) => JSON.parse((await visit(app, '/mi/manifest.webmanifest')).raw) as Manifest;

/** An icon's width, and the colour of its corner and of its middle. */
async function lookAt(app: TestApp, src: string) {
  const { rawPayload, headers } = await app.http.inject({ url: src });
  expect(headers['content-type']).toBe('image/png');
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    `#${data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')}`;
  return { width: info.width, corner: at(0, 0), centre: at(info.width / 2, info.height / 2) };
}

describe('the app of the clients', () => {
  it('PWA-01 is at /mi/: /mi leads there, every address below it without a file is its page, and what only begins so is not', async () => {
    const app = await testApp(settings);
    const moved = await visit(app, '/mi');
    expect([moved.status, moved.headers.location]).toEqual([308, '/mi/']);
    for (const path of ['/mi/', '/mi/comida/7', '/mi/entrenamiento/p1-2', '/mi/entrar?x=1', '/mi/no.existe']) {
      const answer = await visit(app, path);
      expect([answer.status, answer.headers['cache-control'], isClientPage(answer)], path).toEqual([
        200,
        'no-cache',
        true,
      ]);
      expect((await app.send('HEAD', path)).status, path).toBe(200);
    }
    expect(isClientPage(await visit(app, '/mi-negocio'))).toBe(false);
    expect((await visit(app, '/mi-negocio')).status).toBe(200);
    // A file of a version that is gone is no page, or a browser would take it for a script.
    expect((await visit(app, '/mi/assets/index-viejo.js')).status).toBe(404);
    const file = await visit(app, '/mi/assets/index-abc123.js');
    expect([file.raw, file.headers['cache-control']]).toEqual(['export {};', 'public, max-age=31536000, immutable']);
    const worker = await visit(app, '/mi/sw.js');
    expect([worker.status, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it('BAS-01 is an unknown address of the panel where the extras are off', async () => {
    const app = await testApp({ ...settings, extras: false });
    for (const path of ['/mi', '/mi/', '/mi/entrar', '/mi/manifest.webmanifest']) {
      const answer = await app.send('GET', path, { headers: path.endsWith('manifest') ? {} : person });
      expect([answer.status, isClientPage(answer)], path).toEqual([404, false]);
    }
  });

  it('PWA-01 runs nothing but its own scripts, as the panel', async () => {
    const app = await testApp(settings);
    const policyOf = async (path: string) => (await visit(app, path)).headers['content-security-policy'];
    expect(await policyOf('/mi/')).toBe(await policyOf('/login'));
    expect(await policyOf('/mi/sw.js')).toBe("default-src 'none'; connect-src 'self'");
  });

  it('PWA-02 page, manifest and icons carry the name, the logo and the colour of the business, and change with the next load', async () => {
    const app = await testApp(settings);
    const bare = await visit(app, '/mi/');
    expect(bare.raw).toContain('<title>Mi entrenamiento</title>');
    expect(bare.raw).toContain('<meta name="theme-color" content="#c23a12" />');
    const [first] = (await readManifest(app)).icons;
    expect(await lookAt(app, first!.src)).toMatchObject({ width: 192, corner: '#c23a12' });

    await app.json('PATCH', '/api/business', { name: 'Zona "Sur" & Co', accent: '#1A73E8' });
    const page = await visit(app, '/mi/comida');
    expect(page.raw).toContain('<title>Zona &quot;Sur&quot; &amp; Co</title>');
    expect(page.raw).toContain('<meta name="theme-color" content="#1A73E8" />');
    const manifest = await readManifest(app);
    expect(manifest).toMatchObject({
      id: '/mi/',
      start_url: '/mi/',
      scope: '/mi/',
      display: 'standalone',
      lang: 'es-AR',
      name: 'Zona "Sur" & Co',
      short_name: 'Mi entrenamiento',
      theme_color: '#1A73E8',
    });
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    expect(manifest.icons[0]!.src).not.toBe(first!.src);
    // The initial on the colour: a Z has its stroke in the middle.
    for (const { src, sizes } of manifest.icons)
      expect(await lookAt(app, src)).toEqual({
        width: Number.parseInt(sizes, 10),
        corner: '#1a73e8',
        centre: '#ffffff',
      });

    const image = await createPicture(300, 300).png().toBuffer();
    await app.form('PUT', '/api/business/logo', { image });
    const withLogo = await readManifest(app);
    expect(withLogo.icons[0]!.src).not.toBe(manifest.icons[0]!.src);
    for (const { src } of withLogo.icons) {
      const { corner, centre } = await lookAt(app, src);
      expect([corner, centre === '#ffffff']).toEqual(['#ffffff', false]);
    }
  });

  it('PWA-04 the page of Hoy asks for its answer beside the code, and no other page does', async () => {
    const app = await testApp(settings);
    const preload = '<link rel="preload" href="/api/my/today" as="fetch" crossorigin />';
    expect((await visit(app, '/mi/')).raw).toContain(preload);
    expect((await visit(app, '/mi/entrar')).raw).not.toContain(preload);
  });
});
