import { failureBody } from '@pulso/contract/kit/envelope';
import * as z from 'zod/mini';
import { openApi } from '../../apps/api/src/http/pages/openapi';
import { answerBody, type DocumentedRoute } from '../../apps/api/src/http/routes/route-docs';
import { toStrictSchema } from '../strict-schema';
import type { FuzzRequest } from './requests';

export type Answer = { status: number; headers: Record<string, unknown>; text: string; data?: unknown };

/** Texts that would leak internals of the server; no request of the fuzzer contains any. */
const LEAK_PATTERN =
  /\$argon2|password_hash|\/node_modules\/|\bat \S+ \(\S+:\d+:\d+\)|\.[jt]s:\d+:\d+|violates \w+|relation "|column "|syntax error at|duplicate key value|invalid input syntax|PostgresError|DatabaseError/;

const strictFailureBody = toStrictSchema(failureBody);
/** Statuses that HTTP itself asks for, whatever the operation. */
const HTTP_STATUSES = [400, 401, 403, 404, 405, 412, 413, 414, 415, 416, 431];

type OpenApiDocument = { paths: Record<string, Record<string, { responses: object }>> };

/** Judges answers by what the routes declare. */
export function createOracle(routes: DocumentedRoute[]) {
  const { paths } = openApi(routes) as unknown as OpenApiDocument;
  const schemas = new Map<DocumentedRoute, z.ZodMiniType>();

  const statusesOf = ({ method, url }: DocumentedRoute) => {
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    return Object.keys(operation?.responses ?? {}).map(Number);
  };

  const schemaOf = (route: DocumentedRoute, answer: z.ZodMiniType) => {
    const cachedSchema = schemas.get(route);
    if (cachedSchema) return cachedSchema;
    const promised = answerBody(answer);
    // `meta` comes with a page only.
    const strictSchema = toStrictSchema('meta' in promised.shape ? z.partial(promised, { meta: true }) : promised);
    schemas.set(route, strictSchema);
    return strictSchema;
  };

  /** The fault of an answer; undefined if it has none. Sets the answer's `data`. */
  return ({ route, method, url, kind, mustFail, odd }: FuzzRequest, answer: Answer): string | undefined => {
    const { status, headers, text } = answer;
    if (status >= 500) return `answered ${status}`;
    if (LEAK_PATTERN.test(text)) return `shows its inside: ${LEAK_PATTERN.exec(text)?.[0]}`;
    if (headers['x-content-type-options'] !== 'nosniff') return 'lacks nosniff';
    if (mustFail && status < 400) return `was answered ${status}, though the contract refuses it`;
    if (route?.summary && !statusesOf(route).includes(status) && !(odd && HTTP_STATUSES.includes(status)))
      return `answered ${status}, which the operation does not declare`;
    if (method === 'HEAD' || method === 'OPTIONS')
      return text === '' || status >= 400 ? undefined : 'answered HEAD with a body';
    if (status === 304 || !url.startsWith('/api')) return undefined;
    const type = String(headers['content-type']);
    if (route?.file && status === 200) return type.startsWith(route.file) ? undefined : `is no ${route.file}`;
    if (!type.startsWith('application/json')) return 'is not JSON';
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'is broken JSON';
    }
    if (status >= 400) {
      const { success, data } = strictFailureBody.safeParse(body);
      if (!success) return 'is no failure as specified';
      return (status === 400) === (data?.errors !== undefined)
        ? undefined
        : 'has errors without 400, or 400 without errors';
    }
    answer.data = (body as { data?: unknown }).data;
    // What a trainer is answered lacks the fields about money.
    if (!route?.answer || (kind === 'as trainer' && route.access)) return undefined;
    const { error } = schemaOf(route, route.answer).safeParse(body);
    return (
      error &&
      `is not as declared: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`
    );
  };
}
