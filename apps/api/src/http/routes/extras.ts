import { definitionOf, fieldsOf } from '@pulso/contract/kit/schema-walk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/writes/refusal';
import { findAccount } from '#http/routes/authorize';
import { answerBody } from '#http/routes/route-docs';

const EXTRA_HEADERS = ['if-match', 'idempotency-key'];

type Stripper = (value: unknown) => unknown;

/** A mark of the contract on fields. */
type Mark = 'extra' | 'money';

function isMarked(schema: z.core.$ZodType, mark: Mark): boolean {
  const def = definitionOf(schema);
  return z.globalRegistry.get(schema)?.[mark] === true || ('innerType' in def && isMarked(def.innerType, mark));
}

/** Removes the fields that the schema marks so; undefined where it has none. */
function stripperOf(schema: z.core.$ZodType, mark: Mark): Stripper | undefined {
  const def = definitionOf(schema);
  if ('innerType' in def) return stripperOf(def.innerType, mark);
  if (def.type === 'array') {
    const strip = stripperOf(def.element, mark);
    return strip && ((value) => (Array.isArray(value) ? value.map(strip) : value));
  }
  const fields = fieldsOf(schema);
  const marked = fields.filter(([, field]) => isMarked(field, mark)).map(([name]) => name);
  const nested = fields.flatMap(([name, field]): [string, Stripper][] => {
    const strip = isMarked(field, mark) ? undefined : stripperOf(field, mark);
    return strip ? [[name, strip]] : [];
  });
  if (marked.length + nested.length === 0) return undefined;
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const others = Object.fromEntries(Object.entries(value).filter(([name]) => !marked.includes(name)));
    for (const [name, strip] of nested) if (name in others) others[name] = strip(others[name]);
    return others;
  };
}

/** One stripper for each schema, made when it is first needed. */
function openStripper(mark: Mark, described: (schema: z.ZodMiniType) => z.ZodMiniType) {
  const stripperBySchema = new Map<z.ZodMiniType, Stripper | undefined>();
  const stripperFor = (schema: z.ZodMiniType) => {
    if (!stripperBySchema.has(schema)) stripperBySchema.set(schema, stripperOf(described(schema), mark));
    return stripperBySchema.get(schema);
  };
  return {
    strip: (schema: z.ZodMiniType | undefined, value: unknown) => (schema && stripperFor(schema)?.(value)) ?? value,
    strips: (schema: z.ZodMiniType | undefined) => schema !== undefined && stripperFor(schema) !== undefined,
  };
}

/** Removes from an answer what is about money, for trainers. */
const money = openStripper('money', answerBody);

/** True if an answer of this request has something about money that its asker, a trainer, must not see. */
export const mustHideMoney = (request: FastifyRequest): boolean =>
  findAccount(request)?.isTrainer === true && money.strips(request.routeOptions.config.answer);

/** Answers to trainers go without money. One that is sent as text has to become an object first, where `mustHideMoney`. */
export function hideMoney(api: FastifyInstance) {
  api.addHook('preSerialization', async (request, _reply, payload) =>
    mustHideMoney(request) ? money.strip(request.routeOptions.config.answer, payload) : payload,
  );
}

/** Removes the extras from an answer, where they are not wanted. */
export function answerStripper(extras: boolean): (answer: z.ZodMiniType | undefined, body: unknown) => unknown {
  return extras ? (_, body) => body : openStripper('extra', answerBody).strip;
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
  const { strip: stripBody } = openStripper('extra', (body) => body);
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
