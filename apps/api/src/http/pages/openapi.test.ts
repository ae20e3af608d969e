import { describe, expect, it } from 'vitest';
// Only the full zod reads a JSON schema.
import { fromJSONSchema } from 'zod';
import * as z from 'zod/mini';
import { sharedApp } from '#test/shared-app';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Verb = (typeof VERBS)[number];

const jsonSchema = z.record(z.string(), z.unknown());
/** Routes that answer a file. */
const FILE_TYPES: Record<
  string,
  'application/json' | 'application/x-tar' | 'application/zip' | 'image/webp' | 'text/csv' | 'text/plain'
> = {
  'get /api/backups/download': 'application/x-tar',
  'get /api/download': 'text/csv',
  'get /api/import/{id}/errors': 'text/csv',
  'get /api/download/everything': 'application/zip',
  'get /api/download/own-data': 'application/json',
  'get /api/metrics': 'text/plain',
  'get /api/payment/{id}/receipt': 'image/webp',
};

const content = z.partialRecord(
  z.enum([
    'application/json',
    'multipart/form-data',
    'application/x-tar',
    'application/zip',
    'image/webp',
    'text/csv',
    'text/plain',
  ]),
  z.strictObject({ schema: jsonSchema }),
);
const operation = z.strictObject({
  operationId: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)),
  summary: z.string().check(z.minLength(1)),
  description: z.optional(z.string()),
  tags: z.array(z.string().check(z.minLength(1))).check(z.length(1)),
  security: z.optional(z.array(z.never())),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: jsonSchema,
    }),
  ),
  requestBody: z.optional(z.strictObject({ required: z.literal(true), content })),
  responses: z.record(
    z.string().check(z.regex(/^[245]\d\d$/)),
    z.strictObject({ description: z.string().check(z.minLength(1)), content: z.optional(content) }),
  ),
  'x-extra': z.optional(z.literal(true)),
});
/** The part of OpenAPI 3.1 that we use; anything else is a mistake. */
const description = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.tuple([z.strictObject({ bearer: z.tuple([]) })]),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      bearer: z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), bearerFormat: z.literal('JWT') }),
    }),
    schemas: z.record(z.string(), jsonSchema),
  }),
  paths: z.record(z.string().check(z.startsWith('/api/')), z.partialRecord(z.enum(VERBS), operation)),
});
type Description = z.infer<typeof description>;

async function describeApi(app: TestApp): Promise<Description> {
  const { status, body, headers } = await app.get('/api/openapi.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  return description.parse(body);
}

const operationsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, verbs]) =>
    VERBS.flatMap((verb) => (verbs[verb] ? [{ path, verb, ...verbs[verb] }] : [])),
  );

/** All keys and values of a schema, at every depth. */
function* walk(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* walk(inner);
}

const getApp = sharedApp();

