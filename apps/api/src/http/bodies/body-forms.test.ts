import { gzipSync } from 'node:zlib';
import { levels } from '@pulso/contract/catalogue/levels';
import { successBody } from '@pulso/contract/kit/envelope';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { BOUNDARY, FORM_TYPE, rawForm, type RawPart } from '#test/raw-form';
import { sharedApp } from '#test/shared-app';

const PATH = '/api/level';
const JSON_TYPE = 'application/json';
const UNREADABLE_BODY = { body: 'No se puede leer lo enviado' };
const titlePart = { name: 'title', value: 'Inicial' };

const getApp = sharedApp();

/** The answer, and how many rows were added. */
async function send(payload: string | Buffer, headers: Record<string, string> = {}) {
  const app = getApp();
  const countRows = async (): Promise<number> => (await app.get(PATH)).body.data.length;
  const before = await countRows();
  const all = { 'content-type': FORM_TYPE, ...headers };
  const answer = await app.send('POST', PATH, { token: app.token, headers: all, payload });
  return { ...answer, stored: (await countRows()) - before };
}

describe('a multipart body', () => {
  it('API-28 N7 carries texts, line breaks and all', async () => {
    const description = 'Línea uno\nlínea dos\ttabulada 👩‍👩‍👧';
    const answer = await send(
      rawForm([
        titlePart,
        { name: 'description', value: description.replace('\n', '\r\n') },
        { name: 'status', value: 'false' },
        { name: 'image', filename: '', type: 'application/octet-stream' },
      ]),
    );
    expect(answer.status).toBe(201);
    const level = successBody(toStrictSchema(levels.row)).parse(answer.body).data;
    expect(level).toMatchObject({ title: 'Inicial', description, status: false, cover_image: null });
  });

  it('API-29 may leave the image out in either way that a picker has', async () => {
    for (const empty of [
      { name: 'image', filename: '' },
      { name: 'image', value: '' },
    ]) {
      const answer = await send(rawForm([titlePart, empty]));
      expect(answer).toMatchObject({ status: 201, body: { data: { cover_image: null } } });
    }
  });

  it.each<[string, RawPart[], Record<string, string>]>([
    ['a field twice', [titlePart], { title: 'Se envió más de una vez' }],
    ['an unknown field twice', [{ name: 'x' }, { name: 'x' }], { x: 'Se envió más de una vez' }],
    ['a NUL', [{ name: 'description', value: 'a\0b' }], { description: 'Contiene caracteres no permitidos' }],
    [
      'bytes that are no UTF-8',
      [{ name: 'description', value: Buffer.from([0x61, 0xff]) }],
      { description: 'Contiene caracteres no permitidos' },
    ],
    [
      'a lone surrogate, by another charset',
      [{ name: 'description', type: 'text/plain; charset=utf-16le', value: Buffer.from([0x00, 0xd8]) }],
      { description: 'Contiene caracteres no permitidos' },
    ],
    [
      'an object that calls itself JSON',
      [{ name: 'description', type: JSON_TYPE, value: '{"a":1}' }],
      { description: 'Debe ser un texto' },
    ],
    [
      'a list that calls itself JSON',
      [{ name: 'description', type: JSON_TYPE, value: '["a"]' }],
      { description: 'Debe ser un texto' },
    ],
    ['JSON that is none', [{ name: 'description', type: JSON_TYPE, value: '{' }], UNREADABLE_BODY],
    ['JSON too deep', [{ name: 'x', type: JSON_TYPE, value: '['.repeat(40) + ']'.repeat(40) }], UNREADABLE_BODY],
    [
      'the prototype inside JSON',
      [{ name: 'x', type: JSON_TYPE, value: '{"__proto__":{"polluted":1}}' }],
      UNREADABLE_BODY,
    ],
    ['the prototype of all', [{ name: '__proto__', value: 'x' }], UNREADABLE_BODY],
    ['a constructor', [{ name: 'constructor', value: 'x' }], UNREADABLE_BODY],
    ['an inherited name', [{ name: 'toString', value: 'x' }], UNREADABLE_BODY],
    ['the prototype as a file', [{ name: '__proto__', filename: 'x.png', value: 'x' }], UNREADABLE_BODY],
    ['no name', [{ value: 'x' }], UNREADABLE_BODY],
    ['a name of 101 letters', [{ name: 'n'.repeat(101) }], UNREADABLE_BODY],
    [
      'a file in another field',
      [{ name: 'description', filename: 'a.txt', value: 'x' }],
      { description: 'La imagen se envía en el campo image' },
    ],
  ])('API-17 API-23 Q5 M6 N1 N2 V11 with %s is refused by its field', async (_case, parts, errors) => {
    const answer = await send(rawForm([titlePart, ...parts]));
    expect(answer).toMatchObject({ status: 400, stored: 0, body: { errors } });
    expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
    expect('polluted' in {}).toBe(false);
  });

  const times = (count: number, part: (at: number) => RawPart) => Array.from({ length: count }, (_, at) => part(at));
  it.each<[string, RawPart[], number]>([
    ['10,000 parts', times(10_000, (at) => ({ name: `x${at}`, value: 'x' })), 413],
    ['10,000 empty fields of one name', times(10_000, () => ({ name: 'x' })), 400],
    ['10,000 empty files', times(10_000, () => ({ name: 'image', filename: '' })), 413],
    ['31 fields', times(31, (at) => ({ name: `x${at}` })), 413],
    ['a field name of 1 MB', [titlePart, { name: 'n'.repeat(1_048_576) }], 400],
    ['a field of 256 kB and a byte', [titlePart, { name: 'x', value: 'x'.repeat(262_145) }], 413],
    ['a field of 1 MB', [titlePart, { name: 'description', value: 'x'.repeat(1_048_576) }], 413],
    [
      '10,000 headers in a part',
      [titlePart, { name: 'x', headers: times(10_000, () => ({})).map(() => 'X-A: b') }],
      201,
    ],
    ['a header of 1 MB', [titlePart, { name: 'x', headers: [`X-A: ${'b'.repeat(1_048_576)}`] }], 201],
    ['28 fields that nobody knows', [titlePart, ...times(28, (at) => ({ name: `x${at}` }))], 201],
  ])('API-23 U13 of %s comes to an end', async (_case, parts, status) => {
    expect(await send(rawForm(parts))).toMatchObject({ status, stored: status === 201 ? 1 : 0 });
  });

  const whole = rawForm([titlePart]);
  const withFile = rawForm([titlePart, { name: 'image', filename: 'a.png', value: 'x'.repeat(200_000) }]);
  it.each<[string, string, string | Buffer]>([
    ['no boundary', 'multipart/form-data', whole],
    ['an empty boundary', 'multipart/form-data; boundary=', whole],
    ['a boundary of 5,000 letters', `multipart/form-data; boundary=${'b'.repeat(5_000)}`, whole],
    ['another boundary than its own', 'multipart/form-data; boundary=otra', whole],
    ['no final boundary', FORM_TYPE, whole.subarray(0, -BOUNDARY.length - 6)],
    ['half a final boundary', FORM_TYPE, whole.subarray(0, -6)],
    ['its end inside a header', FORM_TYPE, whole.subarray(0, 30)],
    ['its end inside a file', FORM_TYPE, withFile.subarray(0, -100)],
    ['no part', FORM_TYPE, `--${BOUNDARY}--\r\n`],
    ['nothing', FORM_TYPE, ''],
    ['text in place of parts', FORM_TYPE, 'title=Inicial'],
    ['bare line feeds', FORM_TYPE, whole.toString().replaceAll('\r\n', '\n')],
    ['a boundary that is a pattern', 'multipart/form-data; boundary="(a+)+$"', `--(a+)+$\r\n${'a'.repeat(50_000)}`],
    ['a preamble and little else', FORM_TYPE, Buffer.concat([Buffer.alloc(3_000_000, 'x'), whole.subarray(0, 40)])],
  ])('API-23 U15 with %s is refused', async (_case, type, payload) => {
    expect(await send(payload, { 'content-type': type })).toMatchObject({ status: 400, stored: 0 });
  });

  it('U15 may hold its own boundary inside a text, and something before and after its parts', async () => {
    const parts = rawForm([titlePart, { name: 'description', value: `a --${BOUNDARY} b` }]);
    const answer = await send(Buffer.concat([Buffer.from('antes\r\n'), parts, Buffer.alloc(100_000, 'después')]));
    expect(answer).toMatchObject({ status: 201, body: { data: { description: `a --${BOUNDARY} b` } } });
  });

  it('U15 is one level deep: a multipart inside it is a text like any other', async () => {
    const inner = '--b\r\nContent-Disposition: form-data; name="status"\r\n\r\nfalse\r\n--b--';
    const nested = { name: 'description', type: 'multipart/mixed; boundary=b', value: inner };
    const answer = await send(rawForm([titlePart, nested]));
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { description: inner.replaceAll('\r\n', '\n'), status: true } },
    });
  });

  it('Q8 compressed is refused', async () => {
    expect(await send(gzipSync(whole), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415, stored: 0 });
  });
});
