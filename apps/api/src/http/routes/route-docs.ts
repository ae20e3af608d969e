import type { Permission } from '@pulso/contract/accounts/permissions';
import { successBody } from '@pulso/contract/kit/envelope';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Requester } from '#db/writes/write';
import type { BodyLimits } from '#http/bodies/body-limits';

/** The part of a declaration that routes of one noun mostly share. */
export type SharedDocs = {
  permission?: Permission | 'public';
  /** Also for trainers where the business lets them in: of people their own clients, and of the answer nothing about money. */
  access?: 'trainer';
  /** True for a route beyond the two documents: not served with EXTRAS=0. */
  extra?: true;
};

/** A route's declaration; authorization, documentation and the tests over all routes read it. */
export type RouteDocs = SharedDocs & {
  summary?: string;
  /** Answers 201. */
  creates?: true;
  /** Answers 202: the work continues after the answer. */
  begins?: true;
  /** A public route that knows its callers by other means than a session, and answers 401 to the others. */
  checksCaller?: true;
  /** A route that asks for the password again, and answers 429 to too many guesses. */
  asksPassword?: true;
  /** Answers a file of this type. */
  file?: string;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** How much of a body it reads; follows from `body`. */
  bodyLimits?: BodyLimits;
  /** The multipart field of the image; without one the body is JSON. */
  upload?: string;
  /** The same, where the body may be JSON as well. */
  optionalUpload?: string;
  /** True if what is uploaded is a spreadsheet and no image. */
  isTable?: true;
  /** Answers 404 though its path names nothing: what its query or body names, or the answer kept for its key, may be gone. */
  mayMiss?: true;
  /** The schema of `data`, or of the whole body where it has more (login, pages). */
  answer?: z.ZodMiniType;
  /** An expression that is read in one statement with the session; `sessionReadResult` gives its text. */
  reads?: (request: FastifyRequest, actor: Requester) => RawBuilder<unknown> | undefined;
  /**
   * It answers only after a write, which claims its author's right (`runClaimed`): the session is read apart where something
   * fails, and before a picture is received.
   */
  claims?: true;
  /** True if a replica that has caught up may answer `reads`. */
  fromReplica?: true;
};

export function isWholeBody(answer: z.ZodMiniType): answer is z.ZodMiniObject {
  return answer instanceof z.ZodMiniObject && 'success' in answer.shape;
}

export function answerBody(answer: z.ZodMiniType): z.ZodMiniObject {
  return isWholeBody(answer) ? answer : successBody(answer);
}

declare module 'fastify' {
  // Merging needs an interface; it is how Fastify lets routes carry their own data.
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type
  interface FastifyContextConfig extends RouteDocs {}
}

export type DocumentedRoute = RouteDocs & { method: string; url: string };

/** Collects the served routes that are registered after this call. */
export function collectRoutes(app: FastifyInstance, extras: boolean): DocumentedRoute[] {
  const routes: DocumentedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (config?.extra && !extras) return;
    for (const verb of [method].flat()) if (verb !== 'HEAD') routes.push({ ...config, method: verb, url });
  });
  return routes;
}
