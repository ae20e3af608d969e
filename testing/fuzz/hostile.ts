import fc from 'fast-check';

const nestedArray = (depth: number): unknown => (depth === 0 ? 1 : [nestedArray(depth - 1)]);

/** No statement of these may run, and none may be echoed as an error of the database. */
export const INJECTIONS = [
  "' OR 1=1--",
  "'; DROP TABLE levels;--",
  '1; select pg_sleep(5)',
  "1' AND (SELECT 1 FROM pg_sleep(5))--",
  '1) UNION SELECT username, 1 FROM users--',
  "\\'; commit; --",
  '$1',
  '"users"',
  '%\\_%',
  '{{7*7}}',
  '${7*7}',
  '<img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%0d%0aSet-Cookie: a=1',
  '\r\n{"level":"info"}',
];

/** Values in the place of any field. */
const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1 + 0.2,
  5.005,
  1e21,
  2_147_483_647,
  2_147_483_648,
  2 ** 53 + 2,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\u202e\u2066',
  '\u200b',
  '\uffff',
  'x'.repeat(5_001),
  'x'.repeat(70_000),
  '\u0301'.repeat(500),
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '-0',
  '1,50',
  '9223372036854775808',
  'infinity',
  'now',
  'today',
  '2026-02-30',
  '0000-00-00',
  'javascript:alert(1)',
  'http://user:pw@x',
  'ADMIN\u0000',
  'ＡＤＭＩＮ',
  'toString',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  ['a', 'b'],
  [1, 2, 3],
  {},
  { a: 1 },
  { toString: 1 },
  { length: 1e9 },
  { $ne: null },
  nestedArray(10),
  nestedArray(40),
  Array.from({ length: 2_000 }, () => 1),
  ...INJECTIONS,
];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  {
    weight: 1,
    arbitrary: fc
      .anything({ withNullPrototype: false, maxDepth: 3 })
      .filter((value) => tryStringify(value) !== undefined),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.double() },
);

function tryStringify(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Names of further fields, some of which a careless server would follow. */
export const extraNames = fc.constantFrom(
  'id',
  'created_at',
  'deleted_at',
  'version',
  'is_admin',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'x'.repeat(300),
  'a.b',
  'a[0]',
  'ñ',
  '\u0000',
);

/** Ids as they stand in an address. */
export const oddIds = fc.constantFrom(
  '0',
  '-1',
  '01',
  '+1',
  '1.0',
  '1e2',
  '1%00',
  '%31',
  '1;x',
  '1%2f..%2f2',
  '..',
  'abc',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  '%F0%9F%92%A9',
  '%',
  '%zz',
  '%ff',
  ' 1',
  'null',
  'undefined',
  'activate-suscription',
  '1%20OR%201=1',
  '__proto__',
);

/** Further queries, one of which may repeat or contradict another. */
export const oddQueries = fc.constantFrom(
  'page=0',
  'page=1&page=2',
  'limit=1000000000',
  'limit=1e1',
  'page=%00',
  'search=%00',
  'search=%ff',
  'search=%25%27',
  'sort=password',
  'sort=id;select%20pg_sleep(5)',
  'order=desc,id',
  'role=ADMIN&role=CLIENT',
  '__proto__[x]=1',
  'constructor=1',
  'a[]=1&a[]=2',
  'user_id=1%20OR%201=1',
  'user_id[]=1',
  'user_id=2147483648',
  `search=${'x'.repeat(3_000)}`,
  `x=${'y'.repeat(5_000)}`,
  '=',
  '&&&',
  '%',
);

type JsonChange = { name: string; apply: (json: string) => string | Buffer };

/** Bodies that are no JSON, or not the JSON that they seem to be. */
export const brokenJson = fc.constantFrom<JsonChange>(
  { name: 'empty', apply: () => '' },
  { name: 'truncated', apply: (json) => json.slice(0, -1) },
  { name: 'byte order mark', apply: (json) => `\ufeff${json}` },
  { name: 'UTF-16', apply: (json) => Buffer.from(json, 'utf16le') },
  {
    name: 'bytes that are no UTF-8',
    apply: (json) => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xfe, 0x7d])]),
  },
  { name: 'trailing comma', apply: (json) => `${json.slice(0, -1)},}` },
  { name: 'comment', apply: (json) => `/* */${json}` },
  { name: 'single quotes', apply: (json) => json.replaceAll('"', "'") },
  { name: 'two values', apply: (json) => json + json },
  { name: 'a number', apply: () => '1' },
  { name: 'a text', apply: () => '"x"' },
  { name: 'null', apply: () => 'null' },
  { name: 'a list', apply: (json) => `[${json}]` },
  { name: 'NaN', apply: () => 'NaN' },
  { name: 'deep lists', apply: () => '['.repeat(20_000) },
  { name: 'deep objects', apply: () => `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
  { name: 'prototype', apply: (json) => `{"__proto__":{"polluted":1},${json.slice(1)}` },
  { name: 'constructor', apply: (json) => `{"constructor":{"prototype":{"polluted":1}},${json.slice(1)}` },
  { name: 'a number of many digits', apply: () => `{"a":${'9'.repeat(100_000)}}` },
  { name: 'too large', apply: (json) => `{"x":"${'x'.repeat(1_048_576)}",${json.slice(1)}` },
  { name: 'form data', apply: () => 'a=1&b=2' },
);

export const oddContentTypes = fc.constantFrom<string | undefined>(
  undefined,
  '',
  'text/plain',
  'application/json garbage',
  'application/json\ta',
  'application/jsonx',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(3_000)}`,
  'multipart/form-data; boundary=x',
  'application/xml',
  'image/png',
  '*/*',
);

/** Headers that change nothing, or that are refused. */
export const oddHeaders = fc.constantFrom<Record<string, string>>(
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, identity' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-match': '3' },
  { 'if-match': '"99999999999"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"1"' },
  { 'if-none-match': '*' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'idempotency-key': 'ñ' },
  { range: 'bytes=0-0,5-' },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip;q=0, br;q=x' },
  { origin: 'null' },
  { host: 'evil.example' },
  { 'x-forwarded-for': "1.1.1.1', '2" },
  { cookie: 'token=x; __Host-device=%00' },
);
