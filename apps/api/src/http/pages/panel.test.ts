import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '#test/raw-http';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const PAGE_HTML = '<!doctype html><html><head><title>Pulso</title></head><body></body></html>';

// A build of the panel, and a file beside it that must not be served.
const parentFolder = mkdtempSync(join(tmpdir(), 'pulso-panel-'));
const folder = join(parentFolder, 'dist');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), PAGE_HTML);
writeFileSync(
  join(folder, 'panel.html'),
  PAGE_HTML.replace('<head>', '<head><link rel="modulepreload" href="/assets/panel.js" />'),
);
writeFileSync(join(folder, 'docs.html'), PAGE_HTML.replace('Pulso', 'API'));
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'sw.js'), 'addEventListener("fetch", () => {});');
writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {};');
const LONG_SCRIPT = 'export const palabras = "serie repetición descanso";\n'.repeat(200);
const longByEncoding = {
  br: brotliCompressSync(LONG_SCRIPT),
  gzip: gzipSync(LONG_SCRIPT),
  none: Buffer.from(LONG_SCRIPT),
};
writeFileSync(join(folder, 'assets', 'long-abc123.js'), longByEncoding.none);
writeFileSync(join(folder, 'assets', 'long-abc123.js.br'), longByEncoding.br);
writeFileSync(join(folder, 'assets', 'long-abc123.js.gz'), longByEncoding.gzip);
writeFileSync(join(parentFolder, 'secreto.txt'), 'canario');
afterAll(() => rmSync(parentFolder, { recursive: true }));

const getApp = sharedApp({ panel: { folder } });

const parseDirectives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );

