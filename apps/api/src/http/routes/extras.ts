import { definitionOf, fieldsOf } from '@pulso/contract/kit/schema-walk';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/writes/refusal';
import { answerBody } from '#http/routes/route-docs';

const EXTRA_HEADERS = ['if-match', 'idempotency-key'];

type Stripper = (value: unknown) => unknown;

function isExtra(schema: z.core.$ZodType): boolean {
  const def = definitionOf(schema);
  return z.globalRegistry.get(schema)?.extra === true || ('innerType' in def && isExtra(def.innerType));
}

/** Removes the fields that the schema marks as extra; undefined where it has none. */
function stripperOf(schema: z.core.$ZodType): Stripper | undefined {
  const def = definitionOf(schema);
  if ('innerType' in def) return stripperOf(def.innerType);
  if (def.type === 'array') {
    const strip = stripperOf(def.element);
    return strip && ((value) => (Array.isArray(value) ? value.map(strip) : value));
  }
  const fields = fieldsOf(schema);
  const extras = fields.filter(([, field]) => isExtra(field)).map(([name]) => name);
  const nested = fields.flatMap(([name, field]): [string, Stripper][] => {
    const strip = isExtra(field) ? undefined : stripperOf(field);
    return strip ? [[name, strip]] : [];
  });
  if (extras.length + nested.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const documentedValues = Object.fromEntries(Object.entries(value).filter(([name]) => !extras.includes(name)));
    for (const [name, strip] of nested)
      if (name in documentedValues) documentedValues[name] = strip(documentedValues[name]);
    return documentedValues;
  };
}

/** One stripper for each schema, made when it is first needed. */
function openStripper(described: (schema: z.ZodMiniType) => z.ZodMiniType) {
  const stripperBySchema = new Map<z.ZodMiniType, Stripper | undefined>();
  return (schema: z.ZodMiniType | undefined, value: unknown) => {
    if (!schema) return value;
    if (!stripperBySchema.has(schema)) stripperBySchema.set(schema, stripperOf(described(schema)));
    return stripperBySchema.get(schema)?.(value) ?? value;
  };
}

/** Removes the extras from an answer, where they are not wanted. */
export function answerStripper(extras: boolean): (answer: z.ZodMiniType | undefined, body: unknown) => unknown {
  return extras ? (_, body) => body : openStripper(answerBody);
}

/** EXTRAS=0: nothing beyond the two documents is read from a request. Before anything looks at it. */
export function ignoreExtras(api: FastifyInstance) {
  api.addHook('onRequest', async (request) => {
    for (const name of EXTRA_HEADERS) delete request.headers[name];
    // No call of the two documents has a query.
    request.query = {};
  });
}

/** EXTRAS=0: nothing beyond the two documents is served or answered. */
export function disableExtras(api: FastifyInstance) {
  const stripBody = openStripper((body) => body);
  const stripAnswer = answerStripper(false);

  api.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.extra) throw notFound();
  });
  api.addHook('preHandler', async (request) => {
    request.body = stripBody(request.routeOptions.config.body, request.body);
  });
  api.addHook('preSerialization', async (request, _reply, payload) => {
    return stripAnswer(request.routeOptions.config.answer, payload);
  });
}
