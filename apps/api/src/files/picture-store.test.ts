import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { levels } from '@pulso/contract/catalogue/levels';
import { successBody } from '@pulso/contract/kit/envelope';
import { IMAGE_SIZES, imageInSize } from '@pulso/contract/kit/images';
import { copyDatabase } from '@pulso/testing/database';
import { createPicture } from '@pulso/testing/pictures';
import { startS3 } from '@pulso/testing/s3';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openDb, openPool } from '#db/connection/connect';
import { Refusal } from '#db/writes/refusal';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { s3Store } from '#files/s3-store';
import { sweepUploads } from '#files/sweep-uploads';
import { openUploads, pictureUrl } from '#files/uploads';
import { endRestoreDays } from '#test/restore';
import { STORES } from '#test/stores';
import { testApp, type TestApp } from '#test/test-app';

const daysFromNow = (count: number) => new Date(Date.now() + count * 86_400_000);
const nameOf = (url: string) => url.split('/')[2]!;
const namesIn = async (store: PictureStore) => (await store.list()).pictures.map(({ name }) => name).sort();
const quarantinedIn = async (store: PictureStore) => (await store.list()).quarantined.map(({ name }) => name).sort();
const imageFiles = IMAGE_SIZES.map(({ file }) => ({ file, bytes: Buffer.from(file) }));

async function upload(app: TestApp) {
  const image = await createPicture(300, 200).png().toBuffer();
  return app.form('POST', '/api/level', { title: 'Inicial', image });
}

describe.each(STORES)('pictures in %s', (_kind, newStore) => {
  it('API-30 U1 X7 Z8 are read by anybody, kept by every browser, found by their whole name only, and go with their row', async () => {
    const store = await newStore();
    const app = await testApp({ store });
    const answer = await upload(app);
    expect(answer.status, answer.raw).toBe(201);
    const { id, cover_image } = successBody(toStrictSchema(levels.row)).parse(answer.body).data;
    const url = cover_image!;
    expect(await namesIn(store)).toEqual([nameOf(url)]);
    for (const { size, width } of IMAGE_SIZES) {
      const { statusCode, headers, rawPayload } = await app.http.inject({ url: imageInSize(url, size) });
      expect([statusCode, headers['content-length']]).toEqual([200, String(rawPayload.length)]);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: Math.min(width, 300) });
    }
    const { headers } = await app.http.inject({ url });
    const again = await app.http.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await app.http.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, headers['content-length']]);
    for (const path of [
      '/uploads/',
      `/uploads/${nameOf(url)}`,
      `/uploads/${nameOf(url)}/original.png`,
      `${url}/`,
      `/uploads/${'a'.repeat(22)}/large.webp`,
      '/uploads/.installation',
      '/uploads/%2einstallation',
      `/uploads/${nameOf(url)}/../${nameOf(url)}/otra.webp`,
    ]) {
      const { statusCode, body } = await app.http.inject({ url: path });
      expect([path, statusCode]).toEqual([path, 404]);
      expect(JSON.parse(body)).toEqual({ success: false, message: 'El recurso solicitado no existe' });
    }
    expect((await app.remove(`/api/level/${id}`)).status).toBe(200);
    await endRestoreDays(app, store);
    expect([(await app.http.inject({ url })).statusCode, await namesIn(store)]).toEqual([404, []]);
  });

  it('U17 P8 go again when the write is refused, and stay when nobody knows whether it came through', async () => {
    const store = await newStore();
    const uploads = openUploads(store);
    const bytes = await createPicture().png().toBuffer();
    const failing = (error: Error) =>
      uploads.keep(bytes, 'image', async (url) => {
        expect((await namesIn(store)).map(pictureUrl)).toContain(url);
        throw error;
      });
    await expect(failing(new Refusal('No'))).rejects.toThrow('No');
    expect(await namesIn(store)).toEqual([]);
    await expect(failing(new Error('Connection terminated unexpectedly'))).rejects.toThrow('terminated');
    expect(await namesIn(store)).toHaveLength(1);
  });

  it('X1 are set aside when no row names them, come back when one does, and go after thirty days', async () => {
    const own = await openInstallation(await newStore());
    const [used, orphan] = [await own.put(), await own.put()];
    await own.refer(used);
    await own.sweep();
    expect(await quarantinedIn(own.store)).toEqual([]);
    await own.sweep(daysFromNow(2));
    expect([await namesIn(own.store), await quarantinedIn(own.store)]).toEqual([[used], [orphan]]);
    await own.refer(orphan);
    await own.sweep(daysFromNow(60));
    expect([await namesIn(own.store), await quarantinedIn(own.store)]).toEqual([[used, orphan].sort(), []]);
    const lost = await own.put();
    await own.sweep(daysFromNow(2));
    await own.sweep(daysFromNow(32));
    expect(await quarantinedIn(own.store)).toEqual([lost]);
    await own.sweep(daysFromNow(33));
    expect(await quarantinedIn(own.store)).toEqual([]);
  });

  it('X1 are left alone beside the database of another installation, and when too many look orphaned', async () => {
    const own = await openInstallation(await newStore());
    for (let count = 0; count < 11; count += 1) await own.put();
    await expect(own.sweep(daysFromNow(2))).rejects.toThrow(
      `Ninguna fila nombra 11 de las 11 imágenes de ${own.store.place}`,
    );
    await sql`update installation set id = gen_random_uuid()`.execute(own.db);
    await expect(own.sweep(daysFromNow(2), true)).rejects.toThrow(`borra ${own.store.mark.place}`);
    expect(await namesIn(own.store)).toHaveLength(11);
  });

  it('X1 are moved once, though two nodes set out to', async () => {
    const store = await newStore();
    const moved = { name: 'a'.repeat(22), day: '2026-01-05' } as const;
    await store.publish(moved.name, imageFiles);
    for (let node = 0; node < 2; node += 1) await store.quarantine(moved);
    expect([await namesIn(store), await quarantinedIn(store)]).toEqual([[], [moved.name]]);
    for (let node = 0; node < 2; node += 1) await store.restore(moved);
    expect([await namesIn(store), await quarantinedIn(store)]).toEqual([[moved.name], []]);
  });
});

