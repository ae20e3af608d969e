import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { levels } from '@pulso/contract/catalogue/levels';
import { successBody } from '@pulso/contract/kit/envelope';
import { IMAGE_SIZES, imageInSize } from '@pulso/contract/kit/images';
import { createManyFrameGif, createPicture } from '@pulso/testing/pictures';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Refusal } from '#db/writes/refusal';
import { diskStore } from '#files/disk-store';
import { openUploads } from '#files/uploads';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp();

/** Uploads a picture and fetches all its stored sizes. */
async function uploadAndFetch(bytes: Uint8Array) {
  const answer = await getApp().form('POST', '/api/level', { title: 'Inicial', image: bytes });
  expect(answer.status, answer.raw).toBe(201);
  const { cover_image: url } = successBody(toStrictSchema(levels.row)).parse(answer.body).data;
  const sizes = new Map<string, Buffer>();
  for (const { size } of IMAGE_SIZES) {
    const fetched = await getApp().http.inject({ url: imageInSize(url ?? '', size) });
    expect(fetched.statusCode).toBe(200);
    sizes.set(size, fetched.rawPayload);
  }
  const large = sizes.get('large')!;
  return { url: url!, sizes, large, metadata: await sharp(large).metadata() };
}

async function colourAt(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels)];
}

/** True if the pixel is from the left half of the picture, by its dominant colour. */
async function isRed(image: Buffer, x: number, y: number): Promise<boolean> {
  const [red = 0, , blue = 0] = await colourAt(image, x, y);
  expect(Math.abs(red - blue)).toBeGreaterThan(80);
  return red > blue;
}

describe('a good image', () => {
  it.each<[string, () => Sharp]>([
    ['JPEG', () => createPicture().jpeg()],
    ['a progressive JPEG', () => createPicture().jpeg({ progressive: true })],
    ['PNG', () => createPicture().png()],
    ['an interlaced PNG', () => createPicture().png({ progressive: true })],
    ['WebP', () => createPicture().webp()],
    ['GIF', () => createPicture().gif()],
    ['AVIF', () => createPicture().avif({ effort: 0 })],
    ['a 16-bit PNG', () => createPicture().toColourspace('rgb16').png()],
    ['a CMYK JPEG', () => createPicture().toColourspace('cmyk').jpeg({ chromaSubsampling: '4:4:4' })],
    ['a PNG with a palette', () => createPicture().png({ palette: true })],
  ])('API-29 API-30 U1 U11 is drawn anew as WebP in sRGB: %s', async (_case, made) => {
    const { large, metadata } = await uploadAndFetch(await made().toBuffer());
    expect(metadata).toMatchObject({ format: 'webp', width: 60, height: 40, space: 'srgb', channels: 3 });
    expect(metadata.icc).toBeUndefined();
    expect([await isRed(large, 10, 30), await isRed(large, 50, 30)]).toEqual([true, false]);
  });

  it('U1 is kept in three sizes, in a folder whose name tells nothing', async () => {
    const { url, sizes } = await uploadAndFetch(await createPicture(2000, 1000).jpeg().toBuffer());
    expect(url).toMatch(/^\/uploads\/[\w-]{22}\/large\.webp$/);
    const sides = await Promise.all([...sizes.values()].map((bytes) => sharp(bytes).metadata()));
    expect(sides.map(({ width, height }) => [width, height])).toEqual([
      [192, 96],
      [640, 320],
      [1600, 800],
    ]);
    const kept = await readdir(join(getApp().folder, url.split('/')[2]!));
    expect(kept.sort()).toEqual(['card.webp', 'large.webp', 'thumb.webp']);
  });

  it('is never enlarged, be it one pixel', async () => {
    const { sizes } = await uploadAndFetch(await createPicture(1, 1).png().toBuffer());
    for (const bytes of sizes.values()) expect(await sharp(bytes).metadata()).toMatchObject({ width: 1, height: 1 });
  });

  it('U11 is turned as the camera meant it, and forgets where and by whom it was taken', async () => {
    const photo = await createPicture()
      .withMetadata({
        orientation: 6,
        exif: {
          IFD0: { Artist: 'Persona Secreta' },
          IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 36/1 12/1' },
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><Secreto/></x:xmpmeta>')
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, width: 60, exif: expect.any(Buffer) });
    const { large, metadata, sizes } = await uploadAndFetch(photo);
    expect(metadata).toMatchObject({ width: 40, height: 60 });
    expect([await isRed(large, 20, 10), await isRed(large, 20, 50)]).toEqual([true, false]);
    for (const bytes of sizes.values()) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(bytes.includes('Secret')).toBe(false);
    }
  });

  it('U11 keeps its colours when they were written by another profile', async () => {
    const colour = { r: 230, g: 20, b: 20 };
    const flat = sharp({ create: { width: 10, height: 10, channels: 3, background: colour } });
    const photo = await flat.withIccProfile('p3').png().toBuffer();
    expect((await colourAt(photo, 5, 5))[0]).toBeLessThan(220);
    const [red, green, blue] = await colourAt((await uploadAndFetch(photo)).large, 5, 5);
    expect([red! - colour.r, green! - colour.g, blue! - colour.b].map(Math.abs).every((off) => off < 8)).toBe(true);
  });

  it('keeps what is transparent', async () => {
    const glass = sharp({
      create: { width: 10, height: 10, channels: 4, background: { r: 230, g: 20, b: 20, alpha: 0 } },
    });
    const { large, metadata } = await uploadAndFetch(await glass.png().toBuffer());
    expect(metadata.hasAlpha).toBe(true);
    expect((await colourAt(large, 5, 5))[3]).toBe(0);
  });

  it('is grey if it was grey', async () => {
    const { large } = await uploadAndFetch(await createPicture().greyscale().jpeg().toBuffer());
    const [red, green, blue] = await colourAt(large, 10, 30);
    expect([green, blue]).toEqual([red, red]);
  });

  it('U11 shows its first frame if it moves', async () => {
    const { metadata } = await uploadAndFetch(createManyFrameGif(50));
    expect({ pages: metadata.pages, width: metadata.width }).toEqual({ pages: undefined, width: 1 });
  });
});

