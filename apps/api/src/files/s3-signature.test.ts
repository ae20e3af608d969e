import { expect, it } from 'vitest';
import { percentEncode, encodeQuery, signHeaders, type UnsignedRequest } from '#files/s3-signature';

/** Amazon's own: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const KEYS = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const host = 'examplebucket.s3.amazonaws.com';
const EXAMPLES: [string, UnsignedRequest, string][] = [
  [
    'a file is read',
    { method: 'GET', host, path: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a file is written',
    {
      method: 'PUT',
      host,
      path: `/${percentEncode('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a setting of the bucket is read',
    { method: 'GET', host, path: '/', query: { lifecycle: '' } },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'the bucket is listed',
    { method: 'GET', host, path: '/', query: { prefix: 'J', 'max-keys': '2' } },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];
const sign = (request: UnsignedRequest, keys = {}) =>
  String(signHeaders(request, 'us-east-1', { ...KEYS, ...keys }, new Date('2013-05-24T00:00:00Z')).authorization);

it.each(EXAMPLES)('a request is signed as in the published example: %s', (_case, request, signature) => {
  const names = ['host', 'x-amz-content-sha256', 'x-amz-date', ...Object.keys(request.headers ?? {})].sort().join(';');
  expect(sign(request)).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  );
});

it('the token of a role is sent and signed', () => {
  const request = { method: 'GET', host, path: '/' };
  expect(sign(request, { sessionToken: 'a' })).toContain('x-amz-date;x-amz-security-token,');
  expect(sign(request, { sessionToken: 'a' })).not.toBe(sign(request, { sessionToken: 'b' }));
});

it('addresses are written in one way', () => {
  expect(percentEncode("a/ñ !'()*~-._")).toBe('a%2F%C3%B1%20%21%27%28%29%2A~-._');
  expect(encodeQuery({ b: '1 2', a: '/' })).toBe('a=%2F&b=1%202');
});