/** Names that would be paths to somewhere else, or to nothing of ours. */
const INVALID_NAMES = [
  '../../x',
  '..',
  '.',
  '',
  '/etc/cron.d',
  '..\\..\\x',
  '%2e%2e',
  `${'a'.repeat(21)}\0`,
  `${'a'.repeat(21)}/`,
];

describe.each(STORES)('names in %s', (_kind, newStore) => {
  it('X12 are those of pictures and of their sizes, or the store does nothing', async () => {
    const store = await newStore();
    const [good, day] = ['a'.repeat(22), '2026-01-05'];
    await store.publish(good, imageFiles);
    const before = await store.list();
    const refused = async (work: () => Promise<unknown>) => expect(work()).rejects.toThrow(/^not a /);
    for (const name of INVALID_NAMES) {
      await refused(() => store.publish(name, imageFiles));
      await refused(() =>
        store.publish(good.replace('a', 'b'), [...imageFiles, { file: name, bytes: Buffer.from('x') }]),
      );
      await refused(() => store.copy(name, good));
      await refused(() => store.copy(good, name));
      await refused(() => store.remove(name));
      await refused(() => store.quarantine({ name, day }));
      await refused(() => store.quarantine({ name: good, day: name }));
      await refused(() => store.restore({ name, day }));
      await refused(() => store.removeQuarantined({ name, day }));
      await refused(() => store.removeQuarantined({ name: good, day: name }));
      await refused(() => readPicture(store, name));
    }
    expect(await store.list()).toEqual(before);
  });
});