describe('the panel', () => {
  it('API-39 is served for every address that it routes itself, and only for those', async () => {
    const app = getApp();
    for (const path of ['/', '/login', '/usuarios/editar/3', '/entrenamientos/form', '/home?x=1.js']) {
      const { status, raw, headers } = await app.send('GET', path);
      expect([status, headers['content-type']], path).toEqual([200, 'text/html; charset=utf-8']);
      expect(raw, path).toContain('<meta name="pulso-api" content="/api" /></head>');
      expect(headers['cache-control'], path).toBe('no-cache');
      expect((await app.send('HEAD', path)).status, path).toBe(200);
    }
    for (const path of [
      '/nada.js',
      '/assets/index-viejo.js',
      '/assets/long-abc123.js.br',
      '/uploads/nada',
      '/docs.html',
      '/index.html',
      '/panel.html',
      '/.env',
    ]) {
      const { status, body } = await app.send('GET', path);
      expect([status, body?.message], path).toEqual([404, 'El recurso solicitado no existe']);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await app.send(method, '/home')).status).toBe(404);
    expect((await app.send('GET', '/api/nada')).body?.success).toBe(false);
  });

  it('M5 an address that is no screen is 404 to whoever asks, with the page for a person and a sentence for a probe', async () => {
    const app = getApp();
    const notThere = '/metrics /healthz /health /livez /readyz /ping /status /apis /usuario /no-existe/3'.split(' ');
    const person = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const path of notThere) {
      for (const accept of [
        '*/*',
        'application/openmetrics-text;version=1.0.0,text/plain;q=0.5,*/*;q=0.1',
        undefined,
      ]) {
        const { status, body } = await app.send('GET', path, { headers: accept === undefined ? {} : { accept } });
        expect([status, body?.message], path).toEqual([404, 'El recurso solicitado no existe']);
      }
      const { status, raw, headers } = await app.send('GET', path, { headers: { accept: person } });
      expect([status, headers['content-type'], headers['cache-control']], path).toEqual([
        404,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(raw).toContain('<meta name="pulso-api"');
    }
    for (const path of ['/nada.js', '/.env', '/uploads/nada']) {
      const { status, headers } = await app.send('GET', path, { headers: { accept: person } });
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  it('API-11 tells the page of the letter of the specification and of the showcase only where they are asked for', async () => {
    const usual = await getApp().send('GET', '/');
    expect(usual.raw).toBe(PAGE_HTML.replace('</head>', '<meta name="pulso-api" content="/api" /></head>'));
    const app = await testApp({ panel: { folder, strictSpec: true, showcase: true } });
    const { raw } = await app.send('GET', '/');
    expect(raw).toContain('<meta name="pulso-strict-spec" content="1" />');
    expect(raw).toContain('<meta name="pulso-showcase" content="1" />');
  });

  it('keeps what is built for ever, and asks again for the rest', async () => {
    const app = getApp();
    const script = await app.send('GET', '/assets/index-abc123.js');
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    // A script is no document: what only a document obeys would be weight.
    expect(script.headers).not.toHaveProperty('permissions-policy');
    expect((await app.send('GET', '/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('W9 answers for all pages by a worker that is asked for each time and may fetch from here alone', async () => {
    const { status, headers } = await getApp().send('GET', '/sw.js');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
      'x-content-type-options': 'nosniff',
    });
  });

  /** The raw bytes, without decompression. */
  const fetch = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await getApp().http.inject({ method, url, headers });
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
  };

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    ['none', 'deflate'],
    ['none', 'br;q=0, gzip;q=0'],
    ['none', ''],
  ] as const)('leaves as %s, as the build made it, for a browser that accepts: %s', async (encoding, accepted) => {
    const url = '/assets/long-abc123.js';
    const bytes = longByEncoding[encoding];
    const given = { 'accept-encoding': accepted };
    const whole = await fetch(url, given);
    expect(whole.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'content-type': expect.stringContaining('javascript'),
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(whole.headers['content-encoding'] ?? 'none').toBe(encoding);
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true]);

    const head = await fetch(url, given, 'HEAD');
    expect([head.headers['content-length'], head.headers.etag]).toEqual([String(bytes.length), whole.headers.etag]);

    const part = await fetch(url, { ...given, range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`]);
    expect(part.headers['content-encoding']).toBe(whole.headers['content-encoding']);
    expect(part.bytes.equals(bytes.subarray(10, 20))).toBe(true);
    const beyond = await fetch(url, { ...given, range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    expect(beyond.headers['cache-control']).toBe('no-store');

    const again = await fetch(url, { ...given, 'if-none-match': String(whole.headers.etag) });
    expect([again.status, again.bytes.length, again.headers.vary]).toEqual([304, 0, 'Accept-Encoding']);
    expect(again.headers).not.toHaveProperty('content-encoding');
    const etags = ['br', 'gzip', ''].map(
      async (other) => (await fetch(url, { 'accept-encoding': other })).headers.etag,
    );
    expect(new Set(await Promise.all(etags)).size).toBe(3);
  });

  it('names the files behind the login to who has a session, and to nobody else', async () => {
    const named = async (cookie: string) => (await fetch('/usuarios', { cookie })).bytes.includes('/assets/panel.js');
    expect([await named('token=abc'), await named('nombre=Ana; token=abc')]).toEqual([true, true]);
    expect([await named(''), await named('token='), await named('otro_token=abc')]).toEqual([false, false, false]);
  });

  it('compresses its page too, with what was written into it', async () => {
    for (const path of ['/', '/usuarios', '/api/docs']) {
      const plain = await fetch(path);
      for (const [accepted, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, bytes } = await fetch(path, { 'accept-encoding': accepted });
        expect(headers).toMatchObject({
          vary: 'Accept-Encoding',
          'content-encoding': accepted,
          'content-length': String(bytes.length),
          'content-type': 'text/html; charset=utf-8',
        });
        expect(decode(bytes).equals(plain.bytes)).toBe(true);
        expect(plain.bytes.toString()).toContain('<meta name="pulso-api"');
      }
      expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(plain.headers).not.toHaveProperty('content-encoding');
    }
  });

  it('P16 X9 runs nothing but its own scripts: a strict policy, without exceptions', async () => {
    const app = getApp();
    const policy = (await app.send('GET', '/login')).headers['content-security-policy'];
    expect(parseDirectives(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'img-src': "'self' data: blob:",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
    });
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('may talk to the API that it is told of, and to no other', async () => {
    const apiUrl = 'https://api.ejemplo:8443/v1?"><script>';
    const app = await testApp({ panel: { folder, apiUrl } });
    const { raw, headers } = await app.send('GET', '/');
    expect(raw).toContain('content="https://api.ejemplo:8443/v1?&quot;>&lt;script>"');
    const policy = parseDirectives(headers['content-security-policy']);
    expect(policy['connect-src']).toBe("'self' https://api.ejemplo:8443");
    expect(policy['img-src']).toBe("'self' data: blob: https://api.ejemplo:8443 https:");
    expect(policy['script-src']).toBe("'self'");
  });

  it('gives nothing from outside of its folder', async () => {
    const { request } = await listen(getApp().http);
    for (const target of [
      '/../secreto.txt',
      '/%2e%2e/secreto.txt',
      '/assets/..%2f..%2fsecreto.txt',
      '/assets/../../secreto.txt',
      '//secreto.txt',
      '/..\\secreto.txt',
    ])
      expect((await request(`GET ${target}`)).body, target).not.toContain('canario');
  });
});

describe('the page of the documentation', () => {
  it('is an empty shell for whoever has no token, and says so by its status', async () => {
    const app = getApp();
    for (const [token, expected] of [
      [undefined, 401],
      ['x.y.z', 401],
      [app.token, 200],
    ] as const) {
      const { status, raw, headers } = await app.send('GET', '/api/docs', { token });
      expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
      expect(raw).toContain('<title>API</title>');
      expect(headers['content-security-policy']).toContain("script-src 'self'");
    }
    expect((await app.send('GET', '/api/openapi.json')).status).toBe(401);
  });
});