describe('a stored image', () => {
  it('API-30 U1 X7 Z8 is read by anybody, kept by every browser, and is nothing but an image', async () => {
    const { url } = await uploadAndFetch(await createPicture().png().toBuffer());
    for (const { size } of IMAGE_SIZES) {
      const { statusCode, headers } = await getApp().http.inject({ url: imageInSize(url, size) });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      });
    }
    const { headers } = await getApp().http.inject({ url });
    const again = await getApp().http.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const head = await getApp().http.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length']]).toEqual([200, headers['content-length']]);
  });

  it('Z8 is found by its whole name only: no list, no way out of the folder, no draft', async () => {
    const { url } = await uploadAndFetch(await createPicture().png().toBuffer());
    const { folder, http } = getApp();
    const name = url.split('/')[2]!;
    await mkdir(join(folder, '.borrador'), { recursive: true });
    await writeFile(join(folder, '.borrador', 'large.webp'), 'x');
    for (const path of [
      '/uploads',
      '/uploads/',
      `/uploads/${name}`,
      `/uploads/${name}/`,
      `/uploads/${name}/original.png`,
      '/uploads/no-hay/large.webp',
      '/uploads/.borrador/large.webp',
      '/uploads/%2eborrador/large.webp',
      `/uploads/${name}/../../package.json`,
      '/uploads/../package.json',
      '/uploads/..%2fpackage.json',
      '/uploads/%2e%2e/package.json',
      '/uploads/..%5cpackage.json',
      `/uploads/${encodeURIComponent('/etc/passwd')}`,
      '/uploads//etc/passwd',
    ]) {
      const { statusCode, body } = await http.inject({ url: path });
      expect([path, statusCode]).toEqual([path, 404]);
      expect(JSON.parse(body)).toEqual({ success: false, message: 'El recurso solicitado no existe' });
    }
    expect((await http.inject({ url: `${url}%00.png` })).statusCode).toBe(400);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await http.inject({ method, url })).statusCode).toBe(404);
    expect((await http.inject({ url })).statusCode).toBe(200);
  });
});

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-uploads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, uploads: openUploads(diskStore(folder)), bytes: await createPicture().png().toBuffer() };
}

describe('keeping an image with the row that refers to it', () => {
  it('U17 P8 takes the image away again when the write is refused', async () => {
    const { folder, uploads, bytes } = await createFolder();
    const write = async (url: string | undefined) => {
      expect((await readdir(folder)).map((name) => `/uploads/${name}/large.webp`)).toEqual([url]);
      throw new Refusal('No');
    };
    await expect(uploads.keep(bytes, 'image', write)).rejects.toThrow('No');
    expect(await readdir(folder)).toEqual([]);
  });

  it('U17 P8 leaves the image when nobody knows whether the write came through', async () => {
    const { folder, uploads, bytes } = await createFolder();
    const write = async () => {
      throw new Error('Connection terminated unexpectedly');
    };
    await expect(uploads.keep(bytes, 'image', write)).rejects.toThrow('Connection terminated');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('writes nothing to the disk before the image is known to be good', async () => {
    const { folder, uploads, bytes } = await createFolder();
    const write = () => Promise.reject(new Error('written'));
    await expect(uploads.keep(bytes.subarray(0, 80), 'image', write)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('F6 makes its folder again if somebody took it away', async () => {
    const { folder, uploads, bytes } = await createFolder();
    await rm(folder, { recursive: true });
    const url = await uploads.keep(bytes, 'image', async (stored) => stored);
    expect((await stat(join(folder, url!.split('/')[2]!))).isDirectory()).toBe(true);
  });

  it.each([
    '',
    '/uploads/',
    '/uploads/../large.webp',
    '/uploads/../../large.webp',
    '/etc/large.webp',
    'https://x/y',
    null,
  ])('removes nothing but its own: %s', async (url) => {
    const { folder, uploads } = await createFolder();
    await writeFile(join(folder, 'vecino'), 'x');
    await uploads.remove(url);
    expect(await readdir(folder)).toEqual(['vecino']);
  });

  it('P15 turns away the uploads that would have to wait too long', async () => {
    const { folder, uploads, bytes } = await createFolder();
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => uploads.keep(bytes, 'image', async (url) => url)),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { kind: string }).kind)).toEqual(refused.map(() => 'unavailable'));
    expect(refused).toHaveLength(7);
    expect(await readdir(folder)).toHaveLength(33);
  });
});

it('U1 what is on the disk is what was drawn, not what was sent', async () => {
  const bytes = await createPicture().webp().toBuffer();
  const { url } = await uploadAndFetch(bytes);
  const stored = await readFile(join(getApp().folder, url.split('/')[2]!, 'large.webp'));
  expect(stored.equals(bytes)).toBe(false);
});