/** A database and a store that belong together. */
async function openInstallation(store: PictureStore) {
  const { connection, drop } = await copyDatabase(inject('server'));
  const pool = openPool(connection, 3);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  const db = openDb(pool);
  const sweep = (now = new Date(), all = false) => sweepUploads(db, store, { now, all });
  await sweep();
  const put = async () => {
    const name = randomBytes(16).toString('hex').slice(0, 22);
    await store.publish(name, imageFiles);
    return name;
  };
  const refer = (name: string) =>
    sql`insert into levels (title, cover_image) values ('Nivel', ${pictureUrl(name)})`.execute(db);
  return { store, db, sweep, put, refer };
}

it('X1 a bucket is listed page by page', async () => {
  const [one, two] = ['a'.repeat(22), 'b'.repeat(22)];
  const pages: Record<string, string> = {
    '': `<NextContinuationToken>más</NextContinuationToken><Contents><Key>${one}/card.webp</Key></Contents>`,
    más: `<Contents><Key>${one}/large.webp</Key></Contents><Contents><Key>.orphans/2026-01-05/${two}/card.webp</Key></Contents>`,
  };
  // Written down, because the server of the other tests fails beyond its first page.
  const server = createServer((request, response) => {
    const { searchParams } = new URL(String(request.url), 'http://s3');
    const page = pages[searchParams.get('continuation-token') ?? ''];
    response.setHeader('Content-Type', 'application/xml').end(`<ListBucketResult>${page}</ListBucketResult>`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'clave', secretAccessKey: 'clave' };
  const store = s3Store({ bucket: 'b', region: 'r', endpoint: `http://127.0.0.1:${port}`, credentials, prefix: '' });
  expect([await namesIn(store), await quarantinedIn(store)]).toEqual([[one], [two]]);
});

describe('a bucket that cannot be used', () => {
  const UNAVAILABLE = 'El servicio no está disponible en este momento. Por favor, inténtalo más tarde.';

  it('F6 is a 503 for whoever uploads or looks, with no row written; everything else is served', async () => {
    const { settings, close } = await startS3();
    const app = await testApp({ store: s3Store(settings) });
    const { cover_image: url } = (await upload(app)).body.data;
    await close();
    expect(await upload(app)).toMatchObject({ status: 503, body: { message: UNAVAILABLE } });
    expect((await app.http.inject({ url })).statusCode).toBe(503);
    expect((await app.get('/api/level')).body.data).toHaveLength(1);
    expect((await app.get('/api/health')).status).toBe(200);
  });

  it.each([
    ['another key', { credentials: { accessKeyId: 'OTRA', secretAccessKey: 'otra' } }, 'InvalidAccessKeyId'],
    ['another secret', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'otra' } }, 'SignatureDoesNotMatch'],
    ['another bucket', { bucket: 'no-hay' }, 'NoSuchBucket'],
  ])('says why, to the log alone: %s', async (_case, wrong, reason) => {
    const { settings } = await startS3();
    const lines: string[] = [];
    const app = await testApp({ store: s3Store({ ...settings, ...wrong }), log: (line) => lines.push(line) });
    expect(await upload(app)).toMatchObject({ status: 503, body: { message: UNAVAILABLE } });
    expect(lines.join('')).toContain(reason);
    expect((await app.get('/api/level')).body.data).toEqual([]);
  });

  it('U17 takes back what it has of a picture whose last size did not arrive', async () => {
    const { settings } = await startS3();
    const arrived: string[] = [];
    // A proxy to the server of the other tests, which takes everything.
    const door = createServer((incoming, answer) => {
      const { method, url = '', headers } = incoming;
      if (method === 'PUT' && url.includes('large.webp')) return void answer.writeHead(400).end();
      if (method === 'PUT') arrived.push(url);
      const onward = request(`${settings.endpoint}${url}`, { method, headers }, (found) => {
        found.pipe(answer.writeHead(found.statusCode!, found.headers));
      });
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void door.close());
    await once(door, 'listening');
    const store = s3Store({ ...settings, endpoint: `http://127.0.0.1:${(door.address() as AddressInfo).port}` });
    await expect(store.publish('b'.repeat(22), imageFiles)).rejects.toMatchObject({ code: 'EIO' });
    expect(arrived).toHaveLength(2);
    expect(await namesIn(s3Store(settings))).toEqual([]);
  });
});