describe('the description of the API', () => {
  it('is OpenAPI 3.1 of every route that is documented, and of nothing else', async () => {
    const app = getApp();
    const described = operationsOf(await describeApi(app));
    const documented = app.routes.filter(({ summary }) => summary);
    const name = (verb: string, path: string) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
    expect(described.map(({ verb, path }) => name(verb, path)).sort()).toEqual(
      documented.map(({ method, url }) => name(method, url)).sort(),
    );
    const ids = described.map(({ operationId }) => operationId);
    expect(new Set(ids)).toHaveLength(ids.length);
  });

  it('names every parameter of a path, the way in and the way out', async () => {
    const everybody = 'Vale el token de cualquier usuario activo';
    for (const { path, verb, parameters, requestBody, responses, security, description: about } of operationsOf(
      await describeApi(getApp()),
    )) {
      const where = `${verb} ${path}`;
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        inPath.map(({ name }) => `{${name}}`),
        where,
      ).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(
        inPath.every(({ required }) => required),
        where,
      ).toBe(true);
      const success = Object.keys(responses).filter((status) => status.startsWith('2'));
      expect(success, where).toHaveLength(1);
      const type = FILE_TYPES[`${verb} ${path}`] ?? 'application/json';
      expect(responses[success[0]!]?.content?.[type], where).toBeDefined();
      expect(Object.keys(responses).includes('403'), where).toBe(security === undefined && !about?.includes(everybody));
      expect(Object.keys(responses).includes('415'), where).toBe(requestBody !== undefined);
      // Only a user, the business and a transfer can be sent in two ways: with a picture and without.
      const ways = /^((post|patch) \/api\/user(\/\{id\})?|patch \/api\/business|post \/api\/my\/transfer)$/.test(where)
        ? 2
        : 1;
      if (requestBody) expect(Object.keys(requestBody.content), where).toHaveLength(ways);
    }
  });

  it('holds clean schemas: every reference leads somewhere, nothing but what a reader needs', async () => {
    const whole = await describeApi(getApp());
    for (const part of walk(whole)) {
      expect(part).not.toHaveProperty('$schema');
      expect(part).not.toHaveProperty('~standard');
      if (typeof part.$ref === 'string') expect(part.$ref).toBe('#/components/schemas/Failure');
    }
    expect(whole.components.schemas).toHaveProperty('Failure');
    // Answers are closed; requests may have further fields, which are ignored.
    const post = whole.paths['/api/type-diet']?.post;
    expect(post?.requestBody?.content['application/json']?.schema).not.toHaveProperty('additionalProperties');
    expect(post?.responses['201']?.content?.['application/json']?.schema).toMatchObject({
      additionalProperties: false,
    });
    expect(JSON.stringify(whole)).not.toMatch(/password_hash|argon2/);
  });

  it('API-15 API-16 API-17 agrees with what is really answered', async () => {
    const app = await testApp();
    const { paths, components } = await describeApi(app);
    const agree = (verb: Verb, path: string, { status, body }: Answer) => {
      const found = paths[path]?.[verb]?.responses[status]?.content?.['application/json']?.schema;
      expect(found, `${verb} ${path} ${status}`).toBeDefined();
      const schema = found && '$ref' in found ? components.schemas.Failure : found;
      expect(() => fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).parse(body), `${verb} ${path}`).not.toThrow();
      return status;
    };
    const login = { username: 'admin', password: 'clave-segura' };
    const one = '/api/type-diet/{id}';
    const statuses = [
      agree('get', '/api/health', await app.get('/api/health')),
      agree('post', '/api/auth/login', await app.json('POST', '/api/auth/login', login)),
      agree('post', '/api/auth/login', await app.json('POST', '/api/auth/login', {})),
      agree('post', '/api/auth/login', await app.json('POST', '/api/auth/login', { ...login, password: 'x' })),
      agree('post', '/api/type-diet', await app.json('POST', '/api/type-diet', { name: 'Vegana' })),
      agree('post', '/api/type-diet', await app.json('POST', '/api/type-diet', { name: '' })),
      agree('post', '/api/type-diet', await app.form('POST', '/api/type-diet', { name: 'Vegana' })),
      agree('get', '/api/type-diet', await app.get('/api/type-diet')),
      agree('get', '/api/type-diet', await app.get('/api/type-diet', 'nadie')),
      agree('patch', one, await app.json('PATCH', '/api/type-diet/1', { status: false })),
      agree('get', one, await app.get('/api/type-diet/1')),
      agree('get', one, await app.get('/api/type-diet/2')),
      agree('delete', one, await app.remove('/api/type-diet/1')),
      agree('post', '/api/level', await app.form('POST', '/api/level', { title: 'Inicial' })),
      agree('get', '/api/level', await app.get('/api/level')),
      agree('get', '/api/user', await app.get('/api/user?page=1&limit=10')),
      agree('get', '/api/user', await app.get('/api/user?sort=password')),
      agree('get', '/api/estadisticas', await app.get('/api/estadisticas')),
      agree('post', '/api/auth/logout', await app.json('POST', '/api/auth/logout', {})),
    ];
    expect(statuses).toEqual([
      200, 200, 400, 401, 201, 400, 415, 200, 401, 200, 200, 404, 200, 201, 200, 200, 400, 200, 200,
    ]);
  });

  it('is an extra, and tells the extras apart', async () => {
    const plain = await testApp({ extras: false });
    expect((await plain.get('/api/openapi.json')).status).toBe(404);
    const app = getApp();
    const extras = operationsOf(await describeApi(app)).filter((one) => one['x-extra']);
    const served = new Set(plain.routes.map(({ method, url }) => `${method.toLowerCase()} ${url}`));
    expect(extras.length).toBeGreaterThan(0);
    for (const { verb, path } of extras) expect(served).not.toContain(`${verb} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    expect(app.routes.filter(({ extra }) => !extra)).toHaveLength(plain.routes.length);
  });
});
