import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import {
  createFlatAvif,
  createFlatPng,
  createManyFrameGif,
  createPicture,
  createPngChunk,
} from '@pulso/testing/pictures';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '#http/bodies/body';
import { FORM_TYPE, imagePart, rawForm, type RawPart } from '#test/raw-form';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const PATH = '/api/level';
const titlePart = { name: 'title', value: 'Inicial' };
const IMAGE_DAMAGED = 'La imagen está dañada y no se puede leer';
const getApp = sharedApp();

/** The answer, and how many rows and image folders were added. */
async function send(parts: RawPart[]) {
  const app = getApp();
  const count = async () => ({
    rows: (await app.get(PATH)).body.data.length as number,
    images: (await readdir(app.folder)).length,
  });
  const before = await count();
  const headers = { 'content-type': FORM_TYPE };
  const answer = await app.send('POST', PATH, { token: app.token, headers, payload: rawForm([titlePart, ...parts]) });
  const after = await count();
  return { ...answer, rows: after.rows - before.rows, images: after.images - before.images };
}

const sendImage = (bytes: Uint8Array, filename?: string) => send([imagePart(bytes, filename)]);
const NOTHING_ADDED = { rows: 0, images: 0 };

const svgWith = (inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`;
const billionLaughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');

describe('what is no image', () => {
  it.each<[string, string | Buffer]>([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PHP', '<?php system($_GET["c"]); ?>'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['an ELF program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)])],
    ['PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'],
    ['ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a text', 'hola'],
    ['JSON', '{"image":"/etc/passwd"}'],
    ['a path', '/etc/passwd'],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])],
    ['an icon', Buffer.from('00000100010010100000010020006804000016000000', 'hex')],
    ['a HEIC photo', Buffer.from('0000001866747970686569630000000068656963' + '6d696631', 'hex')],
    ['JPEG XL', Buffer.from('0000000c4a584c200d0a870a', 'hex')],
    ['an MP4 film', Buffer.from('00000018667479706d70343200000000' + '6d70343269736f6d', 'hex')],
    ['RIFF that is sound', Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
    ['one byte', 'x'],
    ['the first byte of a JPEG', Buffer.from([0xff])],
    ['SVG', svgWith('<rect width="9" height="9"/>')],
    ['SVG with a script', svgWith('<script>alert(1)</script>')],
    ['SVG with a handler', svgWith('<rect width="9" height="9" onload="alert(1)"/>')],
    ['SVG with HTML', svgWith('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
    ['SVG that asks elsewhere', svgWith('<image xlink:href="http://127.0.0.1:1/x.png" width="9" height="9"/>')],
    ['SVG that reads a file', svgWith('&x;', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['SVG with a billion laughs', svgWith('&l9;', `<!DOCTYPE svg [<!ENTITY l0 "ja">${billionLaughs}]>`)],
    ['SVG with a declaration', svgWith('', '<?xml version="1.0" encoding="UTF-8"?>\n')],
    ['SVG after a byte order mark', `\ufeff${svgWith('')}`],
    ['SVG after a comment', svgWith('', `<!--${'-'.repeat(900)}-->`)],
    ['SVG in letters of two bytes', Buffer.from(`\ufeff${svgWith('')}`, 'utf16le')],
    ['SVG compressed', gzipSync(svgWith(''))],
  ])('API-22 U2 U5 U6 is refused whatever it is called: %s', async (_case, content) => {
    const bytes = Buffer.from(content as string);
    for (const part of [imagePart(bytes, 'foto.png'), { ...imagePart(bytes, 'foto.svg'), type: 'image/svg+xml' }]) {
      const answer = await send([part]);
      expect(answer).toMatchObject({ status: 415, ...NOTHING_ADDED });
      expect(answer.body.message).toBe('El archivo no es una imagen JPEG, PNG, WebP, GIF o AVIF');
    }
  });

  it('API-22 U2 is refused, though a decoder could read it', async () => {
    const tiff = await createPicture().tiff().toBuffer();
    expect(await sendImage(tiff)).toMatchObject({ status: 415, ...NOTHING_ADDED });
  });
});

describe('an image that is more than an image', () => {
  const SECOND_FACE = '<script>alert("segunda cara")</script>';
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, SECOND_FACE.length + 2]), Buffer.from(SECOND_FACE)]);
  const afterStart = (jpeg: Buffer, extra: Buffer) => Buffer.concat([jpeg.subarray(0, 2), extra, jpeg.subarray(2)]);
  const archive = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from(SECOND_FACE)]);
  const after = (image: Buffer, ...extra: Buffer[]) => Buffer.concat([image, ...extra]);
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG with HTML in a comment', async () => afterStart(await createPicture().jpeg().toBuffer(), comment)],
    [
      'a JPEG with HTML after its end',
      async () => after(await createPicture().jpeg().toBuffer(), Buffer.from(SECOND_FACE)),
    ],
    [
      'a JPEG and PDF',
      async () => after(await createPicture().jpeg().toBuffer(), Buffer.from(`%PDF-1.7 ${SECOND_FACE}`)),
    ],
    ['a PNG and ZIP', async () => after(await createPicture().png().toBuffer(), archive)],
    ['a GIF and ZIP', async () => after(await createPicture().gif().toBuffer(), archive)],
    ['a WebP and HTML', async () => after(await createPicture().webp().toBuffer(), Buffer.from(SECOND_FACE))],
    [
      'a PNG with PHP in a text',
      async () => createFlatPng(20, 20, 20, [createPngChunk('tEXt', Buffer.from(`Comment\0<?php ${SECOND_FACE}`))]),
    ],
    [
      'a GIF that is a script',
      async () => {
        const gif = await createPicture().gif().toBuffer();
        return after(
          gif.subarray(0, -1),
          Buffer.from('21fe', 'hex'),
          Buffer.from([SECOND_FACE.length]),
          Buffer.from(SECOND_FACE),
          Buffer.from([0, 0x3b]),
        );
      },
    ],
  ])('U4 keeps nothing but its picture: %s', async (_case, made) => {
    const bytes = await made();
    expect(bytes.includes('segunda cara')).toBe(true);
    const answer = await sendImage(bytes, 'foto.html');
    expect(answer).toMatchObject({ status: 201, rows: 1, images: 1 });
    const folder = join(getApp().folder, answer.body.data.cover_image.split('/')[2]);
    for (const file of await readdir(folder)) {
      const stored = await readFile(join(folder, file));
      expect(stored.includes('segunda cara')).toBe(false);
      expect((await sharp(stored).metadata()).format).toBe('webp');
    }
  });
});

describe('a bomb', () => {
  const TOO_LONG = 'La imagen es demasiado larga (el máximo es 30000 píxeles de lado)';
  const TOO_MANY_PIXELS = 'La imagen tiene demasiados píxeles (el máximo es 40 megapíxeles)';
  const zeros = deflateSync(Buffer.alloc(100_000_000));
  const bombs: [string, () => Promise<Buffer>, string][] = [
    ['14,000 by 14,000 of one colour', async () => createFlatPng(14_000, 14_000), TOO_MANY_PIXELS],
    ['a header that claims 64,250 by 64,250', async () => createFlatPng(64_250, 64_250, 1), TOO_MANY_PIXELS],
    [
      'a header that claims 2,147,483,647 squared',
      async () => createFlatPng(2_147_483_647, 2_147_483_647, 0),
      IMAGE_DAMAGED,
    ],
    ['no width at all', async () => createFlatPng(0, 10, 1), IMAGE_DAMAGED],
    ['one pixel wide and 8,000,000 high', async () => createFlatPng(1, 8_000_000), TOO_LONG],
    ['30,001 wide', async () => createFlatPng(30_001, 1), TOO_LONG],
    ['a GIF that claims 65,535 squared', async () => createManyFrameGif(1, 65_535), TOO_MANY_PIXELS],
    [
      'a GIF of 40,000 frames',
      async () => createManyFrameGif(40_000),
      'La imagen tiene demasiados cuadros (el máximo es 50)',
    ],
    ['a GIF of 51 frames', async () => createManyFrameGif(51), 'La imagen tiene demasiados cuadros (el máximo es 50)'],
  ];
  const TOO_MANY_FOR_AVIF = 'La imagen tiene demasiados píxeles (el máximo de un AVIF es 16 megapíxeles)';
  it.each<[string, () => Promise<Buffer>, string]>([
    ['4,001 by 4,001 of one colour', () => createFlatAvif(4_001), TOO_MANY_FOR_AVIF],
    ['a header that claims 6,300 by 6,300', () => createFlatAvif(64, 6_300), TOO_MANY_FOR_AVIF],
    ['a header that claims 100 by 100, and 4,001 by 4,001 behind it', () => createFlatAvif(4_001, 100), IMAGE_DAMAGED],
  ])('X22 is refused before it goes off, as an AVIF of a kilobyte: %s', async (_case, made, message) => {
    const bytes = await made();
    expect(bytes.length).toBeLessThan(1_024);
    const start = process.memoryUsage().rss;
    let peak = start;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);
    const answer = await sendImage(bytes);
    clearInterval(watch);
    expect(answer).toMatchObject({ status: 400, ...NOTHING_ADDED });
    expect(answer.body.errors).toEqual({ image: message });
    expect(peak - start).toBeLessThan(150_000_000);
  });

  it.each(bombs)('U7 is refused before it goes off: %s', async (_case, made, message) => {
    const answer = await sendImage(await made());
    expect(answer).toMatchObject({ status: 400, ...NOTHING_ADDED });
    expect(answer.body.errors).toEqual({ image: message });
  });

  it('U7 P15 takes little memory, eight at once, and others are served meanwhile', async () => {
    const app = getApp();
    const texts = createPngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros]));
    const profile = createPngChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros]));
    const made = await Promise.all(bombs.slice(0, 8).map(([, make]) => make()));
    const payloads = [...made, createFlatPng(10, 10, 10, [texts]), createFlatPng(10, 10, 10, [profile])];
    let peak = 0;
    const start = process.memoryUsage().rss;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 2);
    const answers = await Promise.all([
      ...payloads.map((image) => app.form('POST', PATH, { title: 'Inicial', image })),
      ...payloads.map(() => app.get('/api/machine')),
    ]);
    clearInterval(watch);
    expect(answers.slice(0, 8).map(({ status }) => status)).toEqual(Array(8).fill(400));
    for (const { status } of answers.slice(8, 10)) expect([201, 400]).toContain(status);
    expect(answers.slice(10).map(({ status }) => status)).toEqual(payloads.map(() => 200));
    // One of them decoded would take six hundred; the margin is for everything else in the process.
    expect(peak - start).toBeLessThan(400_000_000);
  });
});

describe('a damaged image', () => {
  it.each<[string, () => Promise<Buffer>, number]>([
    ['JPEG', () => createPicture(120, 90).jpeg().toBuffer(), 1],
    ['progressive JPEG', () => createPicture(120, 90).jpeg({ progressive: true }).toBuffer(), 1],
    // The last chunk is only an end marker.
    ['PNG', () => createPicture(120, 90).png().toBuffer(), 13],
    ['WebP', () => createPicture(120, 90).webp().toBuffer(), 1],
    // So is the last byte.
    ['GIF', () => createPicture(120, 90).gif().toBuffer(), 2],
    ['AVIF', () => createPicture(120, 90).avif({ effort: 0 }).toBuffer(), 1],
  ])('API-23 U8 is refused wherever it was cut: %s', async (_case, made, least) => {
    const app = getApp();
    const bytes = await made();
    const cuts = Array.from({ length: 25 }, (_, at) => Math.floor(((bytes.length - least) * at) / 25) + 1);
    for (const cut of [...cuts, bytes.length - least]) {
      const { status, body } = await app.form('POST', PATH, { title: 'Inicial', image: bytes.subarray(0, cut) });
      if (cut < 12) expect([cut, [400, 415].includes(status)]).toEqual([cut, true]);
      else expect([cut, status, body.errors?.image]).toEqual([cut, 400, IMAGE_DAMAGED]);
    }
    expect((await app.form('POST', PATH, { title: 'Inicial', image: bytes })).status).toBe(201);
  });

  it('API-23 U8 is refused when a sum is wrong', async () => {
    const bytes = await createPicture(120, 90).png().toBuffer();
    const at = bytes.indexOf('IDAT') + 40;
    bytes[at] = bytes[at]! ^ 0xff;
    expect(await sendImage(bytes)).toMatchObject({
      status: 400,
      ...NOTHING_ADDED,
      body: { errors: { image: IMAGE_DAMAGED } },
    });
    const header = createFlatPng(20, 20);
    header[29] = header[29]! ^ 0xff;
    expect(await sendImage(header)).toMatchObject({
      status: 400,
      ...NOTHING_ADDED,
      body: { errors: { image: IMAGE_DAMAGED } },
    });
  });

  it('API-23 U8 of any bytes after the right ones never brings the server down', async () => {
    const app = getApp();
    const starts = await Promise.all([
      createPicture().jpeg().toBuffer(),
      createPicture().webp().toBuffer(),
      createPicture().gif().toBuffer(),
    ]);
    let seed = 7;
    const next = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff);
    for (let round = 0; round < 60; round += 1) {
      const bytes = Buffer.from(starts[round % starts.length]!);
      for (let change = 0; change < 12; change += 1) bytes[12 + (next() % (bytes.length - 12))] = next() & 0xff;
      const { status } = await app.form('POST', PATH, { title: 'Inicial', image: bytes });
      expect([201, 400]).toContain(status);
    }
  });

  it('U8 U12 is refused when it has a name and no bytes', async () => {
    const answer = await sendImage(Buffer.alloc(0));
    expect(answer).toMatchObject({
      status: 400,
      ...NOTHING_ADDED,
      body: { errors: { image: 'La imagen está vacía' } },
    });
  });
});

describe('an image in the wrong form', () => {
  it('API-21 U9 may weigh 8 MB to the byte', async () => {
    const photo = await createPicture().jpeg().toBuffer();
    const weighing = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]);
    expect(await sendImage(weighing(MAX_IMAGE_BYTES - 1))).toMatchObject({ status: 201, rows: 1, images: 1 });
    expect(await sendImage(weighing(MAX_IMAGE_BYTES))).toMatchObject({ status: 201, rows: 1, images: 1 });
    const answer = await sendImage(weighing(MAX_IMAGE_BYTES + 1));
    expect(answer).toMatchObject({
      status: 413,
      ...NOTHING_ADDED,
      body: { message: 'La imagen no puede pesar más de 8 MB' },
    });
  });

  it.each<[string, (image: Buffer) => RawPart[], Record<string, string>]>([
    ['twice', (image) => [imagePart(image), imagePart(image)], { image: 'Se envió más de una vez' }],
    ['three times', (image) => [1, 2, 3].map(() => imagePart(image)), { image: 'Se envió más de una vez' }],
    [
      'in another field',
      (image) => [imagePart(image, 'a.png', 'foto')],
      { foto: 'La imagen se envía en el campo image' },
    ],
    [
      'in the field of its column',
      (image) => [imagePart(image, 'a.png', 'cover_image')],
      { cover_image: 'La imagen se envía en el campo image' },
    ],
    ['as a text', () => [{ name: 'image', value: '/etc/passwd' }], { image: 'La imagen debe enviarse como archivo' }],
    [
      'as an address',
      () => [{ name: 'image', value: 'http://169.254.169.254/x.png' }],
      { image: 'La imagen debe enviarse como archivo' },
    ],
    [
      'as a file and as a text',
      (image) => [imagePart(image), { name: 'image', value: 'x' }],
      { image: 'Se envió más de una vez' },
    ],
    [
      'as a list of files',
      (image) => [imagePart(image, 'a.png', 'image[]')],
      { 'image[]': 'La imagen se envía en el campo image' },
    ],
  ])('API-29 U12 X8 is refused: %s', async (_case, parts, errors) => {
    const image = await createPicture().png().toBuffer();
    const answer = await send(parts(image));
    expect(answer).toMatchObject({ status: 400, ...NOTHING_ADDED });
    expect(answer.body.errors).toEqual(errors);
  });

  it('M3 its address as a text is ignored, on create and on change', async () => {
    const app = getApp();
    const fields = { title: 'Inicial', cover_image: 'http://evil/x.svg' };
    const { data } = (await app.form('POST', PATH, fields)).body;
    expect(data.cover_image).toBeNull();
    const patched = await app.form('PATCH', `${PATH}/${data.id}`, fields);
    expect(patched).toMatchObject({ status: 200, body: { data: { cover_image: null } } });
  });
});

describe('the name of a file', () => {
  const HOSTILE = [
    '../../../etc/cron.d/x',
    '..\\..\\x.png',
    'C:\\x',
    '/etc/passwd',
    'a\0.png',
    'a'.repeat(5_000),
    'a\\"; name=\\"title',
    '\u202egnp.exe',
    '👩‍👩‍👧.png',
    'con.png',
    '-rf.png',
    '.htaccess',
    'x.php',
    'x.html',
    '%2e%2e%2fx',
    '=?utf-8?q?x?=',
    `${'('.repeat(2_000)}.png`,
    `${'a;'.repeat(4_000)}=`,
    `x${' '.repeat(5_000)}.png`,
    '${jndi:ldap://x}',
  ];

  it('U10 U16 means nothing: not where the image goes, nor what is logged', async () => {
    const lines: string[] = [];
    const app = await testApp({ log: (line) => lines.push(line) });
    const image = await createPicture().png().toBuffer();
    for (const [at, filename] of HOSTILE.entries()) {
      const payload = rawForm([titlePart, imagePart(image, filename)]);
      const headers = { 'content-type': FORM_TYPE };
      const { status, body } = await app.send('POST', PATH, { token: app.token, headers, payload });
      expect([filename, status]).toEqual([filename, 201]);
      expect(body.data).toMatchObject({
        title: 'Inicial',
        cover_image: expect.stringMatching(/^\/uploads\/[\w-]{22}\//),
      });
      expect(await readdir(app.folder)).toHaveLength(at + 1);
    }
    expect(lines.length).toBeGreaterThanOrEqual(HOSTILE.length);
    for (const filename of HOSTILE) expect(lines.filter((line) => line.includes(filename))).toEqual([]);
  });

  it('U10 with a line break in it makes the part none at all', async () => {
    const answer = await sendImage(await createPicture().png().toBuffer(), 'a\r\nX-Injected: 1\r\n\r\n.png');
    expect(answer.images).toBe(0);
    expect(answer.headers['x-injected']).toBeUndefined();
  });
});
