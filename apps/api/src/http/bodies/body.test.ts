import { gzipSync } from 'node:zlib';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { successBody } from '@pulso/contract/kit/envelope';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { bodyLimits } from '#http/bodies/body-limits';
import { FORM_TYPE, rawForm } from '#test/raw-form';
import { sharedApp } from '#test/shared-app';

const JSON_PATH = '/api/type-diet';
const FORM_PATH = '/api/level';
const JSON_TYPE = 'application/json';

/** How much of a body the route of JSON_PATH reads. */
const { bytes: LIMIT } = bodyLimits({ body: dietCategories.create, permission: 'catalogue' });
const MB = 1_048_576;

const getApp = sharedApp();

const sendRaw = (path: string, type: string, payload: string | Buffer) =>
  getApp().send('POST', path, { token: getApp().token, headers: { 'content-type': type }, payload });

const countRows = async (path: string): Promise<number> => (await getApp().get(path)).body.data.length;

/** The answer, and how many rows were added. */
async function sendCounting(path: string, type: string, payload: string | Buffer) {
  const before = await countRows(path);
  const answer = await sendRaw(path, type, payload);
  return { ...answer, stored: (await countRows(path)) - before };
}

describe('a JSON body', () => {
  it.each([
    ['plain', 'application/json'],
    ['with a charset', 'application/json; charset=utf-8'],
    ['in capitals', 'APPLICATION/JSON; charset=x'],
    ['with a blank before it', ' application/json'],
    ['with a tab and text after it', 'application/json\ta'],
    ['with text after it', 'application/json garbage'],
    ['of another kind', 'application/json-patch+json'],
    ['of a form', 'application/x-www-form-urlencoded'],
    ['of a text', 'text/plain'],
    ['of nothing known', 'x'],
    ['empty', ''],
  ])('API-23 Q3 whose type is %s is validated, or else refused as such', async (_case, type) => {
    const bad = await sendRaw(JSON_PATH, type, '{"name":""}');
    const good = await sendCounting(JSON_PATH, type, '{"name":"Keto"}');
    const accepted = good.status === 201;
    expect([bad.status, good.status, good.stored]).toEqual(accepted ? [400, 201, 1] : [415, 415, 0]);
  });

  it('Q3 is taken as JSON, whatever the case and charset of its type', async () => {
    const app = getApp();
    expect((await sendRaw(JSON_PATH, 'Application/JSON; Charset="UTF-8"', '{"name":"Keto"}')).status).toBe(201);
    expect((await app.send('POST', JSON_PATH, { token: app.token, payload: '{"name":"Keto"}' })).status).toBe(415);
  });

  it('Q5 with a key twice means the last one, for the check and for what is stored', async () => {
    expect((await sendRaw(JSON_PATH, JSON_TYPE, '{"name":"Keto","name":""}')).status).toBe(400);
    const answer = await sendRaw(JSON_PATH, JSON_TYPE, '{"name":"","name":"Keto"}');
    const { id, name } = successBody(toStrictSchema(dietCategories.row)).parse(answer.body).data;
    expect(name).toBe('Keto');
    expect((await getApp().get(`${JSON_PATH}/${id}`)).body.data.name).toBe('Keto');
  });

  it.each<[string, string | Buffer]>([
    ['a comment', '{"name":"Keto"} // sí'],
    ['a comma too many', '{"name":"Keto",}'],
    ['single quotes', "{'name':'Keto'}"],
    ['a byte order mark', '\ufeff{"name":"Keto"}'],
    ['letters of two bytes', Buffer.from('\ufeff{"name":"Keto"}', 'utf16le')],
    ['letters of two bytes without a mark', Buffer.from('{"name":"Keto"}', 'utf16le')],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from('{"name":"K'), Buffer.from([0xff]), Buffer.from('"}')])],
    ['an overlong form', Buffer.concat([Buffer.from('{"name":"K'), Buffer.from([0xc1, 0x81]), Buffer.from('"}')])],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from('eda080', 'hex'), Buffer.from('"}')]),
    ],
    ['its end missing', '{"name":"Keto"'],
    ['something after its end', '{"name":"Keto"}{"name":"Otra"}'],
    ['what is no value', '{"name":undefined}'],
    ['a number that is none', '{"name":NaN}'],
    ['a NUL', '{"name":"Keto"}\u0000'],
    ['a line break in a text', '{"name":"Ke\nto"}'],
    ['a list at its root', '[{"name":"Keto"}]'],
    ['a text at its root', '"Keto"'],
    ['a number at its root', '7'],
    ['null at its root', 'null'],
    ['the prototype of all', '{"name":"Keto","__proto__":{"polluted":true}}'],
    ['the prototype of all in disguise', '{"name":"Keto","\\u005f_proto__":{"polluted":true}}'],
    ['the prototype by its constructor', '{"name":"Keto","constructor":{"prototype":{"polluted":true}}}'],
    ['the prototype deeper down', '{"name":"Keto","a":[{"__proto__":{"polluted":true}}]}'],
  ])('API-16 API-17 API-23 Q6 M6 N2 with %s is refused', async (_case, payload) => {
    const answer = await sendCounting(JSON_PATH, JSON_TYPE, payload);
    expect(answer).toMatchObject({ status: 400, stored: 0 });
    expect(answer.body.errors.body).toMatch(/^(No se puede leer lo enviado|Lo enviado debe ser un objeto JSON)$/);
    expect('polluted' in {}).toBe(false);
  });

  it('Q7 may be 32 levels deep, not 33', async () => {
    const nested = (levels: number) => `{"name":"Keto","x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await sendRaw(JSON_PATH, JSON_TYPE, nested(32))).status).toBe(201);
    expect((await sendRaw(JSON_PATH, JSON_TYPE, nested(33))).status).toBe(400);
  });

  const filled = (start: string, piece: string | ((at: number) => string), end: string, size: number) => {
    let text = start;
    for (let at = 0; text.length < size - 20; at += 1) text += typeof piece === 'string' ? piece : piece(at);
    return text + end;
  };
  /** Bodies that fill all the bytes that they are given. */
  const HUGE: [string, (size: number) => string][] = [
    ['levels', (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`],
    ['opening brackets', (size) => '['.repeat(size)],
    ['levels of objects', (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`],
    ['a number', (size) => `{"name":${'9'.repeat(size - 9)}}`],
    ['a key', (size) => `{"${'k'.repeat(size - 7)}":1}`],
    ['keys', (size) => filled('{', (at) => `"${at}":1,`, '"z":1}', size)],
    ['a text', (size) => `{"name":"${'k'.repeat(size - 11)}"}`],
    ['a list', (size) => filled('{"name":[', '1,', '1]}', size)],
    ['empty lists beside the fields', (size) => filled('{"name":"Keto","x":[', '[],', '1]}', size)],
    ['keys beside the fields', (size) => filled('{"name":"Keto","x":{', (at) => `"${at}":1,`, '"z":1}}', size)],
  ];

  it.each(HUGE)('API-23 Q7 N5 X13 of %s is refused', async (_case, make) => {
    expect((await sendRaw(JSON_PATH, JSON_TYPE, make(LIMIT))).status).toBe(400);
  });

  it.each(HUGE)('API-23 Q7 N5 X13 of a megabyte of %s is refused unread', async (_case, make) => {
    expect((await sendRaw(JSON_PATH, JSON_TYPE, make(MB))).status).toBe(413);
  });

  it('Q7 X13 may be as long as the longest valid one, to the byte', async () => {
    const json = '{"name":"Keto"}';
    const padded = json + ' '.repeat(LIMIT - json.length);
    expect((await sendRaw(JSON_PATH, JSON_TYPE, padded)).status).toBe(201);
    const larger = await sendRaw(JSON_PATH, JSON_TYPE, `${padded} `);
    expect(larger).toMatchObject({ status: 413, body: { message: 'Lo enviado es demasiado grande' } });
  });

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'gzip, gzip', 'x'])('Q8 compressed by %s is refused', async (encoding) => {
    const app = getApp();
    const headers = { 'content-type': JSON_TYPE, 'content-encoding': encoding };
    const bomb = gzipSync(JSON.stringify({ name: 'Keto', description: ' '.repeat(10_000_000) }));
    const answer = await app.send('POST', JSON_PATH, { token: app.token, headers, payload: bomb });
    expect(answer).toMatchObject({ status: 415, body: { message: 'El contenido debe enviarse sin comprimir' } });
    const plain = { ...headers, 'content-encoding': 'identity' };
    const answered = await app.send('POST', JSON_PATH, {
      token: app.token,
      headers: plain,
      payload: '{"name":"Keto"}',
    });
    expect(answered.status).toBe(201);
  });

  it('of nothing at all lacks every field, and changes none', async () => {
    const app = getApp();
    const answer = await sendRaw(JSON_PATH, JSON_TYPE, '');
    expect(answer).toMatchObject({ status: 400, body: { errors: { name: 'El nombre es obligatorio' } } });
    const { id } = (await app.json('POST', JSON_PATH, { name: 'Keto' })).body.data;
    const patched = await app.send('PATCH', `${JSON_PATH}/${id}`, { token: app.token });
    expect(patched).toMatchObject({ status: 200, body: { data: { name: 'Keto' } } });
  });
});

describe('the other kind of body', () => {
  it.each([
    ['the right fields', '{"title":"Inicial"}'],
    ['a path', '{"title":"Inicial","image":{"filepath":"/etc/passwd"}}'],
    ['files', '{"title":"Inicial","files":{"image":{"path":"/etc/passwd"}}}'],
    ['nothing', ''],
  ])('Q4 U3 JSON with %s is refused by a multipart call', async (_case, payload) => {
    const answer = await sendCounting(FORM_PATH, JSON_TYPE, payload);
    expect(answer).toMatchObject({
      status: 415,
      stored: 0,
      body: { message: 'El contenido debe enviarse como multipart/form-data' },
    });
  });

  it('U3 multipart is refused by a JSON call', async () => {
    const answer = await sendCounting(JSON_PATH, FORM_TYPE, rawForm([{ name: 'name', value: 'Keto' }]));
    expect(answer).toMatchObject({ status: 415, stored: 0, body: { message: 'El contenido debe enviarse como JSON' } });
  });

  it('Q3 is told by its first type when it declares two', async () => {
    const app = getApp();
    const headers = { 'content-type': `${JSON_TYPE}, ${FORM_TYPE}` };
    const payload = rawForm([{ name: 'title', value: 'Inicial' }]);
    expect((await app.send('POST', FORM_PATH, { token: app.token, headers, payload })).status).toBe(415);
  });
});
